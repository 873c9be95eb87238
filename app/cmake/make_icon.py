#!/usr/bin/env python3
# Makes an icon of Windows (.ico) of square PNG files, which it holds as they are.
import struct
import sys
from pathlib import Path


def make(pictures):
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    entries = b""
    for picture in pictures:
        width, height = struct.unpack(">II", picture[16:24])
        # A byte holds each size; 256 counts as 0.
        entries += struct.pack("<BBBBHHII", width % 256, height % 256, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return head + entries + b"".join(pictures)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(make([Path(name).read_bytes() for name in sys.argv[2:]]))
