"""The papers' tables again, beside the papers' own figures."""
