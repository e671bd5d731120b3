"""scripts/mutants: which faults of one line do the tests notice?"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import instrument

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ['rules', 'record', 'notation', 'db', 'import', 'analysis', 'answers']
WORK = ROOT / 'build' / 'mutants'
COPY, BUILD, RESULTS, UNREACHED = WORK / 'source', WORK / 'build', WORK / 'results.json', WORK / 'unreached.txt'
# The texts of lines, by file, on which a fault did not compile: another build of the copy need not find that out again.
REFUSED = WORK / 'refused.json'

TEXTS = {}

# Seconds of a test; a longer one would be run again and again.
LONGEST = 20


def flags():
    libpq = subprocess.run(['pkg-config', '--variable=includedir', 'libpq'], capture_output=True, text=True).stdout.strip()
    return ['-isystem', libpq] if libpq else []


def sources(folder):
    skipped = ('/training/', '/platform/windows/')
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob('*.cpp') if not any(part in f'/{path}' for part in skipped))


def sources_with(folder, lines):
    """Those that have one of the lines; all where a header has one, for templates are found where they are used."""
    changed = None if lines is None else {file for file, _ in lines if file.startswith(folder + '/')}
    if changed is None or any(file.endswith('.h') for file in changed):
        return sources(folder)
    return [file for file in sources(folder) if file in changed]


def key(mutant):
    return mutant['file'], mutant['line'], mutant['what']


def make_copy(but):
    """The tracked files and those that git does not ignore; what has not changed keeps its time."""
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in set(listed.splitlines()) - but:
        source, target = ROOT / name, COPY / name
        if source.is_file() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
    instrument.write_if_changed(COPY / 'mutants.h', (ROOT / 'tests/mutants/mutants.h').read_bytes())
    for name in but:
        (COPY / name).parent.mkdir(parents=True, exist_ok=True)


def faulty_places(output):
    """The places that a compiler refuses, as (file, line)."""
    places = set()
    for match in re.finditer(r'^(\S+?):(\d+):\d+: (?:error|note|  required)', output, re.M):
        path = (BUILD / match[1]).resolve()
        if path.is_relative_to(COPY):
            places.add((str(path.relative_to(COPY)), int(match[2])))
    return places


def text_at(file, line):
    if file not in TEXTS:
        TEXTS[file] = (ROOT / file).read_text().splitlines()
    return TEXTS[file][line - 1].strip()


def refused_before(mutants):
    """Places of earlier builds: by their lines where the file is as it was, else by their texts."""
    refused = json.loads(REFUSED.read_text()) if REFUSED.exists() else {}
    places = set()
    for file in {mutant.file for mutant in mutants} & refused.keys():
        lines = (ROOT / file).read_text().splitlines()
        known = {int(line): text for line, text in refused[file].items()}
        if all(line <= len(lines) and lines[line - 1].strip() == text for line, text in known.items()):
            places |= {(file, line) for line in known}
        else:
            places |= {(file, i) for i, line in enumerate(lines, 1) if line.strip() in known.values()}
    return places


def remember_refused(places):
    refused = json.loads(REFUSED.read_text()) if REFUSED.exists() else {}
    for file, line in places:
        if (ROOT / file).is_file():
            refused.setdefault(file, {})[str(line)] = text_at(file, line)
    REFUSED.write_text(json.dumps(refused, indent=1))


def find_and_build(folders, programs, lines):
    """`lines`: None, or the only ones that may be wrong: what is not touched need not be built again."""
    mutants = []
    for folder in folders:
        here = instrument.find(ROOT, folder, sources_with(folder, lines), flags(), mutants[-1].id + 1 if mutants else 1)
        if lines is not None:
            here = [mutant for mutant in here if (mutant.file, mutant.line) in lines]
        print(f'{folder}: {len(here)} places', flush=True)
        mutants += here
    files = {mutant.file for mutant in mutants}
    make_copy(files)
    mutants = instrument.drop_faulty(mutants, refused_before(mutants))
    instrument.write(ROOT, COPY, mutants, files)
    # g++ 12 crashes in that pass at the many branches.
    subprocess.run(['cmake', '-S', COPY, '-B', BUILD, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG', '-DYARI_PYTHON=OFF', '-DYARI_SQL=OFF', '-DYARI_LIBRARY=OFF',
                    '-DCMAKE_CXX_FLAGS=-fmax-errors=0 -w -fno-ipa-cp'], check=True, stdout=subprocess.DEVNULL)
    targets = ['--target', *(f'test_{name}' for name in programs)] if programs else []
    for _ in range(12):
        instrument.write(ROOT, COPY, mutants, files)
        built = subprocess.run(['cmake', '--build', BUILD, *targets, '--', '-k', '0'], capture_output=True, text=True)
        if built.returncode == 0:
            return mutants
        places = faulty_places(built.stdout + built.stderr)
        (WORK / 'errors.log').write_text(built.stdout + built.stderr)
        remember_refused(places)
        kept = instrument.drop_faulty(mutants, places)
        print(f'{len(mutants) - len(kept)} do not compile', flush=True)
        if len(kept) == len(mutants):
            sys.exit(f'the copy does not build: {WORK}/errors.log')
        mutants = kept
    sys.exit('the copy does not build')


class Test:
    def __init__(self, row):
        self.name, self.command = row['name'], row['command']
        properties = {item['name']: item['value'] for item in row.get('properties', [])}
        self.folder = properties.get('WORKING_DIRECTORY', str(BUILD))
        self.environment = dict(item.split('=', 1) for item in properties.get('ENVIRONMENT', []))
        self.slow = 'slow' in properties.get('LABELS', [])
        self.seconds = 0.0
        self.reached = set()

    def run(self, environment, limit):
        """None if it takes too long, else its exit code."""
        child = subprocess.Popen(self.command, cwd=self.folder, env={**os.environ, **self.environment, **environment}, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()


def tests():
    listed = subprocess.run(['ctest', '--show-only=json-v1'], cwd=BUILD, capture_output=True, text=True, check=True).stdout
    rows = [row for row in json.loads(listed)['tests'] if 'command' in row]
    left_out = ('structure', 'install', 'interop', 'python', 'wasm')
    return [Test(row) for row in rows if not row['name'].startswith(left_out) and pathlib.Path(row['command'][0]).exists()]


def record(test, size):
    """Runs a test as it is, and keeps which mutants it reaches; false if it fails."""
    with tempfile.NamedTemporaryFile(dir=WORK) as file:
        file.truncate(size)
        begun = time.monotonic()
        passed = test.run({'YARI_MUTANTS_REACHED': file.name}, LONGEST) == 0
        test.seconds = time.monotonic() - begun
        test.reached = {i for i, byte in enumerate(file.read()) if byte}
    return passed


def killer(mutant, reaching, seconds):
    """The first test that notices, or None; the second value says whether all that reach it were run."""
    spent = 0.0
    for test in reaching:
        if spent > seconds:
            return None, False
        begun = time.monotonic()
        if test.run({'YARI_MUTANT': str(mutant.id)}, 10 + 5 * test.seconds) != 0:
            return test.name, True
        spent += time.monotonic() - begun
    return None, True


def accepted():
    """Mutants that change nothing anybody could see: file, text of the line, what is changed, why, with tabs between."""
    path = ROOT / 'tests/mutants/accepted.txt'
    lines = path.read_text().splitlines() if path.exists() else []
    return {tuple(line.split('\t')[:3]) for line in lines if line and not line.startswith('#')}


def changed_lines(base):
    """Lines that differ from a commit, as (file, line)."""
    diff = subprocess.run(['git', 'diff', '-U0', base], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines, file = set(), ''
    for line in diff.splitlines():
        if line.startswith('+++ b/'):
            file = line[6:]
        elif match := re.match(r'@@ \S+ \+(\d+)(?:,(\d+))? @@', line):
            lines |= {(file, int(match[1]) + i) for i in range(int(match[2] or 1))}
    return lines


def main():
    parser = argparse.ArgumentParser(prog='scripts/mutants', description=__doc__)
    parser.add_argument('folder', nargs='*', help=f"of these: {' '.join(FOLDERS)} (all of them, if none is named)")
    parser.add_argument('--programs', metavar='FOLDER', nargs='+', help='only the tests of these folders, as "rules notation" (all)')
    parser.add_argument('--changed', metavar='COMMIT', help='only on lines that differ from COMMIT')
    parser.add_argument('--survivors', action='store_true', help='only those that no test noticed in the run before')
    parser.add_argument('--number', type=int, default=150, help='how many of each folder, chosen at random (150); 0: all')
    parser.add_argument('--seed', type=int, default=1, help='of that choice (1)')
    parser.add_argument('--seconds', type=float, default=60, help='of tests for one mutant, the quickest first (60)')
    parser.add_argument('--slow', action='store_true', help='with the tests labelled slow')
    options = parser.parse_args()
    folders = options.folder or FOLDERS
    WORK.mkdir(parents=True, exist_ok=True)
    lines = changed_lines(options.changed) if options.changed else None
    mutants = find_and_build(folders, options.programs, lines)
    if not mutants:
        sys.exit(0)

    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    runs = [test for test in tests() if options.slow or not test.slow]
    passed = list(pool.map(lambda test: record(test, mutants[-1].id + 1), runs))
    print(f'{passed.count(False)} of {len(runs)} tests fail in the copy as it is, or take too long, and are left out:',
          ', '.join(test.name for test, ok in zip(runs, passed) if not ok) or 'none', flush=True)
    runs = sorted((test for test, ok in zip(runs, passed) if ok), key=lambda test: test.seconds)
    reached = set().union(*(test.reached for test in runs))
    UNREACHED.write_text(''.join(f'{mutant.file}:{mutant.line}: {mutant.what}\n' for mutant in mutants
                                 if mutant.id not in reached and not mutant.constant))

    known = accepted()
    survivors = {key(result) for result in json.loads(RESULTS.read_text()) if not result['by']} if options.survivors else None
    rng = random.Random(options.seed)
    results = []
    for folder in folders:
        here = [mutant for mutant in mutants if mutant.file.startswith(folder + '/')]
        if survivors is not None:
            here = [mutant for mutant in here if key(vars(mutant)) in survivors]
        elif lines is None and 0 < options.number < len(here):
            here = sorted(rng.sample(here, options.number), key=lambda mutant: mutant.id)

        def judge(mutant):
            source = text_at(mutant.file, mutant.line)
            if (mutant.file, source, mutant.what) in known:
                return None
            reaching = [test for test in runs if mutant.id in test.reached]
            if mutant.constant and not reaching:
                return None
            by, all_run = killer(mutant, reaching, options.seconds)
            if not by:
                why = 'reached by no test' if not reaching else f'{len(reaching)} tests' + ('' if all_run else f', of which {options.seconds:.0f} s were run')
                print(f'{mutant.file}:{mutant.line}: {mutant.what} ({why})\n    {source}', flush=True)
            return {'file': mutant.file, 'line': mutant.line, 'what': mutant.what, 'source': source, 'by': by, 'tests': len(reaching)}

        judged = [result for result in pool.map(judge, here) if result]
        noticed = sum(1 for result in judged if result['by'])
        if judged:
            print(f'harden: mutants.{folder} {100 * noticed / len(judged):.1f}% ', flush=True)
        results += judged
    print(f"{sum(1 for result in results if result['by'])} of {len(results)} were noticed")
    if survivors is None:
        RESULTS.write_text(json.dumps(results, indent=1))
    sys.exit(any(not result['by'] for result in results))


if __name__ == '__main__':
    main()
