#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assay contest import on a full disk, and killed at any moment: there is a whole folder, or none; a folder that exists has all files as
they were, or as they should become, when the next command has opened it.

usage: contest_import.py ASSAY
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402

SIZE = 8 << 20
KILLS = 12


def expect(condition, text):
    if not condition:
        raise SystemExit(text)


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def make_package(assay, folder):
    """A Contest Package with a picture, so that an import takes space."""
    contests.write_contest(assay, folder)
    package = folder / "package"
    subprocess.run([assay, "contest", "export", folder / "contest", "-o", package], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    shutil.copy(folder / "contest/accounts.yaml", package / "accounts.yaml")
    (package / "problems/data").mkdir(parents=True, exist_ok=True)
    (package / "problems/data/large.bin").write_bytes(os.urandom(1 << 20))
    return package


def fill(disk, left):
    """Leaves some bytes of the disk free."""
    info = os.statvfs(disk)
    free = info.f_bavail * info.f_frsize - left
    (disk / "filler").write_bytes(b"x" * max(0, free))


def check_full(assay, package, disk):
    to = disk / "contest"
    for left in (0, 4096, 65536, 1 << 19, 1 << 20):
        fill(disk, left)
        done = subprocess.run([assay, "contest", "import", to, package], capture_output=True, text=True, timeout=120)
        expect(done.returncode not in (0, 3) and "No space left" in done.stderr, f"{left} bytes are free: {done.returncode} {done.stderr}")
        expect([path.name for path in disk.iterdir()] == ["filler"], f"{left} bytes are free: there are {sorted(disk.iterdir())}")
        (disk / "filler").unlink()
    subprocess.run([assay, "contest", "import", to, package], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # A folder that exists: accounts are added to it.
    table = disk / "accounts.tsv"
    table.write_text("accounts\t1\n" + "".join(f"judge\tJudge {i}\tjudge{i}\tcorrect-{i}\n" for i in range(200)))
    before = files_of(to)
    fill(disk, 4096)
    done = subprocess.run([assay, "contest", "import", to, table], capture_output=True, text=True, timeout=120)
    expect(done.returncode not in (0, 3) and "No space left" in done.stderr, f"accounts on a full disk: {done.returncode} {done.stderr}")
    expect(files_of(to) == before, "an import of accounts on a full disk changed the folder")


def kill_after(seconds, command):
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.kill()


def time_of(command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def check_kills(assay, package, folder):
    to = folder / "imported"
    command = [assay, "contest", "import", to, package]
    whole_s = time_of(command)
    wanted = files_of(to)
    for kill in range(KILLS):
        shutil.rmtree(to, ignore_errors=True)
        kill_after(whole_s * 1.2 * kill / KILLS, command)
        if to.exists():
            expect(files_of(to) == wanted, f"a command that was killed left a part: {sorted(files_of(to))}")
    shutil.rmtree(to, ignore_errors=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    expect(files_of(to) == wanted, "the import after the kills is another one")


def check_kills_inside(assay, folder):
    to, table = folder / "imported", folder / "accounts.tsv"
    before = files_of(to)
    table.write_text("accounts\t1\njudge\tPer Austrin\taustrin\tB!5MWJiy\n")
    command = [assay, "contest", "import", to, table]
    whole_s = time_of(command)
    after = files_of(to)
    expect(after != before, "the import adds nothing")
    for kill in range(KILLS):
        for name, data in before.items():
            (to / name).write_bytes(data)
        kill_after(whole_s * 1.2 * kill / KILLS, command)
        for name, data in before.items():
            expect((to / name).read_bytes() in (data, after[name]), f"{name} is neither the old nor the new one")
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    expect(files_of(to) == after, f"the import after the kills: {sorted(files_of(to))}")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde\0\0\0\0IEND\xaeB`\x82"
TEAMS = range(101, 181)


def put_roster(folder, place, ending, picture):
    """A table, and a photo of each team."""
    (folder / "photos").mkdir(parents=True)
    rows = [f"Team {i},{i},{place},secret-of-team-{i}" for i in TEAMS]
    (folder / "teams.csv").write_text("\n".join(["team,label,place,password", *rows, ""]))
    for i in TEAMS:
        (folder / f"photos/{i}.{ending}").write_bytes(picture)
    return [folder / "teams.csv", "--photos", folder / "photos"]


def import_until(place, command, to):
    """The command cannot replace a mount point, so it ends at this place while it changes the folder."""
    subprocess.run(["mount", "--bind", to / place, to / place], check=True)
    done = subprocess.run(command, capture_output=True, text=True)
    subprocess.run(["umount", to / place], check=True)
    expect(done.returncode not in (0, 5) and "cannot be moved into place: " in done.stderr and "fix that, then run assay contest check" in done.stderr,
           f"{place}: {done.returncode} {done.stderr}")


def check_parts_of_a_roster(assay, folder):
    """Lists, new photos and the old photos that they replace change at once."""
    old, new, to = folder / "old", folder / "new", folder / "roster"
    subprocess.run([assay, "contest", "new", old], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    first = put_roster(folder / "first", "Room 1", "png", PNG)
    second = put_roster(folder / "second", "Room 2", "svg", SVG.encode())
    time_of([assay, "contest", "import", old, *first])
    # A list may name a photo.
    text = (old / "teams.yaml").read_text()
    (old / "teams.yaml").write_text(text.replace('"place": "Room 1"', '"place": "Room 1", "photo": "photo.png"', 1))
    before = files_of(old)
    shutil.copytree(old, new)
    time_of([assay, "contest", "import", new, *second])
    after = files_of(new)
    expect("teams/101/photo.svg" in after and "teams/101/photo.png" not in after, "the photo is not replaced")
    expect(b"photo.png" not in after["teams.yaml"], "the list names a photo that is gone")
    for place in ("teams/101", "teams/140", "teams/180", "teams.yaml"):
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(old, to)
        import_until(place, [assay, "contest", "import", to, *second], to)
        found = files_of(to)
        expect((to / ".assay-commit").is_dir() and found not in (before, after), f"{place}: the folder is not changed in part")
        time_of([assay, "contest", "check", to])
        found = files_of(to)
        expect(found == after, f"{place}: the import is not completed: {sorted(set(found.items()) ^ set(after.items()))[:9]}")


def check_refused(assay, folder):
    """An import that cannot be completed is refused before anything changes."""
    to = folder / "old"
    (to / "teams/107/photo.svg").mkdir()
    before = files_of(to)
    done = subprocess.run([assay, "contest", "import", to, folder / "second/teams.csv", "--photos", folder / "second/photos"],
                          capture_output=True, text=True)
    expect(done.returncode == 2 and "is a folder in the contest's folder, but a file in the import" in done.stderr, done.stderr)
    expect(files_of(to) == before, "a refused import changed the folder")


def run(assay, folder, disk):
    package = make_package(assay, folder)
    check_full(assay, package, disk)
    check_kills(assay, package, folder)
    check_kills_inside(assay, folder)
    check_parts_of_a_roster(assay, folder)
    check_refused(assay, folder)


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-import-") as folder:
        disk = pathlib.Path(folder) / "disk"
        disk.mkdir()
        os.environ["XDG_CACHE_HOME"] = str(pathlib.Path(folder) / "cache")
        script = f'mount -t tmpfs -o size={SIZE},mode=700 none "$0" && exec "$@"'
        unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        if subprocess.run([*unshare, "true"], capture_output=True).returncode:
            print("SKIPPED: no namespaces")
            sys.exit(77)
        sys.exit(subprocess.run([*unshare, "sh", "-c", script, disk, sys.executable, __file__, assay, folder, disk]).returncode)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        run(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
