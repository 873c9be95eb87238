#!/usr/bin/env python3
# Unpacks folders of a Python package's source distribution, without building or running anything of it.
# The file comes from the package index that pip is configured for, is checked against its SHA-256, and
# stays in the user's cache, so that later builds need no network.
import argparse
import base64
import configparser
import hashlib
import html.parser
import os
import shutil
import ssl
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

TIMEOUT_S = 60
HOME = Path.home()


def pip_setting(name):
    """A setting of pip's, as pip itself looks it up; None where there is none."""
    if value := os.environ.get("PIP_" + name.upper().replace("-", "_")):
        return value
    files = configparser.RawConfigParser()
    config_home = Path(os.environ.get("XDG_CONFIG_HOME") or HOME / ".config")
    files.read([Path("/etc/pip.conf"), HOME / ".pip/pip.conf", config_home / "pip/pip.conf",
                Path(sys.prefix) / "pip.conf", Path(os.environ.get("PIP_CONFIG_FILE") or "/dev/null")])
    return files.get("global", name, fallback=None)


def open_url(url):
    """Opens the address; a name and password in it are sent as pip sends them."""
    parts = urllib.parse.urlsplit(url)
    netloc = parts.netloc.rpartition("@")[2]
    request = urllib.request.Request(parts._replace(netloc=netloc).geturl())
    if parts.username:
        login = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
    context = ssl.create_default_context()
    if certificates := pip_setting("cert"):
        context.load_verify_locations(certificates)
    return urllib.request.urlopen(request, timeout=TIMEOUT_S, context=context)


class Links(html.parser.HTMLParser):
    """Collects the addresses that a page of the index links to."""

    def __init__(self):
        super().__init__()
        self.addresses = []

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.addresses += [value for name, value in attributes if name == "href" and value]


def address_of(file):
    """Where the index has the file. Raises LookupError where it does not have it."""
    index = pip_setting("index-url") or "https://pypi.org/simple"
    package = file.rpartition("-")[0].replace("_", "-").lower()
    page = f"{index.rstrip('/')}/{package}/"
    links = Links()
    with open_url(page) as answer:
        links.feed(answer.read().decode())
    for address in links.addresses:
        found = urllib.parse.urljoin(page, address.partition("#")[0])
        if found.rpartition("/")[2] == file:
            return found
    raise LookupError(f"{index} does not list it")


def has_hash(path, sha256):
    with open(path, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest() == sha256


def cached(file, sha256):
    """The path of the file in the cache, fetched where it is not there yet."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or HOME / ".cache") / "heatwave"
    path = folder / file
    if path.exists() and has_hash(path, sha256):
        return path
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{file}.{os.getpid()}"
    try:
        print(f"Fetching {file}", flush=True)
        with open_url(address_of(file)) as answer, open(partial, "wb") as written:
            shutil.copyfileobj(answer, written)
        if not has_hash(partial, sha256):
            raise LookupError("its SHA-256 is not the expected one")
        partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)
    return path


def place_of(file, folders):
    """Where a file of the package is unpacked; None where it is in none of the folders."""
    for folder in folders:
        inside = file.removeprefix(folder.rstrip("/") + "/")
        if inside != file and ("/" not in inside or folder.endswith("/")):
            return Path(Path(folder).name, inside)
    return None


def unpack(archive, folders, target):
    """Unpacks the files that lie directly in these folders, each folder under its last name. A folder
    that ends with "/" is unpacked with the folders in it."""
    with tarfile.open(archive) as packed:
        for member in packed:
            place = place_of(member.name.partition("/")[2], folders) if member.isfile() else None
            if place is None:
                continue
            path = Path(target, place)
            path.parent.mkdir(parents=True, exist_ok=True)
            with packed.extractfile(member) as source, open(path, "wb") as written:
                shutil.copyfileobj(source, written)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="as the index names it, for example package-1.0.tar.gz")
    parser.add_argument("sha256")
    parser.add_argument("target", help="folder to unpack into")
    parser.add_argument("folders", nargs="+", help="folders inside the package")
    wanted = parser.parse_args()
    try:
        unpack(cached(wanted.file, wanted.sha256), wanted.folders, wanted.target)
    except (OSError, LookupError, urllib.error.URLError) as error:
        sys.exit(f"Cannot fetch {wanted.file} from the package index: {error}. Connect to the network, "
                 f"or put the file into ~/.cache/heatwave.")


if __name__ == "__main__":
    main()
