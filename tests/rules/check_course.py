#!/usr/bin/env python3
# Checks that each item of the course is taught where course_items.txt says, and that each scene says
# what its equation means, in one sentence, and where it stands in a textbook. One line per mistake; exit 1 then.
import argparse
import json
import re
import sys
from pathlib import Path

ITEMS = Path(__file__).with_name("course_items.txt")
# The number of items on the slides; a table that loses one is wrong, too.
ON_THE_SLIDES = 203
SLIDE_SETS = {"000", "001", "002", "003", "004"}


def joined(text):
    """Returns a source as a person reads it: literals that follow each other are one, and code is not
    marked."""
    return " ".join(re.sub(r'"\s*\n\s*"', "", text).replace("`", "").split())


def step_text(path, title):
    """Returns the step of a lecture as text; None: there is none with this title."""
    for step in json.loads(path.read_text(encoding="utf-8"))["steps"]:
        if step["title"] == title:
            rest = {key: value for key, value in step.items() if not isinstance(value, str)}
            words = [value for value in step.values() if isinstance(value, str)]
            scene = f'"scene": "{step.get("scene", "")}"'
            return joined("\n".join([*words, scene, json.dumps(rest, ensure_ascii=False)]))
    return None


def text_of(root, place):
    """Returns the text of a place; None: it does not exist."""
    lecture, _, title = place.partition(": ")
    path = root / "assets/lectures" / (lecture + ".hwl")
    if title and path.exists():
        return step_text(path, title)
    path = root / place
    return joined(path.read_text(encoding="utf-8")) if path.exists() else None


def items():
    for number, line in enumerate(ITEMS.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            yield number, line.split(" | ", 3)


def mistakes(root):
    slides = 0
    for number, fields in items():
        if len(fields) != 4:
            yield f"{number}: a line has a set, an item, a place and words"
            continue
        name, item, place, words = fields
        slides += name in SLIDE_SETS
        text = text_of(root, place)
        if text is None:
            yield f"{number}: {name}, {item}: there is no {place}"
        elif joined(words) not in text:
            yield f"{number}: {name}, {item}: {place} does not say '{words}'"
    if slides != ON_THE_SLIDES:
        yield f"the slides have {ON_THE_SLIDES} items, and the table {slides}"


def scene_mistakes(root):
    for path in sorted((root / "assets/scenes").rglob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        if not re.fullmatch(r"[A-Z][^.]+\.", scene.get("meaning", "")):
            yield f"{path.relative_to(root)}: 'meaning' must be one sentence"
        if not re.fullmatch(r"[^:,.]+, [^:.]+(, ch\. \d+)?: [^.]+", scene.get("textbook", "")):
            yield f"{path.relative_to(root)}: 'textbook' must be 'Author, Title, ch. 1: topic'"


def main():
    parser = argparse.ArgumentParser(description="Checks that each item of the course is taught.")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    root = parser.parse_args().root
    found = [f"{ITEMS.name}:{each}" for each in mistakes(root)] + list(scene_mistakes(root))
    for mistake in found:
        print(mistake)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
