"""The version of this package, for the User-Agent. A test compares it with pyproject.toml."""

version = "0.2.0"
