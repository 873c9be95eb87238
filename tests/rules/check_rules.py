#!/usr/bin/env python3
# Checks the rules that hold the tree together: who may include whom, who owns CUDA's handles, how
# a file begins, where the links of the READMEs lead, and what lies at the top. One line per broken
# rule; exit 1 then.
import argparse
import re
import subprocess
import sys
from pathlib import Path

TOP_LEVEL = {
    "README.md", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", ".clang-format",
    ".clang-tidy", ".gitignore", ".ci", "run", "check", "app", "kernels", "shaders", "assets",
    "tests",
}
IGNORED_AT_TOP = {".git", ".cache", "build", "out"}
SOURCE_FOLDERS = ("app", "kernels", "shaders", "tests")
CPP_SUFFIXES = {".h", ".cpp", ".cu", ".cuh"}
SHADER_SUFFIXES = {".glsl", ".vert", ".frag", ".comp", ".geom"}
SCRIPT_SUFFIXES = {".py", ".sh", ".cmake"}
# Each wing of app/ and the wings that it may include, besides itself.
WINGS = {
    "colour": set(),
    "system": set(),
    "lines": {"colour", "words"},
    "json": {"words"},
    "export": {"colour", "json", "lines", "system", "words"},
    "scene": {"colour", "export", "json", "system", "words"},
    "session": {"colour", "export", "json", "lines", "scene", "system", "words"},
    "files": {"colour", "export", "json", "scene", "system", "words"},
    "wire": {"colour", "export", "json", "scene", "session", "system", "words"},
    "words": set(),
    "view": {"colour", "export", "lines", "ui"},
    "ui": {"colour", "words"},
    "rooms": {"colour", "export", "lines", "scene", "session", "words", "view", "ui"},
    "shell": {"colour", "export", "files", "lines", "scene", "session", "system", "wire", "words",
              "view", "ui", "rooms"},
    "cli": {"colour", "export", "files", "scene", "session", "system", "wire", "words", "view", "ui",
            "rooms", "shell"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/', re.DOTALL)
# CUDA texts that the stage plays: they are data here, not code.
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MOST_README_BYTES = 8192
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
# Written in two halves, so that this file does not break its own rule.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")

# Folders whose comments are sentences with a subject; each folder joins when it is clean.
PLAIN_COMMENTS = (
    "kernels/", "shaders/", "app/", "tests/cli/", "tests/cuda_text/", "tests/desktop/",
    "tests/export/", "tests/files/", "tests/gpu/", "tests/kernels/", "tests/lab/", "tests/lines/", "tests/rooms/", "tests/session/",
    "tests/shell/", "tests/stage/", "tests/system/", "tests/ui/", "tests/view/", "tests/wire/")
COMMENT_LINE = re.compile(r"^(?P<code>.*?)//(?P<mark>[/!]?<?)[ \t]*(?P<text>.*)$")
NO_SUBJECT = re.compile(
    r"(what|of|the same|likewise|as|by how|in which|how it was|whether|whoever|nobody|so many|so few"
    r"|those)\b", re.IGNORECASE)
HOME_MADE = re.compile(r"\b(whoever|nobody|so many|so-and-so\S*|so-manieth)\b", re.IGNORECASE)

GRAPHICS = re.compile(r"^(glad|GL|GLES\d?|GLFW|KHR|EGL)/|^(imgui|imconfig)|imgui_impl|cuda_gl_interop")
OPENGL = re.compile(r"^(glad|GL|GLES\d?|GLFW|KHR|EGL)/|imgui_impl_|cuda_gl_interop")
SOLVER = re.compile(r"^kernels/field/(\w+/)?\w*solver\w*\.h$")
# A fused multiply-add by any other name than core::fma.
RAW_FMA = re.compile(r"(?<!core::)\b(fma[fl]?|__fmaf?_r[nzud]|__builtin_fma[fl]?)\s*\(")
FMA_OWNER = "kernels/core/fma.h"
# Atomic variables, by the type in their declarations, and the calls that wait for them.
ATOMIC = re.compile(r"\bstd::atomic(?:_\w+|<[^;(){}]*>)&? (\w+)")
ATOMIC_WAIT = re.compile(r"\b(\w+)\.(?:wait|notify_one|notify_all)\(")
LIBRARY_WAIT = re.compile(r"\bstd::(?:latch|barrier|counting_semaphore|binary_semaphore|atomic_wait\w*"
                          r"|atomic_notify\w*)\b")
ATOMIC_WAIT_OWNER = "kernels/core/atomic_wait.h"
INTEROP = "cuda_gl_interop.h"
OTHER_LAUNCH = re.compile(r"\b(cudaLaunchCooperativeKernel\w*|cudaLaunchKernelEx\w*|cuLaunch\w+|"
                          r"cudaGraphAddKernelNode)\b")
GLFW = re.compile(r"^GLFW/|imgui_impl_glfw")
SHELL_OWNERS = ("documents", "field_view", "gallery", "lectures", "playback", "presenter")

# A class, or a struct of state, with more than these has more than one reason to change. The reader
# of JSON has a getter for each kind of value.
MOST_FUNCTIONS, MOST_MEMBERS = 25, 20
ANY_SIZE = {"JsonReader"}
FUNCTION = re.compile(r"^(?!\s)[\w:<>,&*\[\] ]*?\b([A-Z]\w+)::~?\w+\(", re.MULTILINE)
CLASS_BODY = re.compile(r"^(?:class|struct) (\w+)[^;{]*\{(.*?)^\};", re.MULTILINE | re.DOTALL)
# A function in its class whose body is more than one line.
FUNCTION_WITHIN = re.compile(r"^  \S.*\{\n(?:    .*\n|\n){2,}?  \}$", re.MULTILINE)
MEMBER = re.compile(
    r"^  (?!static |using |friend |enum |struct |class )[^\s/(][^()\n]*\b\w+(?:\{[^;]*\}| = [^;]*)?;",
    re.MULTILINE)

STANDARD = re.compile(r"^(c?[a-z_0-9]+)$")
# Headers of one operating system.
PLATFORM = re.compile(
    r"^((sys|net|netinet|arpa|linux)/\w+|ifaddrs|unistd|fcntl|sched|pthread|semaphore|dlfcn|signal|poll|spawn"
    r"|termios|dirent|pwd|grp|glob|ftw|fnmatch|link|elf|execinfo|syslog|malloc|time|windows|winsock2"
    r"|shlobj|io|process|direct)\.h$|^csignal$", re.IGNORECASE)
PLATFORM_FOLDERS = ("app/system/", "kernels/core/")
CUDA_TOOLKIT = re.compile(
    r"^(cuda\w*\.h(pp)?|cuda/[\w/]+|cub/[\w/.]+|cublas\w*\.h|cooperative_groups\w*(/[\w.]+)?(\.h)?"
    r"|nvtx3/[\w.]+|cupti_\w+\.h|device_launch_parameters\.h|vector_types\.h|driver_types\.h)$")

# What Dear ImGui takes a size for, and aborts or misunderstands when it is none.
SIZED = re.compile(
    r"\bImGui::(InvisibleButton|Button|SmallButton|ArrowButton|ImageButton|Image|Selectable|Dummy"
    r"|BeginChild|BeginListBox|SetNextItemWidth|PushItemWidth|SetNextWindowSize"
    r"|SetNextWindowSizeConstraints|SetNextWindowContentSize)\s*\(")
SIZED_OWNER = "sized.cpp"

# A class, with the classes that it derives from.
CLASS = re.compile(
    r"\b(?<!enum )(?:class|struct)\s+(?:\w+::)*(\w+)(?:\s+final)?\s*(?::\s*([^{;]*))?\{")
UNCOPIED = "NonCopyable"

RAW_HANDLES = re.compile(
    r"\bcuda(Malloc\w*|Free\w*|HostAlloc|HostRegister|EventCreate\w*|EventDestroy|StreamCreate\w*"
    r"|StreamDestroy|GraphCreate|GraphInstantiate\w*|GraphDestroy|GraphExecDestroy)\s*\(")
RAW_INTEROP = re.compile(r"\bcudaGraphics\w+\s*\(")


class Tree:
    """The files of one checkout, read once."""

    def __init__(self, root):
        self.root = Path(root)
        self.texts = {}
        for folder in SOURCE_FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and is_source(path):
                    name = path.relative_to(self.root).as_posix()
                    text = path.read_text(encoding="utf-8")
                    self.texts[name] = RAW_STRING.sub(lambda raw: "\n" * raw[0].count("\n"), text)
        pages = [page for folder in SOURCE_FOLDERS + ("assets",)
                 for page in (self.root / folder).rglob("*.md")]
        self.pages = {page: page.read_text(encoding="utf-8")
                      for page in sorted(pages) + sorted(self.root.glob("*.md"))}

    def cpp(self, *folders):
        return [name for name in self.texts
                if Path(name).suffix in CPP_SUFFIXES and name.startswith(folders)]

    def code(self, name):
        return COMMENT.sub("", self.texts[name])

    def includes(self, name):
        """(bracket, header) of every include of one file."""
        return INCLUDE.findall(self.code(name))

    def reached(self, name):
        """Every header reached from a file, each with the chain of files that leads to it."""
        found, todo = {}, [(name, (name,))]
        while todo:
            file, chain = todo.pop()
            for _, header in self.includes(file):
                if header in found:
                    continue
                found[header] = chain
                if header in self.texts:
                    todo.append((header, chain + (header,)))
        return found


def is_source(path):
    return (path.suffix in CPP_SUFFIXES | SHADER_SUFFIXES | SCRIPT_SUFFIXES
            or path.name == "CMakeLists.txt")


def kernels_include_only_kernels(tree):
    for name in tree.cpp("kernels/"):
        for bracket, header in tree.includes(name):
            if bracket == '"':
                allowed = header.startswith("kernels/")
            else:
                allowed = (STANDARD.match(header) or PLATFORM.match(header)
                           or header in ("immintrin.h", "arm_neon.h", "xbyak/xbyak.h", "cxxabi.h")
                           or (header == "mpi.h" and name.startswith("kernels/core/mpi/")) or CUDA_TOOLKIT.match(header)) and not GRAPHICS.search(header)
            if not allowed:
                yield f"{name}: kernels/ may not include {header}"


def wings_keep_their_order(tree):
    for name in tree.cpp("app/"):
        wing = wing_of(name)
        if wing is None:
            continue
        if wing not in WINGS:
            yield f"{name}: app/{wing}/ is no wing that is known"
            continue
        for _, header in tree.includes(name):
            other = wing_of(header)
            if other not in (None, wing) and other not in WINGS[wing]:
                yield f"{name}: app/{wing}/ may not include {header}"


def wing_of(name):
    parts = name.split("/")
    return parts[1] if len(parts) > 2 and parts[0] == "app" else None


def house_of(name):
    """The folder within which a class has one name."""
    return "/".join(name.split("/")[:2])


def rooms_know_no_other_room(tree):
    for name in tree.cpp("app/rooms/"):
        for header, chain in tree.reached(name).items():
            if room_of(header) not in (None, room_of(name)):
                yield f"{name}: may not reach another room: {' -> '.join(chain)} -> {header}"


def room_of(name):
    """The folder of a room; None for what all rooms share, and for what is no room."""
    parts = name.split("/")
    return parts[2] if name.startswith("app/rooms/") and len(parts) > 3 else None


def services_know_no_other_service(tree):
    for name in tree.cpp("app/session/"):
        service = service_of(name)
        if service is None:
            continue
        for _, header in tree.includes(name):
            if service_of(header) not in (None, service):
                yield f"{name}: a service may not include another's {header}"


def service_of(name):
    """The folder of a service; None for the hub, and for what is no part of the session."""
    parts = name.split("/")
    return parts[2] if name.startswith("app/session/") and len(parts) > 3 else None


def owners_know_no_other_owner(tree):
    for name in tree.cpp("app/shell/"):
        for _, header in tree.includes(name):
            if owner_of(name) is not None and owner_of(header) not in (None, owner_of(name)):
                yield f"{name}: an owner of the shell may not include another's {header}"
            if folder_of_shell(name) in ("interface", "window") and owner_of(header) is not None:
                yield f"{name}: may not include an owner's {header}"


def owner_of(name):
    """The folder of an owner of the shell; None for what owners share, and for all else."""
    folder = folder_of_shell(name)
    return folder if folder in SHELL_OWNERS else None


def folder_of_shell(name):
    parts = name.split("/")
    return parts[2] if name.startswith("app/shell/") and len(parts) > 3 else None


def one_folder_includes_glfw(tree):
    for name in tree.cpp("app/shell/", "app/view/"):
        for _, header in tree.includes(name):
            if GLFW.search(header) and not name.startswith("app/shell/window/"):
                yield f"{name}: only app/shell/window/ may include {header}"


def classes_are_small(tree):
    """Counts the functions of a class over all its files, but for those of one line, and its members."""
    counts = {}
    for name in tree.cpp("app/", "kernels/cuda_text/", "kernels/stage/", "kernels/field/formula/"):
        code = tree.code(name)
        # A class of a source is private to it.
        for kind, body in CLASS_BODY.findall(code):
            home = name if name.endswith(".cpp") else house_of(name)
            count = counts.setdefault((home, kind), [0, 0])
            count[0] += len(FUNCTION_WITHIN.findall(body))
            count[1] += len(MEMBER.findall(body))
        for kind in FUNCTION.findall(code):
            home = name if (name, kind) in counts else house_of(name)
            counts.setdefault((home, kind), [0, 0])[0] += 1
    for (home, kind), (functions, members) in counts.items():
        if functions > MOST_FUNCTIONS and kind not in ANY_SIZE:
            yield f"{home}: {kind} has {functions} functions; at most {MOST_FUNCTIONS}"
        if members > MOST_MEMBERS:
            yield f"{home}: {kind} has {members} members; at most {MOST_MEMBERS}"


def no_name_stands_twice(tree):
    places = {}
    for name in tree.cpp("app/", "kernels/"):
        places.setdefault(Path(name).name, []).append(name)
    for names in places.values():
        if len(names) > 1:
            yield f"one name for several files: {', '.join(names)}"


def rooms_see_only_the_session(tree):
    for name in tree.cpp("app/ui/", "app/rooms/"):
        for header, chain in tree.reached(name).items():
            if SOLVER.match(header):
                yield f"{name}: may not reach a solver, but does: {' -> '.join(chain)} -> {header}"
    yield from reaches_opengl(tree, "app/words/", "app/ui/", "app/rooms/")


def headless_parts_know_no_opengl(tree):
    yield from reaches_opengl(tree, "app/scene/", "app/session/", "app/wire/", "app/export/",
                              "app/files/", "app/cli/")


def reaches_opengl(tree, *folders):
    for name in tree.cpp(*folders):
        for header, chain in tree.reached(name).items():
            if OPENGL.search(header):
                yield f"{name}: may not reach OpenGL, but does: {' -> '.join(chain)} -> {header}"


def one_file_includes_interop(tree):
    users = [name for name in tree.cpp("app/", "kernels/", "tests/")
             if any(header == INTEROP for _, header in tree.includes(name))]
    if len(users) != 1:
        yield f"exactly one file must include {INTEROP}, not {len(users)}: {', '.join(users)}"


def the_system_stays_in_its_folders(tree):
    for name in tree.cpp("app/", "kernels/"):
        is_inside = name.startswith(PLATFORM_FOLDERS)
        for bracket, header in tree.includes(name):
            if bracket == "<" and PLATFORM.match(header) and not (is_inside and name.endswith(".cpp")):
                yield f"{name}: {header} belongs into a source in {' or '.join(PLATFORM_FOLDERS)}"


def fused_multiply_adds_have_one_name(tree):
    for name in tree.cpp("app/", "kernels/", "tests/"):
        # The lab's kernels are plain CUDA, which a student can copy.
        if name == FMA_OWNER or name.endswith("_kernels.cuh"):
            continue
        for call in RAW_FMA.finditer(tree.code(name)):
            yield f"{name}: {call.group(0)}) is called core::fma here"


def threads_wait_for_atomics_in_one_way(tree):
    """GCC's library for Windows loses wake-ups, and one that sleeps in one way hears nothing in another."""
    for name in tree.cpp("app/", "kernels/", "tests/"):
        if name == ATOMIC_WAIT_OWNER:
            continue
        code = tree.code(name)
        header = str(Path(name).with_suffix(".h"))
        atomics = set(ATOMIC.findall(code + (tree.code(header) if header in tree.texts else "")))
        waits = [call[0] for call in ATOMIC_WAIT.finditer(code) if call[1] in atomics]
        for call in waits + [found[0] for found in LIBRARY_WAIT.finditer(code)]:
            yield f"{name}: {call} loses wake-ups on Windows; {ATOMIC_WAIT_OWNER} has what does not"


def cuda_handles_have_owners(tree):
    for name in tree.cpp("app/", "kernels/", "tests/"):
        code = tree.code(name)
        if not name.startswith("kernels/core/"):
            for call in RAW_HANDLES.finditer(code):
                yield f"{name}: {call.group(0)}) belongs into an owner in kernels/core/"
        if RAW_INTEROP.search(code) and INTEROP not in code:
            yield f"{name}: cudaGraphics calls belong into the file that includes {INTEROP}"


def lab_launches_can_be_replaced(tree):
    """Edited kernels take the place of those that `<<<…>>>` or cudaLaunchKernel launches."""
    for name in tree.cpp("kernels/lab/experiments/"):
        for other in OTHER_LAUNCH.findall(tree.code(name)):
            yield f"{name}: {other} launches no edited kernel (lab/bench/edited_kernels.cu)"


def owners_are_not_copied(tree):
    """A class with a destructor derives from NonCopyable or says itself how it is copied or moved."""
    bases, owners = {}, []
    for name in tree.cpp("app/", "kernels/"):
        code = tree.code(name)
        for head in CLASS.finditer(code):
            kind, derived_from = head.groups()
            bases.setdefault(kind, set()).update(re.findall(r"(\w+)\s*(?:<[^,]*)?(?:,|$)",
                                                            (derived_from or "").strip()))
            body = body_at(code, head.end())
            if (re.search(rf"~{kind}\s*\(", body)
                    and not re.search(rf"\b{kind}\s*\(\s*(const\s+)?{kind}\s*&", body)):
                owners.append((name, kind))
    for name, kind in owners:
        reached, waiting = set(), [kind]
        while waiting:
            each = waiting.pop()
            if each not in reached:
                reached.add(each)
                waiting += bases.get(each, ())
        if UNCOPIED not in reached:
            yield f"{name}: {kind} has a destructor, so it must derive from core::{UNCOPIED}"


def body_at(code, begin):
    """The text from there to the bracket that closes it."""
    depth = 1
    for at in range(begin, len(code)):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if depth == 0:
            return code[begin:at]
    return code[begin:]


def sizes_are_drawable(tree):
    for name in tree.cpp("app/"):
        if Path(name).name != SIZED_OWNER:
            for call in SIZED.finditer(tree.code(name)):
                yield f"{name}: {call.group(0)}) belongs into {SIZED_OWNER}, which bounds its size"


def files_begin_with_their_purpose(tree):
    for name, text in tree.texts.items():
        lines = text.splitlines()
        if lines and lines[0].startswith(("#!", "#version")):
            lines = lines[1:]
        mark = "//" if Path(name).suffix in CPP_SUFFIXES | SHADER_SUFFIXES else "#"
        if not lines or not re.match(re.escape(mark) + r" \S", lines[0]):
            yield f"{name}: must begin with a comment that says its purpose"


def comments_are_sentences(tree):
    for name, text in tree.texts.items():
        if not name.startswith(PLAIN_COMMENTS) or Path(name).suffix not in CPP_SUFFIXES | SHADER_SUFFIXES:
            continue
        for number, words in comments(text):
            found = NO_SUBJECT.match(words) or HOME_MADE.search(words)
            if found:
                yield f"{name}:{number}: a comment needs a subject and plain words, not '{found.group(0)}'"


def comments(text):
    """(line, text) of each `//` comment; the lines of one block are joined."""
    found, goes_on = [], None
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT_LINE.match(STRING.sub('""', line))
        if not comment:
            goes_on = None
            continue
        if not comment["code"].strip() and goes_on == comment["mark"]:
            found[-1] = (found[-1][0], f"{found[-1][1]} {comment['text']}")
        else:
            found.append((number, comment["text"]))
        goes_on = comment["mark"]
    return found


def nothing_is_unfinished(tree):
    for name, text in tree.texts.items():
        for mark in UNFINISHED.finditer(text):
            yield f"{name}: {mark.group(0)} left behind"


def readme_is_short(tree):
    for page, text in tree.pages.items():
        size = len(text.encode())
        if page == tree.root / "README.md" and size > MOST_README_BYTES:
            yield f"README.md: {size} bytes; more than {MOST_README_BYTES} belong into a wing's README"


def links_lead_somewhere(tree):
    for page, text in tree.pages.items():
        for link in LINK.findall(FENCED.sub("", text)):
            file, _, heading = link.partition("#")
            target = page.parent / file if file else page
            if re.match(r"[a-z]+:", link):
                continue
            if not target.exists():
                yield f"{page.relative_to(tree.root)}: {link} leads to no file"
            elif heading and heading not in headings_of(target.read_text(encoding="utf-8")):
                yield f"{page.relative_to(tree.root)}: {link} leads to no heading"


def headings_of(text):
    """The anchors of a page's headings, as GitHub and GitLab make them."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def top_level_is_tidy(tree):
    for name in sorted(top_level_names(tree.root) - TOP_LEVEL):
        yield f"{name}: does not belong at the top level"


def top_level_names(root):
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "-C", str(root), "-c", f"safe.directory={root.resolve()}", "ls-files",
             "--cached", "--others", "--exclude-standard"],
            capture_output=True, text=True, check=True).stdout
        return {line.strip('"').split("/")[0] for line in listed.splitlines()}
    return {path.name for path in root.iterdir()} - IGNORED_AT_TOP


RULES = (
    kernels_include_only_kernels,
    wings_keep_their_order,
    rooms_know_no_other_room,
    services_know_no_other_service,
    owners_know_no_other_owner,
    one_folder_includes_glfw,
    classes_are_small,
    no_name_stands_twice,
    rooms_see_only_the_session,
    headless_parts_know_no_opengl,
    one_file_includes_interop,
    the_system_stays_in_its_folders,
    fused_multiply_adds_have_one_name,
    threads_wait_for_atomics_in_one_way,
    cuda_handles_have_owners,
    lab_launches_can_be_replaced,
    owners_are_not_copied,
    sizes_are_drawable,
    files_begin_with_their_purpose,
    comments_are_sentences,
    nothing_is_unfinished,
    readme_is_short,
    links_lead_somewhere,
    top_level_is_tidy,
)


def broken_rules(root):
    """(rule's name, message) of everything in the tree that breaks a rule."""
    tree = Tree(root)
    return [(rule.__name__, message) for rule in RULES for message in rule(tree)]


def main():
    parser = argparse.ArgumentParser(description="Checks the rules of the source tree.")
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2])
    broken = broken_rules(parser.parse_args().root)
    for rule, message in broken:
        print(f"{message}  [{rule}]")
    if not broken:
        print(f"All {len(RULES)} rules hold.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
