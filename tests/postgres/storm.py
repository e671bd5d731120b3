#!/usr/bin/env python3
"""Kills importers, workers and servers of a cluster of three at random, or stops a server for a while.

    tests/postgres/storm.py YARI kills [ROUNDS]     (or YARI_STORM_KILLS; 3, with YARI_THOROUGH 6)
    tests/postgres/storm.py YARI stop [SECONDS]     (or YARI_STORM_STOP; 2, with YARI_THOROUGH 3)

YARI_STORM_GAMES games, else 30, with YARI_THOROUGH 60.

kills: two importers and three workers run; each round kills one of them, or a server, with SIGKILL, and starts it again.
stop: two importers and ten workers run while a server is stopped for SECONDS; no program is started again.

Afterwards games and annotations must be those of an undisturbed run, no game annotated twice but after a lease that ended,
and no lease longer than its limit. Exit code 77 where PostgreSQL is not installed.
"""
import collections
import contextlib
import glob
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LEASE = 3
THOROUGH = bool(os.environ.get("YARI_THOROUGH"))
BIN = max(glob.glob("/usr/lib/postgresql/*/bin"), default="")
AS_USER = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
SAMPLES = sorted(glob.glob(str(pathlib.Path(__file__).resolve().parents[2] / "samples" / "*.psn")))
NOWHERE = subprocess.DEVNULL


def run(*words, check=True):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)
    if check and done.returncode not in (0, 1):
        sys.exit(f"exit code {done.returncode}: {' '.join(map(str, words))}\n{done.stderr}")
    return done


class Server:
    def __init__(self, folder, *initdb):
        self.folder = folder
        folder.mkdir()
        if AS_USER:
            shutil.chown(folder, "postgres")
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.call("initdb", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C", *initdb)
        self.start()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def call(self, program, *words):
        return subprocess.run([*AS_USER, f"{BIN}/{program}", "-D", f"{self.folder}/data", *words], cwd=self.folder,
                              stdout=NOWHERE, stderr=NOWHERE, check=False).returncode

    def start(self):
        options = (f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=32MB"
                   " -c max_connections=80")
        for _ in range(100):  # What is left of a killed one goes first.
            if self.call("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", options, "start") == 0:
                return
            time.sleep(0.2)
        sys.exit("a server does not start")

    def stop(self, how="fast"):
        self.call("pg_ctl", "-m", how, "-w", "stop")

    def kill(self):
        process = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        for child in (process, *map(int, pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


class Storm:
    def __init__(self, program, folder, games):
        self.program, self.folder = program, folder
        self.servers = [Server(folder / f"s{i}") for i in range(3)]
        run(program, "cluster", "create", *(s.url for s in self.servers))
        self.db = self.servers[0].url
        self.files = self.write_games(games)
        # A first look at less than all nodes is left out where another game had the position in doubt.
        self.queue = ["annotate", "--queue", "--all", "--quiet", "--nodes", "60", "--screen", "100"]
        self.longest, self.numbers = 0, collections.Counter()

    def write_games(self, count):
        """Beginnings of the samples, each once, in files of ten for two importers."""
        samples = self.folder / "samples.ydb"
        run(self.program, "import", "--db", samples, *SAMPLES)
        lines = run(self.program, "export", "--to", "usi", "--variant", "shogi", "--db", samples).stdout.splitlines()

        def beginnings_of(plies):
            return sorted({" ".join(line.split()[:2 + n]) for line in lines for n in plies})

        # How a position is annotated depends on whether two games come to it at that time. Two do from the start: whole
        # games that hold all others.
        self.whole = self.folder / "whole.usi"
        self.whole.write_text("\n".join(beginnings_of((58, 59))) + "\n", encoding="utf-8")
        run(self.program, "import", "--db", self.db, self.whole)
        beginnings = beginnings_of(range(6, 58))
        random.Random(1).shuffle(beginnings)
        files = [[], []]
        for at in range(0, min(count, len(beginnings)), 10):
            file = self.folder / f"{at}.usi"
            file.write_text("\n".join(beginnings[at:at + 10]) + "\n", encoding="utf-8")
            files[at // 10 % 2].append(file)
        return files

    def start(self, kind, name, *words):
        """A program in the background; what it prints goes to a file of its own."""
        self.numbers[kind] += 1
        out = self.folder / f"{kind}-{name}-{self.numbers[kind]}"
        with open(out, "wb") as stream, open(f"{out}.err", "wb") as errors:
            return subprocess.Popen([self.program, *map(str, words), "--db", self.db], stdin=subprocess.PIPE, stdout=stream,
                                    stderr=errors)

    def importer(self, i, *files):
        return self.start("import", i, "import", "--jobs", "1", "--json", *(files or [self.files[i][0]]))

    def worker(self, i):
        return self.start("work", i, "work", "--wait", "--lease", LEASE, "--name", f"w{i}", "--json")

    def asked(self, sql):
        done = run("psql", "-h", "127.0.0.1", "-p", self.servers[0].port, "-U", "postgres", "-At", "-c", sql, check=False)
        return done.stdout.strip()

    def look_at_leases(self):
        left = self.asked("SELECT coalesce(max(lease_end - extract(epoch FROM clock_timestamp()) * 1000), 0)::int8 "
                          "FROM yari.work WHERE state = 1")
        self.longest = max(self.longest, int(left or 0))

    def finish(self):
        """Whatever is left is done without disturbance."""
        for i in range(2):
            process = self.importer(i, *self.files[i])
            if process.wait() != 0:
                sys.exit("the last import failed")
        run(self.program, *self.queue, "--db", self.db)
        for _ in range(20):
            run(self.program, "queue", "--retry", "--db", self.db)
            run(self.program, "work", "--lease", LEASE, "--db", self.db)
            if json.loads(run(self.program, "queue", "--json", "--db", self.db).stdout)["failed"] == 0:
                return

    def done_by_workers(self):
        """Games that workers reported as done, each line once for each time."""
        done = collections.Counter()
        for file in self.folder.glob("work-*"):
            for line in file.read_text(encoding="utf-8").splitlines():
                with contextlib.suppress(json.JSONDecodeError):
                    row = json.loads(line)
                    if isinstance(row.get("game"), int):
                        done[row["game"]] += 1
        return done

    def content(self, db):
        """All records with their annotations, in no order."""
        records = run(self.program, "export", "--to", "jkf", "--db", db).stdout.splitlines()
        found = run(self.program, "find", "--variant", "shogi", "--judgement", "any", "--all-hits", "--json", "--db", db)
        hits = [json.dumps(dict(json.loads(line), game=0, hits=0)) for line in found.stdout.splitlines()]
        return sorted(records), sorted(hits)

    def compare(self):
        alone = self.folder / "alone.ydb"
        run(self.program, "import", "--db", alone, self.whole, *self.files[0], *self.files[1])
        run(self.program, "annotate", *self.queue[2:], "--db", alone)
        faults = []
        if self.content(self.db) != self.content(alone):
            faults.append("games or annotations differ")
        for db in (self.db, alone):
            verdict = run(self.program, "db", "verify", "--db", db)
            if verdict.returncode != 0:
                faults.append("verify: " + verdict.stdout[:500])
        trees = [[dict(json.loads(line), last_game=0) for line in run(
            self.program, "tree", "--depth", "3", "--variant", "shogi", "--json", "--db", db).stdout.splitlines()]
                 for db in (self.db, alone)]
        if trees[0] != trees[1]:
            faults.append("the explorer counts otherwise")
        twice = [game for game, times in self.done_by_workers().items() if times > 1]
        if twice:
            faults.append(f"annotated twice: {twice[:10]}")
        if self.longest > LEASE * 1000:
            faults.append(f"a lease of {self.longest} ms")
        return faults

    @staticmethod
    def feed(importer, files, seconds):
        """Hands the files to an importer one after the other."""
        for file in files:
            importer.stdin.write(file.read_bytes())
            importer.stdin.flush()
            time.sleep(seconds / len(files))
        importer.stdin.close()

    def kills(self, rounds):
        chance = random.Random(os.urandom(8))
        programs = {("import", i): self.importer(i) for i in range(2)} | {("work", i): self.worker(i) for i in range(3)}
        killed = collections.Counter()
        for n in range(rounds):
            victim = chance.choice([*programs, "server"])
            time.sleep(chance.random() * 0.7)
            kind = victim if victim == "server" else victim[0]
            killed[kind] += 1
            if victim == "server":
                server = chance.choice(self.servers)
                server.kill()
                server.start()
            else:
                programs[victim].kill()
            if n % 5 == 0:
                subprocess.run([self.program, *self.queue, "--db", self.db], stdout=NOWHERE, stderr=NOWHERE, check=False)
            self.look_at_leases()
            for key, process in programs.items():
                if process.poll() is not None:  # Killed, done, or ended with an error.
                    if key[0] == "import" and process.returncode == 0:
                        self.files[key[1]].append(self.files[key[1]].pop(0))
                    programs[key] = self.importer(key[1]) if key[0] == "import" else self.worker(key[1])
        for process in programs.values():
            process.kill()
        for process in programs.values():
            process.wait()
        print("storm: killed", dict(killed), "longest lease", self.longest, "ms")

    def stop(self, seconds):
        run(self.program, "import", "--db", self.db, *(files[0] for files in self.files))
        run(self.program, *self.queue, "--db", self.db)
        # They write while the server is away.
        importers = [self.importer(i, "-", "--from", "usi") for i in range(2)]
        feeders = [threading.Thread(target=self.feed, args=(importers[i], self.files[i], 5 + seconds / 2)) for i in range(2)]
        workers = [self.worker(i) for i in range(10)]
        for feeder in feeders:
            feeder.start()
        time.sleep(5)
        self.servers[random.randrange(3)].stop()
        time.sleep(seconds)
        for server in self.servers:
            if not (server.folder / "data/postmaster.pid").exists():
                server.start()
        codes = [process.wait(300) for process in importers]
        run(self.program, *self.queue, "--db", self.db)
        for _ in range(600):
            self.look_at_leases()
            if self.asked("SELECT count(*) FROM yari.work WHERE state IN (0, 1)") == "0":
                break
            time.sleep(0.5)
        ended = [process.poll() for process in workers if process.poll() is not None]
        for process in workers:
            process.send_signal(signal.SIGINT)
            process.wait(60)
        print("storm: importers ended with", codes, "workers that ended before", ended)
        if any(codes) or ended:
            sys.exit("a program did not go on by itself")


def main():
    program, what = os.path.abspath(sys.argv[1]), sys.argv[2]
    usual = {"kills": 6, "stop": 3}[what] if THOROUGH else {"kills": 3, "stop": 2}[what]
    number = int(sys.argv[3] if len(sys.argv) > 3 else os.environ.get(f"YARI_STORM_{what.upper()}", usual))
    if not BIN or not os.path.exists(f"{BIN}/initdb"):
        print("skipped: PostgreSQL is not installed (Debian: postgresql)")
        sys.exit(77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="yari-storm-"))
    folder.chmod(0o755)
    storm = None
    try:
        storm = Storm(program, folder, int(os.environ.get("YARI_STORM_GAMES", "60" if THOROUGH else "30")))
        getattr(storm, what)(number)
        storm.finish()
        faults = storm.compare()
        print(*faults or ["storm: nothing lost"], sep="\n")
        if faults:
            sys.exit(f"kept: {folder}")
    finally:
        for server in storm.servers if storm else []:
            server.stop("immediate")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
