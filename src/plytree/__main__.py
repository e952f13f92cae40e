"""`python -m plytree`."""

from plytree.interfaces.cli.main import main

if __name__ == "__main__":
    main()
