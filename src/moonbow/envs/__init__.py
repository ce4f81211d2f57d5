"""The games where researchers' programs expect them: as batches of arrays and in frameworks."""
