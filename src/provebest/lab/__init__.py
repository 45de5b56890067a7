"""The papers' tables again, the bench signature and the comparison with other packages."""
