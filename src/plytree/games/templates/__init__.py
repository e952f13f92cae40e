"""What `plytree new` writes: small games that run, to be changed into others."""
