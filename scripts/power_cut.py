#!/usr/bin/env python3
"""Replays a run of gridlock with the writes lost that a power cut can take, and runs the command again.

    scripts/power_cut.py PROGRAM OUTPUT COMMAND...

Runs in the current folder, which holds the inputs; scripts/faults.sh calls it. strace records the calls of one run. After each call that
changes the disk, the states that a power cut can leave are built anew in other folders:

    strict        only what was synced: the content of files by fsync of the file, names by fsync of their folder
    names first   all names, but only synced content, as a file system with a journal for names leaves it
    content first only synced names, but all content

In each state the same command must succeed, with the bytes of a run without a cut, and leave nothing else. Work that a run had saved must
be there in the strict state: as many lines of the manifest as were synced. Prints the number of states and of wrong ones, and each wrong
one; exits with 1 if there is any.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CALLS = "openat,write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,rmdir,close,ftruncate"
LINE = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
ARGUMENT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"|([^,\s][^,]*)')


class File:
    def __init__(self, data=b""):
        self.data, self.synced = data, data


class Folder:
    def __init__(self):
        self.names, self.synced = {}, {}

    def state(self, names, content):
        """The folder as a value: names to bytes, or to the states of folders."""
        entries = getattr(self, names)
        return {n: getattr(e, content) if isinstance(e, File) else e.state(names, content) for n, e in entries.items()}


def load(path):
    """The folder at `path`, synced."""
    folder = Folder()
    for entry in os.scandir(path):
        folder.names[entry.name] = load(entry.path) if entry.is_dir() else File(open(entry.path, "rb").read())
    folder.synced = dict(folder.names)
    return folder


def write(state, path):
    os.mkdir(path)
    for name, value in state.items():
        if isinstance(value, dict):
            write(value, os.path.join(path, name))
        else:
            with open(os.path.join(path, name), "wb") as file:
                file.write(value)


class Disk:
    """A disk on which the recorded calls are made."""

    def __init__(self, root, path):
        self.root, self.path, self.open = root, path, {}

    def find(self, start, path):
        """The folder that holds a path, and the last name of the path; None for a path elsewhere."""
        folder = self.root if start == "AT_FDCWD" else self.open.get(start)
        if path.startswith(self.path):
            folder, path = self.root, path[len(self.path) + 1 :]
        if not isinstance(folder, Folder) or path.startswith("/"):
            return None
        *above, name = [part for part in path.split("/") if part not in ("", ".")] or ["."]
        for part in above:
            folder = folder.names.get(part)
            if not isinstance(folder, Folder):
                return None
        return folder, name

    def call(self, name, arguments, result):
        """Makes a call; returns whether it changed the content of the disk or which part of it is synced."""
        if name == "openat":
            place = self.find(arguments[0], arguments[1])
            self.open.pop(str(result), None)
            if place is None:
                return False
            folder, last = place
            entry = folder if last == "." else folder.names.get(last)
            new = entry is None and "O_CREAT" in arguments[2]
            if new:
                entry = folder.names[last] = File()
            if isinstance(entry, File) and "O_TRUNC" in arguments[2]:
                entry.data = b""
            self.open[str(result)] = entry
            return new
        if name == "close":
            self.open.pop(arguments[0], None)
            return False
        if name in ("write", "fsync", "fdatasync", "ftruncate"):
            entry = self.open.get(arguments[0])
            if entry is None:
                return False
            if name == "write":
                entry.data += arguments[1][:result]  # every file is written from its beginning to its end
            elif name == "ftruncate":
                entry.data = entry.data[: int(arguments[1])]
            elif isinstance(entry, File):
                entry.synced = entry.data
            else:
                entry.synced = dict(entry.names)
            return True
        if name in ("rename", "renameat", "renameat2"):
            source, target = (("AT_FDCWD", arguments[0]), ("AT_FDCWD", arguments[1])) if name == "rename" else (arguments[:2], arguments[2:4])
            (folder, last), (to, new) = self.find(*source), self.find(*target)
            to.names[new] = folder.names.pop(last)
            return True
        place = self.find(*(arguments[:2] if name == "unlinkat" else ("AT_FDCWD", arguments[0])))
        if place is None:
            return False
        if name == "mkdir":
            place[0].names[place[1]] = Folder()
        else:
            place[0].names.pop(place[1], None)
        return True


def text(argument):
    """An argument of strace: text of a path, or the word."""
    quoted, word = argument
    return bytes.fromhex(quoted.replace("\\x", "")) if quoted or not word else word


def calls(path):
    """The successful calls of a recording. Paths are text, what is written is bytes."""
    for line in open(path):
        match = LINE.match(line)
        if match and int(match[3]) >= 0:
            arguments = [text(argument) for argument in ARGUMENT.findall(match[2])]
            if match[1] != "write":
                arguments = [os.fsdecode(argument) if isinstance(argument, bytes) else argument for argument in arguments]
            yield match[1], arguments, int(match[3])


def main():
    program, output, *command = sys.argv[1:]
    work = tempfile.mkdtemp(dir=os.path.dirname(os.getcwd()))
    try:
        sys.exit(replay(program, output, command, work))
    finally:
        shutil.rmtree(work)


def replay(program, output, command, work):
    reference, recording = os.path.join(work, "reference"), os.path.join(work, "calls")
    shutil.copytree(".", reference)
    disk = Disk(load("."), reference)
    record = ["strace", "-qq", "-xx", "-s", "100000000", "-e", f"trace={CALLS}", "-o", recording, program, *command]
    subprocess.run(record, cwd=reference, check=True, stderr=subprocess.DEVNULL)
    wanted = load(reference).state("names", "data")
    seen, wrong, saved = set(), 0, 0
    for name, arguments, result in calls(recording):
        if not disk.call(name, arguments, result):
            continue
        manifest = disk.root.names.get(f"{output}.run", Folder()).names.get("manifest", File())
        strict = disk.root.state("synced", "synced")
        saved = manifest.synced.count(b"\n") if f"{output}.run" in disk.root.names else 0
        survives = strict.get(f"{output}.run", {}).get("manifest", b"").count(b"\n")
        if name == "fdatasync" and survives < saved:
            wrong += 1
            print(f"{saved - 1} parts are saved, but only {max(survives - 1, 0)} survive: after {name}")
        for kind, state in (
            ("strict", strict),
            ("names first", disk.root.state("names", "synced")),
            ("content first", disk.root.state("synced", "data")),
        ):
            if repr(state) in seen or state == wanted:  # the latter: the run was complete
                continue
            seen.add(repr(state))
            problem = run_again(program, command, state, wanted, work)
            if problem:
                wrong += 1
                print(f"{kind}, after {name}({', '.join(map(str, arguments))[:120]}): {problem}")
    print(f"{len(seen)} states, {wrong} wrong")
    return 1 if wrong else 0


def run_again(program, command, state, wanted, work):
    """What is wrong after the command was run in a state; None if nothing is."""
    folder = os.path.join(work, "state")
    write(state, folder)
    try:
        run = subprocess.run([program, *command], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, timeout=120)
        found = load(folder).state("names", "data")
        if run.returncode != 0 or b"panicked" in run.stderr:
            return f"exit code {run.returncode}: {run.stderr.decode(errors='replace').strip()}, in {tree(state)}"
        if found != wanted:
            return f"other files: {tree(found)} after {tree(state)}"
    finally:
        shutil.rmtree(folder)


def tree(state):
    return {name: tree(value) if isinstance(value, dict) else len(value) for name, value in state.items()}


if __name__ == "__main__":
    main()
