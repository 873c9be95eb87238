# Runs small commands of the program while one of its calls for memory, input or output fails.
#
# Whatever fails, the program ends by itself with status 0, 1 or 2, writes one line on standard error
# where that is not 0, and leaves neither half a file under a final name nor a hidden one. Where it
# reports success, its files are those of a run without a fault.
#
#   check_faults.py PROGRAM SHIM                     calls chosen by chance, for a minute; by the day
#   check_faults.py PROGRAM SHIM --sites             one call of each call stack, whatever the command
#   check_faults.py PROGRAM SHIM --all               every call, command by command; what several
#                                                    commands do before they differ, once
#   check_faults.py PROGRAM SHIM --only gif:io:12:5  one fault again: command, kind, call, what it does;
#                                                    with --gdb and where a signal ended it
import argparse
import collections
import concurrent.futures
import csv
import ctypes
import dataclasses
import datetime
import errno
import multiprocessing
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

IGNORED_STATUS = 77  # of the preloaded library, for a signal in such a function
ADDRESSES_ARE_FIXED = 0x0040000  # of personality(2); where it is refused, more calls seem different
DEADLINE = 60  # seconds; a run without a fault takes less than one
# Functions that end the program when there is no memory: the destructor of a JSON value, which
# allocates, and follows a null pointer where its object could not be made, and CLI11's
# searches for a subcommand and an option, which must not throw and copy the name.
IGNORED = ('json_value7destroy', 'CLI3App16_find_subcommand', 'CLI3App19get_option_no_throw',
           'CLI6Option10check_name')
FFMPEG = '#!/bin/sh\nfor last; do :; done\ncat > "${last#file:}"\n'
LECTURE = '''{"heatwave": "lecture", "version": 1, "title": "Two steps", "steps": [
{"title": "A wave", "text": "It runs.", "room": "fields", "scene":
 {"name": "small", "title": "Small", "equation": "wave", "size": [24, 16],
 "initial": [{"form": "gaussian", "centre": [12, 8], "radius": 2, "height": 1}]},
 "commands": [{"do": "play"}]},
{"title": "A race", "text": "Who is first?", "room": "stage", "stage": {"lesson": "race"}}]}
'''


@dataclasses.dataclass(frozen=True)
class Command:
    """Words of a command line; it is run in a folder with in/, and writes into out/."""
    name: str
    words: str
    fixed: bool = True     # the files are the same, byte for byte, in each run
    says_same: bool = False  # and so is standard output
    old: str = ''          # a file that is there already
    optional: str = ''     # a folder whose files may be missing, for the run then goes on


# Several threads besides the first, so that one of them can fail when others have started.
FIELD = 'run --scene wave-drop --size 24x16 --threads 4 --steps 6'
COMMANDS = [
    Command('png', FIELD + ' --with bar,outlines --png out/a.png'),
    Command('replace', FIELD + ' --force --png out/a.png', old='a.png'),
    Command('frames', FIELD + ' --every 2 --out out/deep/frames'),
    Command('apng', FIELD + ' --every 2 --out out/a.apng'),
    Command('gif', FIELD + ' --every 2 --out out/a.gif'),
    Command('film', FIELD + ' --every 2 --out out/a.mp4'),
    Command('array', FIELD + ' --dump out/deep/a.npy'),
    Command('csv', FIELD + ' --probe 3,3 --csv out/a.csv'),
    Command('record', FIELD + ' --record out/a.hwrec', fixed=False),
    Command('replay', 'replay in/a.hwrec --threads 2 --png out/a.png'),
    Command('load', 'run --scene in/scene.json --size 24x16 --load in/a.npy --threads 1 --steps 2'
            ' --dump out/a.npy'),
    Command('picture', FIELD + ' --picture in/a.png --as field --dump out/a.npy'),
    Command('lab', 'lab reverse --quick --n 1K --repeat 1 --csv --out out/lab.csv', fixed=False),
    Command('stage', 'stage race --json', says_same=True),
    Command('lecture', 'lecture in/two.hwl --check --threads 1'),
    Command('typed', 'run --scene schnakenberg --size 24x16 --threads 1 --steps 2 --dump out/a.npy'),
    Command('checkpoint', FIELD + ' --checkpoint out/saved --checkpoint-every 6 --dump out/a.npy',
            optional='saved'),
    Command('handout', 'lecture in/two.hwl --handout out/a.html'),
    Command('info', 'info --json'),
]

IO_FAULTS = {
    'open': ('EMFILE', 'EIO', 'EACCES', 'ENOSPC'),
    'read': ('EIO', 'EINTR', 'short', 'zero'), 'pread': ('EIO', 'EINTR', 'short', 'zero'),
    'write': ('ENOSPC', 'EIO', 'EINTR', 'short', 'zero'),
    'pwrite': ('ENOSPC', 'EIO', 'EINTR', 'short', 'zero'),
    'send': ('EPIPE', 'EINTR', 'short', 'zero'), 'poll': ('EINTR', 'ENOMEM'),
    'waitpid': ('EINTR', 'ECHILD'), 'flock': ('EWOULDBLOCK', 'ENOLCK'),
    'linkat': ('ENOSPC', 'EIO', 'EEXIST'), 'rename': ('EIO', 'ENOSPC'), 'mkdir': ('ENOSPC', 'EIO'),
    'pthread_create': ('EAGAIN',), 'socketpair': ('EMFILE',), 'memfd_create': ('EMFILE',),
    'posix_spawnp': ('EAGAIN', 'ENOENT'),
}


def faults_of(kind, name):
    if kind == 'memory':
        return ('ENOMEM', 'ENOMEM:on')
    return IO_FAULTS.get(name.removesuffix('64'), ('EIO',))


@dataclasses.dataclass(frozen=True)
class Fault:
    command: Command
    kind: str
    call: int  # counted from 1
    name: str  # of the function
    fails_as: str

    def __str__(self):
        return f'{self.command.name}:{self.kind}:{self.call}:{self.fails_as}'

    def setting(self):
        first, *rest = self.fails_as.split(':')
        return ':'.join([self.kind, str(self.call), str(getattr(errno, first, first)), *rest])


@dataclasses.dataclass(frozen=True)
class Outcome:
    status: int | None  # None: the deadline was over
    out: str
    err: str
    files: dict  # path in out/: bytes; None: a folder


class Runner:
    def __init__(self, program, shim, root):
        self.program, self.shim, self.root = program, shim, root
        self.gdb = False  # whether the next runs are to print where a signal ended the program
        # The same addresses in each run, so that equal call stacks have equal hashes.
        ctypes.CDLL(None).personality(ADDRESSES_ARE_FIXED)
        self.input = root / 'in'
        self.input.mkdir()
        (root / 'bin').mkdir()
        (root / 'bin' / 'ffmpeg').write_text(FFMPEG)
        (root / 'bin' / 'ffmpeg').chmod(0o755)
        self.assets = root / 'assets'
        self.assets.mkdir()
        for each in self.program_assets().iterdir():
            (self.assets / each.name).symlink_to(each)
        self.ignored = self.ignored_functions()
        self.make_input()

    def ignored_functions(self):
        """As HEATWAVE_FAULT_IGNORED has them."""
        listed = subprocess.run(['nm', '-S', '--defined-only', self.program], check=True, text=True,
                                capture_output=True).stdout
        ranges = []
        for line in listed.splitlines():
            address, size, _, name = (line.split() + [''] * 4)[:4]
            if any(each in name for each in IGNORED):
                ranges.append(f'{address}:{int(address, 16) + int(size, 16):x}')
        return ','.join(ranges)

    def make_input(self):
        made = (Command('', FIELD + ' --png out/a.png --dump out/a.npy'),
                Command('', FIELD + ' --record out/a.hwrec'),
                Command('', 'lab reverse --quick --n 1K --repeat 1 --json --out out/lab.json'))
        for command in made:
            for name, data in sorted(self.run(command).files.items()):
                if data is None:
                    (self.input / name).mkdir()
                else:
                    (self.input / name).write_bytes(data)
        (self.input / 'two.hwl').write_text(LECTURE)
        shutil.copy(self.assets / 'scenes' / 'wave-drop.json', self.input / 'scene.json')
        # All measurements that were recorded would be a hundred thousand calls.
        (self.assets / 'measurements').unlink()
        (self.assets / 'measurements').mkdir()
        (self.input / 'lab.json').rename(self.assets / 'measurements' / 'lab.json')

    def program_assets(self):
        for place in ('assets', '../assets', '../../assets'):
            if (self.program.parent / place / 'scenes').is_dir():
                return (self.program.parent / place).resolve()
        sys.exit('the program has no assets')

    def run(self, command, **settings):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.root))
        try:
            out = folder / 'out'
            out.mkdir()
            (folder / 'home').mkdir()
            (folder / 'in').symlink_to(self.input)
            if command.old:
                (out / command.old).write_bytes(b'old')
            environment = {'PATH': f'{self.root}/bin:/usr/bin:/bin', 'HOME': str(folder / 'home'),
                           'HEATWAVE_ASSETS': str(self.assets)}
            preloaded = {'LD_PRELOAD': str(self.shim), 'HEATWAVE_FAULT_IGNORED': self.ignored,
                         **settings}
            words = [str(self.program), *command.words.split()]
            if self.gdb:
                wrapper = ' '.join(f'{name}={value}' for name, value in preloaded.items())
                words = ['gdb', '-q', '-batch', '-ex',
                         f'set exec-wrapper env {wrapper}', '-ex', 'run', '-ex', 'bt', '--args',
                         *words]
            else:
                environment.update(preloaded)
            with open(folder / 'stdout', 'wb') as said, open(folder / 'stderr', 'wb') as complained:
                child = subprocess.Popen(words, cwd=folder, env=environment, stdout=said,
                                         stderr=complained, stdin=subprocess.DEVNULL)
                # A wait with a time limit polls, which takes longer than most runs.
                is_over = threading.Event()
                limit = threading.Timer(DEADLINE, lambda: (is_over.set(), child.kill()))
                limit.start()
                status = child.wait()
                limit.cancel()
                if is_over.is_set():
                    status = None
            files = {str(path.relative_to(out)): None if path.is_dir() else path.read_bytes()
                     for path in out.rglob('*')}
            return Outcome(status, (folder / 'stdout').read_text(errors='replace'),
                           (folder / 'stderr').read_text(errors='replace'), files)
        finally:
            shutil.rmtree(folder)

    def calls(self, command):
        """The outcome without a fault, and the calls: (kind, number, name, stack, way).

        The way is a hash of all calls of the kind until then."""
        log = self.root / f'{command.name}.log'
        whole = self.run(command, HEATWAVE_FAULT_LOG=str(log))
        if whole.status != 0:
            sys.exit(f'{command.name} fails without a fault: {whole.err}')
        counts, ways, calls = {}, {}, []
        for line in log.read_text().splitlines():
            kind, name, stack = line.split()
            counts[kind] = counts.get(kind, 0) + 1
            ways[kind] = hash((ways.get(kind), name, stack))
            calls.append((kind, counts[kind], name, stack, ways[kind]))
        return whole, calls


def is_whole(name, data):
    """Of files whose bytes differ from run to run."""
    if name.endswith('.hwrec'):
        return True  # it grows line by line and survives its program
    rows = list(csv.reader(data.decode().splitlines()))
    return data.endswith(b'\n') and len({len(row) for row in rows}) == 1


def is_optional(command, name):
    return command.optional != '' and (name + '/').startswith(command.optional + '/')


def problems(fault, outcome, whole):
    command = fault.command
    if outcome.status is None:
        yield f'has not ended within {DEADLINE} s'
        return
    if outcome.status == IGNORED_STATUS:
        return
    if outcome.status not in (0, 1, 2):
        yield f'ended with status {outcome.status}'
    lines = [line for line in outcome.err.splitlines() if line not in whole.err.splitlines()]
    if outcome.status in (1, 2) and len(lines) != 1:
        yield f'wrote {len(lines)} lines on standard error'
    if 'std::' in outcome.err or 'terminate' in outcome.err:
        yield 'did not write a sentence'
    made, expected = ({name for name in each.files if not is_optional(command, name)}
                      for each in (outcome, whole))
    if outcome.status == 0 and made != expected:
        yield f'reported success with {sorted(made)} in place of {sorted(expected)}'
    if outcome.status == 0 and command.says_same and outcome.out != whole.out:
        yield 'reported success and printed something else'
    # A checkpoint without this file is none.
    saved_whole = any(name.endswith('/checkpoint.json') for name in outcome.files)
    for name, data in outcome.files.items():
        if any(part.startswith('.') for part in pathlib.PurePath(name).parts):
            yield f'left {name}'
        elif name not in whole.files:
            yield f'made {name}'
        elif data is None:
            if not is_optional(command, name) and not any(other.startswith(name + '/') for other in outcome.files):
                yield f'left the empty folder {name}'
        elif name == command.old and data == b'old' and outcome.status != 0:
            pass
        elif is_optional(command, name) and not saved_whole:
            pass
        elif data != whole.files[name] if command.fixed else not is_whole(name, data):
            yield f'left a file that is not whole: {name}'


def chosen(calls, arguments, rng):
    """The calls to be tried, in the order in which they are."""
    different = {}
    for command, (kind, number, name, stack, way) in calls:
        key = (kind, number, way) if arguments.all else (kind, name, stack)
        different.setdefault(key, (command, (kind, number, name)))
    calls = list(different.values())
    if not arguments.sites and not arguments.all:
        rng.shuffle(calls)
    return calls


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program', type=pathlib.Path,
                        help='the heatwave to test')
    parser.add_argument('shim', type=pathlib.Path,
                        help='the preloaded library')
    parser.add_argument('--sites', action='store_true',
                        help='fail one call of each call stack, whatever the command')
    parser.add_argument('--all', action='store_true',
                        help='fail every call')
    parser.add_argument('--only', default='',
                        help='repeat one fault: COMMAND:KIND:CALL:FAULT')
    parser.add_argument('--gdb', action='store_true',
                        help='show where a signal ended the program')
    parser.add_argument('--commands', default='',
                        help='run these commands alone')
    parser.add_argument('--kind', default='',
                        help='fail calls of this kind alone')
    parser.add_argument('--seed', default=str(datetime.date.today()),
                        help='chooses the calls; by default the day')
    parser.add_argument('--seconds', type=float,
                        help='end after this time; by default a minute, and with --sites and --all at the'
                        ' end')
    parser.add_argument('--from', type=int, default=0, dest='first',
                        help='leave out this many faults, which were tried before')
    parser.add_argument('--jobs', type=int, default=2,
                        help='programs at a time')
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    seconds = arguments.seconds or (1e9 if arguments.all or arguments.sites else 60)
    end = time.monotonic() + seconds
    names = [arguments.only.split(':')[0]] if arguments.only else arguments.commands.split(',')
    commands = [each for each in COMMANDS if names == [''] or each.name in names]
    with tempfile.TemporaryDirectory(prefix='heatwave-faults-') as root:
        runner = Runner(arguments.program.resolve(), arguments.shim.resolve(), pathlib.Path(root))
        found = check(runner, commands, arguments, rng, end)
    sys.exit(1 if found else 0)


class Attempts:
    """Tries faults, in processes of their own: making one takes much of the interpreter's time."""

    def __init__(self, runner, whole, arguments, end):
        self.runner, self.whole, self.arguments, self.end = runner, whole, arguments, end

    def __call__(self, fault):
        """What was found; None: the time was over."""
        if time.monotonic() > self.end:
            return None
        self.runner.gdb = self.arguments.gdb
        outcome = self.runner.run(fault.command, HEATWAVE_FAULT=fault.setting())
        if outcome.status is None:  # a virtual machine may have been halted meanwhile
            outcome = self.runner.run(fault.command, HEATWAVE_FAULT=fault.setting())
        if self.arguments.only:
            print(outcome.out, outcome.err)
        return [f'{fault} ({fault.name}): {problem}; it said {outcome.err!r}'
                for problem in problems(fault, outcome, self.whole[fault.command])]


def check(runner, commands, arguments, rng, end):
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tried = list(zip(commands, pool.map(runner.calls, commands)))
    whole = {command: result for command, (result, _) in tried}
    calls = [(command, call) for command, (_, all_calls) in tried for call in all_calls
             if arguments.kind in ('', call[0])]
    if arguments.only:
        _, kind, number, fails_as = arguments.only.split(':', 3)
        faults = [Fault(commands[0], kind, int(number), '', fails_as)]
    else:
        faults = [Fault(command, kind, number, name, fails_as)
                  for command, (kind, number, name) in chosen(calls, arguments, rng)
                  for fails_as in faults_of(kind, name)][arguments.first:]
    count, found, covered = 0, 0, collections.Counter()
    of_command = collections.Counter(fault.command.name for fault in faults)
    attempts = Attempts(runner, whole, arguments, end)
    with multiprocessing.get_context('fork').Pool(arguments.jobs) as pool:
        for fault, result in zip(faults, pool.imap(attempts, faults, chunksize=8)):
            if result is None:
                break
            count += 1
            found += bool(result)
            if arguments.all and count % 1000 == 0:
                print(f'{arguments.first + count} faults tried', flush=True)
            for line in result:
                print(line, flush=True)
            name = fault.command.name
            covered[name] += 1
            if arguments.all and covered[name] == of_command[name]:
                print(f'{name}: all {of_command[name]} faults tried', flush=True)
    print(f'{count} of {len(faults)} faults tried, seed {arguments.seed}: {found} found something')
    return found


if __name__ == '__main__':
    main()
