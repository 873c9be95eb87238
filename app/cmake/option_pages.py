#!/usr/bin/env python3
# Writes the manual page, the completions of bash, zsh and fish, and the reference in Markdown from what
# `heatwave --describe-options` prints, so that all of them say what the program does.
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

LITERAL = re.compile(r"[a-z][a-z0-9,-]*")
EXAMPLES = [
    ("heatwave double\\-slit", "Opens the window with a scene."),
    ("heatwave run \\-\\-scene wave\\-drop \\-\\-steps 400 \\-\\-png drop.png",
     "Computes a field without a display and saves it as a picture."),
    ("heatwave lab histogram", "Measures an experiment of the lab."),
    ("heatwave stage lock", "Plays a kernel step by step and reports its faults."),
]
ENVIRONMENT = [
    ("HEATWAVE_ASSETS", "The folder of scenes, lectures and recorded measurements, instead of the "
     "one that belongs to the program."),
    ("HEATWAVE_STATUS", "A file to which the window writes its state in every frame, as JSON, for "
     "scripts that drive it."),
    ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME", "The folders that hold the folder "
     "heatwave: settings; recent files and tuning; scenes kept for the case of a crash."),
]
EXIT_STATUS = [("0", "The program did what was asked for."), ("1", "It failed; one line says why."),
               ("2", "The command line is wrong; one line says how.")]


class Values:
    """What can be typed as the value of an option, by its kind as `--help` prints it."""

    def __init__(self, kind, kinds):
        self.words, self.files = [], False
        for part in kind.split("|"):
            if part in kinds:
                self.words += kinds[part]["values"]
                self.files = self.files or kinds[part]["files"]
            elif LITERAL.fullmatch(part):
                self.words.append(part)


def has_value(option):
    return option["kind"] != "" and not option["positional"]


def flags(command):
    return [option for option in command["options"] if not option["positional"]]


def positional(command):
    return next((option for option in command["options"] if option["positional"]), None)


def commands(app):
    """The window, which has no name of its own, then every subcommand."""
    return [("", app)] + [(command["name"], command) for command in app["commands"]]


# Markdown -----------------------------------------------------------------------------------------

def markdown(app):
    text = []
    for name, command in commands(app):
        text += [f"### `heatwave{' ' + name if name else ''}`", "", command["about"], "",
                 "| option | does |", "|---|---|"]
        for option in command["options"]:
            names = ", ".join(f"`{each}`" for each in option["names"])
            kind = f" `{option['kind']}`" if has_value(option) else ""
            cell = f"| {names}{kind} | {option['help']} |"
            text.append(re.sub(r"(?<=\w)\|(?=\w|…|LO)", r"\\|", cell))
        text.append("")
    return "\n".join(text).rstrip() + "\n"


def with_reference(file, app):
    """The page with its reference, which is its end, as it should be."""
    page = file.read_text(encoding="utf-8")
    return page[:page.index("### `heatwave`\n")] + markdown(app)


# Manual page --------------------------------------------------------------------------------------

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return "\\&" + text if text[:1] in ".'" else text


def roff_options(command):
    for option in command["options"]:
        names = ", ".join(f"\\fB{roff(each)}\\fR" for each in option["names"])
        if option["positional"]:
            names = f"\\fI{roff(option['names'][0])}\\fR"
        elif has_value(option):
            names += f" \\fI{roff(option['kind'])}\\fR"
        yield from (".TP", names, roff(option["help"].rstrip(".")) + ".")


def roff_list(pairs):
    for term, what in pairs:
        yield from (".TP", f"\\fB{roff(term)}\\fR", roff(what))


def manual(app, date):
    lines = [f'.TH HEATWAVE 1 {date} "Heatwave {app["version"]}"', ".SH NAME",
             "heatwave \\- heat and wave fields, GPU experiments and kernels step by step",
             ".SH SYNOPSIS", ".B heatwave", "[\\fIoptions\\fR] [\\fISCENE\\fR]"]
    for command in app["commands"]:
        word = positional(command)
        lines += [".br", f".B heatwave {command['name']}",
                  "[\\fIoptions\\fR]" + (f" [\\fI{word['names'][0]}\\fR]" if word else "")]
    lines += [".SH DESCRIPTION",
              "Heatwave is a course on CUDA and on numerical fields, for a lecture hall.",
              "Without a subcommand it opens a window with three rooms: fields that are changed",
              "while they are computed, a lab of timed experiments, and a stage on which kernels",
              "are played step by step.",
              "The subcommands do the same without a display.",
              "It computes on an NVIDIA GPU where there is one, else on the CPU, with equal results.",
              ".SH OPTIONS", *roff_options(app), ".SH COMMANDS"]
    for command in app["commands"]:
        lines += [f".SS heatwave {command['name']}", roff(command["about"]) + ".",
                  *roff_options(command)]
    lines += [".SH EXIT STATUS", *roff_list(EXIT_STATUS), ".SH ENVIRONMENT", *roff_list(ENVIRONMENT),
              ".SH EXAMPLES"]
    for line, what in EXAMPLES:
        lines += [".TP", f"\\fB{line}\\fR", what]
    return "\n".join(lines) + "\n"


# bash ---------------------------------------------------------------------------------------------

def bash(app):
    kinds = app["kinds"]
    names = " ".join(command["name"] for command in app["commands"])
    lines = ["# bash completion for heatwave", "_heatwave() {",
             '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}',
             '  local command="" words="" files="" file',
             '  if [[ $current == "=" ]]; then',
             '    current=""',
             '  elif [[ $previous == "=" ]]; then',
             '    previous=${COMP_WORDS[COMP_CWORD - 2]}',
             "  fi",
             f'  [[ $COMP_CWORD -gt 1 && " {names} " == *" ${{COMP_WORDS[1]}} "* ]] && '
             'command=${COMP_WORDS[1]}',
             '  case "$command $previous" in']
    for name, command in commands(app):
        for option in filter(has_value, flags(command)):
            values = Values(option["kind"], kinds)
            patterns = " | ".join(f'"{name} {each}"' for each in option["names"])
            lines.append(f'    {patterns}) words="{" ".join(values.words)}" '
                         f'files={"yes" if values.files else ""} ;;')
    lines += ['    *) case "$command" in']
    for name, command in commands(app):
        words = [each for option in flags(command) for each in option["names"]]
        first = positional(command)
        values = Values(first["kind"], kinds) if first else Values("", kinds)
        extra = f' && words+=" {names}"' if name == "" else ""
        lines.append(f'      "{name}")')
        lines.append(f'        words="{" ".join(values.words)}" '
                     f'files={"yes" if values.files else ""}')
        if extra:
            lines.append(f"        [[ $COMP_CWORD -eq 1 ]]{extra}")
        lines.append(f'        [[ $current == -* ]] && words="{" ".join(words)}" files="" ;;')
    lines += ["      esac ;;", "  esac",
              '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")',
              "  if [[ -n $files ]]; then",
              "    compopt -o filenames",
              "    while IFS= read -r file; do",
              '      COMPREPLY+=("$file")',
              '    done < <(compgen -f -- "$current")',
              "  fi", "}", "complete -F _heatwave heatwave"]
    return "\n".join(lines) + "\n"


# zsh ----------------------------------------------------------------------------------------------

def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_help(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_action(kind, kinds):
    values = Values(kind, kinds)
    parts = []
    if values.words:
        parts.append("compadd -- " + " ".join(values.words))
    if values.files:
        parts.append("_files")
    return "{" + "; ".join(parts) + "}" if parts else " "


def zsh_arguments(command, kinds, first=None):
    lines = ["  _arguments -S \\"]
    for option in flags(command):
        for name in option["names"]:
            spec = ("*" if option["several"] else "") + name + "[" + zsh_help(option["help"]) + "]"
            if has_value(option):
                spec += ":" + zsh_help(option["kind"]) + ":" + zsh_action(option["kind"], kinds)
            lines.append(f"    {zsh_quoted(spec)} \\")
    word = positional(command)
    if first:
        lines.append(f"    {zsh_quoted(first)} \\")
    elif word:
        count = "*" if word["several"] else "1"
        lines.append("    " + zsh_quoted(f"{count}:{word['kind']}:"
                                         + zsh_action(word["kind"], kinds)) + " \\")
    lines[-1] = lines[-1].removesuffix(" \\")
    return lines


def zsh(app):
    kinds = app["kinds"]
    lines = ["#compdef heatwave"]
    for command in app["commands"]:
        lines += [f"_heatwave_{command['name']}() {{", *zsh_arguments(command, kinds), "}"]
    scene = Values(positional(app)["kind"], kinds)
    lines += ["_heatwave_first() {", "  local -a commands=("]
    lines += [f"    {zsh_quoted(each['name'] + ':' + each['about'])}" for each in app["commands"]]
    lines += ["  )", "  _describe -t commands command commands",
              "  compadd -- " + " ".join(scene.words), "  _files", "}",
              "_heatwave() {",
              "  if (( CURRENT > 2 && $+functions[_heatwave_$words[2]] )); then",
              "    shift words", "    (( CURRENT-- ))", "    _heatwave_$words[1]", "    return",
              "  fi", *zsh_arguments(app, kinds, "1:command or scene:_heatwave_first"), "}",
              '_heatwave "$@"']
    return "\n".join(lines) + "\n"


# fish ---------------------------------------------------------------------------------------------

def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(app):
    kinds = app["kinds"]
    names = " ".join(command["name"] for command in app["commands"])
    lines = ["# fish completion for heatwave",
             "function __heatwave_command --description 'Prints the subcommand of the line, if any'",
             "  set -l words (commandline -opc)",
             f"  if test (count $words) -gt 1; and contains -- $words[2] {names}",
             "    echo $words[2]", "  end", "end",
             "function __heatwave_in",
             '  test "$(__heatwave_command)" = "$argv[1]"', "end",
             "function __heatwave_first", "  test (count (commandline -opc)) -eq 1", "end",
             "complete -c heatwave -f"]
    for each in app["commands"]:
        lines.append(f"complete -c heatwave -n __heatwave_first -a {each['name']} "
                     f"-d {fish_quoted(each['about'])}")
    for name, command in commands(app):
        begin = f"complete -c heatwave -n '__heatwave_in \"{name}\"'"
        word = positional(command)
        if word:
            values = Values(word["kind"], kinds)
            lines.append(f"{begin} -a {fish_quoted(' '.join(values.words))}"
                         + (" -F" if values.files else ""))
        for option in flags(command):
            line = begin
            for each in option["names"]:
                line += f" -l {each[2:]}" if each.startswith("--") else f" -s {each[1:]}"
            if has_value(option):
                values = Values(option["kind"], kinds)
                line += " -r" + (" -F" if values.files else "")
                if values.words:
                    line += f" -a {fish_quoted(' '.join(values.words))}"
            lines.append(f"{line} -d {fish_quoted(option['help'])}")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Makes pages from the program's options.")
    parser.add_argument("program", help="the program heatwave")
    parser.add_argument("--out", type=Path, help="folder for the manual page and the completions")
    parser.add_argument("--date", help="date of the release, in the manual page")
    parser.add_argument("--check", type=Path, metavar="FILE",
                        help="fail unless this Markdown file ends with the reference as it should be")
    parser.add_argument("--update", type=Path, metavar="FILE", help="put the reference there")
    arguments = parser.parse_args()
    app = json.loads(subprocess.run([arguments.program, "--describe-options"], check=True,
                                    capture_output=True, text=True).stdout)
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
        pages = {"heatwave.1": manual(app, arguments.date), "heatwave.bash": bash(app),
                 "_heatwave": zsh(app), "heatwave.fish": fish(app)}
        for name, text in pages.items():
            (arguments.out / name).write_text(text, encoding="utf-8")
    if arguments.update:
        arguments.update.write_text(with_reference(arguments.update, app), encoding="utf-8")
    if arguments.check:
        page = arguments.check
        if page.read_text(encoding="utf-8") != with_reference(page, app):
            sys.exit(f"{page} has other options than the program; to mend it: "
                     f"{sys.argv[0]} {arguments.program} --update {page}")


if __name__ == "__main__":
    main()
