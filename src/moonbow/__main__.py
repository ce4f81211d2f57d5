"""`python -m moonbow` is the command `moonbow`."""

from moonbow.cli import main

main()
