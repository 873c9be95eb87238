#!/usr/bin/env python3
# Checks the spelling of what a person reads: READMEs, lectures, scenes, lessons, messages and
# comments of app/, kernels/ and shaders/. A word is right if Debian's British dictionary
# (wbritish-large) or terms.txt has it. Code in backquotes, names in CamelCase or with underscores,
# and paths are left out. Numbers from five digits on have groups of three, set apart by no-break
# spaces, as core::grouped() writes them; shorter ones have none. One line per wrong word or number;
# exit 1 then, 77 without the dictionary.
import argparse
import re
import subprocess
import sys
from pathlib import Path

DICTIONARY = Path("/usr/share/dict/british-english-large")
TERMS = Path(__file__).with_name("terms.txt")
FOLDERS = ("app/", "kernels/", "shaders/", "assets/")
# The words that people type for a thing, in whichever spelling.
TYPED_WORDS = "app/shell/interface/typed_words.cpp"
SOURCES = {".cpp", ".h", ".cu", ".cuh", ".cuda", ".vert", ".frag"}
DATA = {".hwl", ".json"}

FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MARKUP = re.compile(r"`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"//[/!]?<?([^\n]*)")
ESCAPE = re.compile(r"\\[nt\"]")
SENTENCE = re.compile(r"[a-z]+[,;:]? [a-z]+")
# A word that stands alone: no part of a name, a path, a call, a format or an option.
WORD = re.compile(r"(?<![\w\\%{.:/#<=-])[A-Za-z][a-z]+(?:'[a-z]+)?(?![\w(:/=]|\.\w|-?>)")

# How the program's own texts are written in C++: a no-break space as an escape.
NO_BREAK_SPACE = re.compile(r"\\u00A0")
# Five digits in a row, four digits with a gap, or groups that are set apart by something else. What a
# person types, as in n=32768 or --n 32768, and lists such as 160 320 480 are no such numbers.
WRONG_NUMBER = re.compile(
    r"(?<![\w.,=:/#\xa0-])(?<!\d )(?:\d{5,}(?![A-Za-z\d_])(?!\.\w)"
    r"|\d\xa0\d{3}(?![\d\xa0])"
    r"|\d{1,3}(?:[ ,'\u2009\u202f]\d{3})+(?! ?\d))")


def known_words():
    terms = [line.split("#")[0].strip() for line in TERMS.read_text(encoding="utf-8").splitlines()]
    words = {word.strip().lower() for word in DICTIONARY.read_text(encoding="utf-8").splitlines()}
    return words | {term.lower() for term in terms if term}


def blanked(match):
    """Keeps the lines, so that a mistake is reported at its own."""
    return re.sub(r"[^\n]", " ", match.group(0))


def prose_of(path, text):
    """Yields (line number, text) of what a person reads."""
    if path.suffix == ".md":
        text = MARKUP.sub(blanked, FENCED.sub(blanked, text))
        yield from enumerate(text.splitlines(), 1)
        return
    for number, line in enumerate(text.splitlines(), 1):
        parts = [ESCAPE.sub(" ", part) for part in STRING.findall(line)]
        if path.suffix in SOURCES:
            parts += COMMENT.findall(STRING.sub('""', line))
        for part in parts:
            if SENTENCE.search(part):
                yield number, MARKUP.sub(blanked, part)


def mistakes_in(path, text, known):
    for number, prose in prose_of(path, text):
        for match in WRONG_NUMBER.finditer(NO_BREAK_SPACE.sub("\xa0", prose)):
            yield number, match.group(0)
        for match in WORD.finditer(prose):
            word = match.group(0).lower()
            stem = word.removesuffix("'s").removesuffix("s'")
            if word not in known and stem not in known and stem.removesuffix("s") not in known:
                yield number, match.group(0)


def is_read(name):
    path = Path(name)
    if path.suffix == ".md":
        return True
    return name.startswith(FOLDERS) and name != TYPED_WORDS and path.suffix in SOURCES | DATA


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", nargs="?", default=Path(__file__).parents[2], type=Path)
    root = parser.parse_args().root
    if not DICTIONARY.exists():
        print(f"skipped: needs {DICTIONARY} (Debian's package wbritish-large)")
        return 77
    known = known_words()
    tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, text=True,
                             capture_output=True, check=True).stdout.splitlines()
    found = 0
    for name in filter(is_read, tracked):
        path = root / name
        if not path.exists():
            continue
        for number, word in mistakes_in(path, path.read_text(encoding="utf-8"), known):
            if word[0].isdigit():
                print(f"{name}:{number}: '{word}' must have groups of three from five digits on, "
                      "set apart by no-break spaces")
            else:
                print(f"{name}:{number}: '{word}' is in no dictionary: mend it, or add it to "
                      f"{TERMS.name}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
