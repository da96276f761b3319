"""The settings of a client."""

import re
from urllib.parse import urlsplit


def checked_api_key(api_key: str) -> str:
    """Raises ValueError when it is not the whole text of a key. The message does not repeat the key."""
    if not isinstance(api_key, str) or re.fullmatch(r"nsk_(?:live|test)_[\x21-\x7e]+", api_key) is None:
        raise ValueError("api_key must be the whole text of a key, which begins with nsk_live_ or nsk_test_")
    return api_key


def checked_address(base_url: str) -> str:
    """The address without a slash at its end. Raises ValueError when it is no address of http or https, or has more
    than a host, a port and a path.
    """
    problem = ValueError("base_url must be an address such as https://pay.example.ug")
    if not isinstance(base_url, str) or re.fullmatch(r"[\x21-\x7e]+", base_url) is None:
        raise problem
    try:
        url = urlsplit(base_url)
        # A part that is no number is found when it is read.
        _ = url.port
    except ValueError:
        raise problem from None
    if (
        url.scheme not in ("http", "https")
        or not url.hostname
        or "@" in url.netloc
        or "?" in base_url
        or "#" in base_url
    ):
        raise problem
    return f"{url.scheme}://{url.netloc}{url.path}".rstrip("/")
