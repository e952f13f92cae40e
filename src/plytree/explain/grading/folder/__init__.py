"""A class's homework: a folder of programs graded in parallel, with a table, a page for each student, frequent bugs."""
