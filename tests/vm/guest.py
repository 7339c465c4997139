#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs inside of the virtual machine, as root: proves Assay on cgroup v2 under systemd, as root, as alice (whose manager
always runs) and as bob (who has none at first). Every step prints PASS or FAIL; the exit status says whether all passed.

guest.py SOURCE BUILD RELEASE TEST...   where the checkout and its builds are, and which test programs to run"""
import base64
import datetime
import errno
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile

SOURCE, BUILD, RELEASE = sys.argv[1:4]
TESTS = sys.argv[4:]
ASSAY = f"{BUILD}/bin/assay"
COINSEVEN = f"{SOURCE}/problems/coinseven"
PACKAGES = "/run/payload/packages"
STORE = "postgresql:///assay?host=/var/run/postgresql"
# Emulation is at least ten times slower; steps that hang are ended nevertheless.
STEP_SECONDS = 600
TEST_SECONDS = 1800
PACKAGE_SECONDS = 7200
BENCH_ROUNDS = 300
CHOSEN = re.compile(os.environ.get("ASSAY_VM_STEPS", ""))
WEB = "http://127.0.0.1:8080"
SUM = "/srv/sum"  # units have a /tmp and a /var/tmp of their own
# Criterion passes a test even if a sanitizer reported an error in its process.
SANITIZER = re.compile("LeakSanitizer|AddressSanitizer|runtime error:")
# A test may skip for want of what this machine was made without, such as Java, but not of these.
SKIPPED = re.compile("SKIPPED for want of (namespaces|seccomp|cgroup|c|cpp|python3):")


def mounts():
    """Without those of sessions, which change at any time."""
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        points = [line.split(" ")[4] for line in file]
    return [point for point in points if not point.startswith(("/run/user/", "/run/credentials/"))]


TEMPORARY_AT_FIRST = set(os.listdir("/tmp"))
MOUNTS_AT_FIRST = mounts()

failed = []
passed = left_out = 0


# ---- users and origins of commands ----


def root(command, env=()):
    """In the group of this service, which is not delegated."""
    return ["env", *env, *command]


def root_scope(command, env=()):
    return ["systemd-run", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--",
            "env", "ASSAY_IN_SCOPE=1", *env, *command]


def alice(command, env=()):
    """From a login, with nothing prepared."""
    return ["su", "--login", "alice", "--command", shlex.join(["env", *env, *command])]


def alice_scope(command, env=()):
    return alice(["systemd-run", "--user", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--",
                  "env", "ASSAY_IN_SCOPE=1", *env, *command])


def bob(command, env=()):
    """Without a login, as from cron."""
    return ["runuser", "--user", "bob", "--", "env", "HOME=/home/bob", *env, *command]


def refusing(command, env=()):
    """Root in a service that may make neither namespaces nor mounts, as in a container."""
    return ["systemd-run", "--wait", "--pipe", "--quiet", "--collect", "-p", "Delegate=yes", "-p", "RestrictNamespaces=yes",
            "-p", "SystemCallFilter=~@mount", "-p", "SystemCallErrorNumber=EPERM", "--", "env", *env, *command]


def without_systemd_run(command, env=()):
    return alice(command, ["PATH=/nowhere", *env])


# ---- steps ----


class Wrong(Exception):
    """A violated expectation."""


def expect(condition, text):
    if not condition:
        raise Wrong(text)


def run(command, seconds=STEP_SECONDS, echo=True):
    """Returns the exit status, standard output, and standard output and error together."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", start_new_session=True, cwd="/")
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        print(out + err)
        raise Wrong(f"not ended after {seconds} s") from None
    if echo:
        print(out + err, end="", flush=True)
    return process.returncode, out, out + err


def step(name, function, *arguments):
    global passed, left_out
    if not CHOSEN.search(name):
        left_out += 1
        return
    print(f"\n==== {name}", flush=True)
    start = time.monotonic()
    try:
        function(*arguments)
        outcome, why = "PASS", ""
        passed += 1
    except (Wrong, OSError, ValueError, KeyError) as error:
        outcome, why = "FAIL", f": {error}"
        failed.append(name)
    print(f"{outcome} {name} ({time.monotonic() - start:.0f} s){why}", flush=True)


# ---- checks ----


def machine_is_v2():
    """The conditions without which this machine proves nothing."""
    controllers = open("/sys/fs/cgroup/cgroup.controllers", encoding="ascii").read().split()
    print(os.uname().release, *controllers)
    expect({"memory", "pids", "cpu"} <= set(controllers), "no memory, pids and cpu in cgroup v2")
    expect(" - cgroup " not in open("/proc/self/mountinfo", encoding="ascii").read(), "there are v1 groups too")


def doctor_is_content(who):
    status, _, _ = run(who([ASSAY, "doctor"]))
    expect(status == 0, f"exit status {status}")
    status, out, _ = run(who([ASSAY, "doctor", "--json"]), echo=False)
    features = json.loads(out)["features"]
    expect(status == 0, f"--json: exit status {status}")
    expect(features and not [f for f in features if f["state"] == "missing"], "--json: something is missing")
    groups = [f for f in features if f["name"] == "control groups"]
    expect(groups and groups[0]["state"] == "good" and groups[0]["found"].startswith("v2"), f"control groups: {groups}")


def packages_judge():
    """What README promises: one command of root, and an ordinary user judges."""
    files = sorted(f"{PACKAGES}/{name}" for name in os.listdir(PACKAGES))
    begin = time.monotonic()
    status, _, _ = run(["apt-get", "install", "-y", *files])
    expect(status == 0, f"apt-get: exit status {status}")
    print(f"installed in {time.monotonic() - begin:.0f} s", flush=True)
    begin = time.monotonic()
    status, out, said = run(alice(["sh", "-ec", "cp -r /usr/share/assay/problems ~; cd ~/problems/coinseven; assay gen .; assay doctor; "
                                   "assay judge --json . submissions/accepted/table.c"]))
    expect(status == 0, f"exit status {status}")
    document = json.loads(out.splitlines()[-1])
    expect((document["verdict"], document["score"], document["sandbox"]["isolation"]) == ("AC", 100, "full"), f"{document}")
    print(f"judged in {time.monotonic() - begin:.0f} s", flush=True)
    status, out, said = run(bob(["assay", "sandbox", "--", "/bin/true"]))
    expect(status == 4 and not out and said.count("\n") == 1 and "doctor" in said, f"from cron: exit status {status}")


def run_is_isolated(who):
    status, out, _ = run(who([ASSAY, "sandbox", "--", "/bin/true"]))
    expect(status == 0, f"exit status {status}")
    document = json.loads(out)
    expect(document["exit_code"] == 0 and document["hits"] == [], "it did not end by itself")
    sandbox = {key: document["sandbox"][key] for key in ("isolation", "cgroup", "degraded")}
    expect(sandbox == {"isolation": "full", "cgroup": "v2", "degraded": []}, f"sandbox: {sandbox}")
    expect(document["memory_bytes"] > 0 and document["cpu_time_ns"] > 0, "nothing was measured")


def memory_is_limited(who):
    """The limit of the group, not of the address space: the program touches its memory."""
    greedy = "b = bytearray(200 << 20)"
    status, out, _ = run(who([ASSAY, "sandbox", "--cpu", "60s", "--memory", "64MiB", "--", "/usr/bin/python3", "-c", greedy]))
    expect(status == 0 and "memory" in json.loads(out)["hits"], "200 MiB fit in 64 MiB")


def processes_are_limited(who):
    bomb = "import os\nwhile True: os.fork()"
    status, out, _ = run(who([ASSAY, "sandbox", "--cpu", "60s", "--processes", "8", "--", "/usr/bin/python3", "-c", bomb]))
    expect(status == 0 and "processes" in json.loads(out)["hits"], "a fork bomb met no limit")


def test_set_is_made():
    """By a generator and a solution that run in the sandbox."""
    status, _, _ = run(root([ASSAY, "gen", COINSEVEN]))
    expect(status == 0, f"exit status {status}")


def limits_are_long():
    """The emulated arm64 needs about thirty times the time of a machine, for compilations as for runs."""
    global COINSEVEN
    shutil.copytree(f"{SOURCE}/problems", "/srv/problems")
    COINSEVEN = "/srv/problems/coinseven"
    with open(f"{COINSEVEN}/problem.yaml", encoding="utf-8") as file:
        text = file.read()
    longer = re.sub(r"(?m)^  time_limit: 3$", "  time_limit: 90\n  compilation_time: 1800\n  validation_time: 1800", text)
    expect(longer != text, "problem.yaml has another time limit than 3 s")
    with open(f"{COINSEVEN}/problem.yaml", "w", encoding="utf-8") as file:
        file.write(longer)


def all_of_coinseven_agrees():
    """The points that submissions.yaml states, and the verdicts of the folders, or a time limit, which are of another machine. Java is
    not installed."""
    points = {"greedy.c": 0, "odd_even.cpp": 0, "int32.c": 0, "strict_peaks.py": 0, "prompts.py": 0, "array100.c": 25, "text_key.cpp": 25,
              "deep.py": 50, "recursion.c": 10}
    folders = {"accepted": "AC", "wrong_answer": "WA", "run_time_error": "RTE", "time_limit_exceeded": "TLE"}
    for folder, verdict in folders.items():
        for name in sorted(os.listdir(f"{COINSEVEN}/submissions/{folder}")):
            if name.endswith(".java"):
                continue
            _, out, said = run(root([ASSAY, "judge", "--json", "--jobs=2", "--reruns=0", COINSEVEN, f"{COINSEVEN}/submissions/{folder}/{name}"]),
                               PACKAGE_SECONDS, echo=False)
            expect(out, f"{name}: {said}")
            document = json.loads(out)
            print(f"{folder}/{name}", document["verdict"], document["score"], flush=True)
            wanted = (verdict, 100 if folder == "accepted" else points[name])
            if document["verdict"] == "TLE":
                expect(document["score"] <= wanted[1], f"{name}: {out}")
                continue
            expect((document["verdict"], document["score"]) == wanted, f"{name}: not {wanted}: {out}")


def judging_agrees(who):
    """Verdicts of the package's own submissions on tests that are small enough for a slow machine."""
    submissions = f"{COINSEVEN}/submissions"
    table = [(["--jobs=2"], "accepted/stack.cpp", "AC"), (["--test=sample/1"], "accepted/diagonal.c", "AC"),
             (["--test=sample/1"], "accepted/rows.py", "AC"), (["--test=sample/4"], "wrong_answer/greedy.c", "WA"),
             (["--test=sample/1"], "wrong_answer/odd_even.cpp", "WA"), (["--test=sample/1"], "wrong_answer/prompts.py", "WA")]
    for options, submission, verdict in table:
        status, out, said = run(who([ASSAY, "judge", "--json", *options, COINSEVEN, f"{submissions}/{submission}"]), echo=False)
        expect(out, f"{submission}: {said}")
        document = json.loads(out)
        print(submission, *options, document["verdict"], document["sandbox"], flush=True)
        expect(status == 0, f"{submission}: exit status {status}")
        expect(document["verdict"] == verdict, f"{submission}: {document['verdict']} instead of {verdict}: {out}")
        expect(document["sandbox"]["cgroup"] == "v2", f"{submission}: {document['sandbox']}")


def tests_pass(who, name):
    owner = "root" if who is root_scope else "alice"
    # Files of the other user would not be trusted, or could not be written.
    subprocess.run(["rm", "-rf", f"{BUILD}/tests/cache"], check=True)
    subprocess.run(["chown", owner, f"{BUILD}/tests"], check=True)
    command = [f"{BUILD}/tests/{name}", "--jobs", "2", "--verbose=1"]
    status, _, said = run(who(command, ["ASAN_OPTIONS=detect_leaks=1:abort_on_error=0", "ASSAY_TEST_PATIENCE=10"]), TEST_SECONDS)
    expect(status == 0, f"exit status {status}")
    expect(not SKIPPED.search(said), "a required test was skipped")
    expect(not SANITIZER.search(said), "a sanitizer complained")


def groups_of_runs():
    def unless_gone(error):
        if error.errno not in (errno.ENOENT, errno.ENODEV):
            raise Wrong(f"cannot look for control groups: {error}")

    paths = [path for path, _, _ in os.walk("/sys/fs/cgroup", onerror=unless_gone)]
    expect(os.path.exists("/sys/fs/cgroup/cgroup.procs"), "cannot look for control groups")
    return [path for path in paths if re.match(r"assay-\d", os.path.basename(path))]


def processes_of(*words):
    """Process ids by the first words of their command lines."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                line = file.read().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if line[:len(words)] == list(words):
            found.append(int(pid))
    return found


def nothing_is_left():
    """Groups of runs, helpers, keepers, mounts in this namespace, temporary files."""
    expect(not groups_of_runs(), f"groups: {groups_of_runs()}")
    expect(not processes_of("assay-zygote"), "a helper is left")
    wait_until(lambda: not processes_of("assay-keeper"), "a keeper is left")
    expect(mounts() == MOUNTS_AT_FIRST, f"mounts: {mounts()}")
    # A failed test leaves its own folder, and has been reported.
    temporary = {name for name in os.listdir("/tmp") if not name.startswith("assay-test-")} - TEMPORARY_AT_FIRST
    expect(not temporary, f"in /tmp: {temporary}")


def wait_until(condition, text, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise Wrong(text)


def killed_it_leaves_nothing(who):
    """Killed in the middle of a run: the kernel ends the helper and the run, the keeper removes the group and ends, systemd
    removes the scope."""
    program = ("/bin/sleep", "3600")
    process = subprocess.Popen(who([ASSAY, "sandbox", "--wall", "3600s", "--", *program]), stdin=subprocess.DEVNULL)
    try:
        wait_until(lambda: processes_of(*program) and processes_of("assay-zygote"), "the program was never seen")
        expect(groups_of_runs(), "the group was never seen")
        for pid in processes_of(ASSAY, "sandbox"):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: process.poll() is not None, "who started it goes on")
    finally:
        process.kill()
        process.wait()
    wait_until(lambda: not processes_of(*program), "the program goes on")
    wait_until(lambda: not processes_of("assay-zygote"), "the helper goes on")
    wait_until(lambda: not processes_of("assay-keeper"), "the keeper goes on")
    wait_until(lambda: not groups_of_runs(), f"groups: {groups_of_runs()}")


def is_refused(who, words, remedy):
    for command in (["doctor"], ["sandbox", "--", "/bin/true"]):
        status, out, said = run(who([ASSAY, *command]))
        expect(status == 4, f"{command[0]}: exit status {status}")
        expect(remedy in said, f"{command[0]}: the remedy is not named: {remedy}")
        expect(words in said, f"{command[0]}: missing in its output: {words}")
        expect('"exit_code"' not in out, f"{command[0]}: it ran")


def namespaces_switched_off_are_refused():
    setting = "/proc/sys/user/max_user_namespaces"
    before = open(setting, encoding="ascii").read()
    try:
        open(setting, "w", encoding="ascii").write("0")
        is_refused(alice, "max_user_namespaces", "sysctl -w user.max_user_namespaces=")
    finally:
        open(setting, "w", encoding="ascii").write(before)


def bob_is_handed_groups():
    expect(not os.path.exists("/run/user/%d" % user_id("bob")), "bob has a manager already")
    is_refused(bob, "control group", "assay doctor --fix")
    status, _, _ = run(bob(["sudo", ASSAY, "doctor", "--fix"]))
    expect(status == 0, f"doctor --fix: exit status {status}")
    expect(os.path.exists("/run/user/%d/systemd/private" % user_id("bob")), "it did not wait for bob's manager")
    doctor_is_content(bob)
    run_is_isolated(bob)


def no_message_bus_is_needed():
    """A server may have none for its users: their managers listen by themselves."""
    bus = "/run/user/%d/bus" % user_id("alice")
    status, _, _ = run(alice(["systemctl", "--user", "stop", "dbus.socket", "dbus.service"]))
    os.remove(bus)
    try:
        expect(status == 0, "cannot stop the message bus")
        doctor_is_content(alice)
        run_is_isolated(alice)
    finally:
        run(alice(["systemctl", "--user", "start", "dbus.socket"]))
    expect(os.path.exists(bus), "the message bus did not come back")


def start_database():
    """Debian's own cluster, and a database of the unit's user, whom the server knows by its user id."""
    for command in (["useradd", "--system", "--home-dir", "/var/lib/assay", "assay"], ["pg_ctlcluster", "15", "main", "start"],
                    ["runuser", "-u", "postgres", "--", "createuser", "assay"],
                    ["runuser", "-u", "postgres", "--", "createdb", "--owner", "assay", "assay"]):
        status, _, _ = run(command)
        expect(status == 0, f"{command}: exit status {status}")


def install_units():
    """As the comment in the unit says."""
    shutil.copy(f"{RELEASE}/bin/assay", "/usr/local/bin/assay")
    shutil.copytree(f"{RELEASE}/libexec/assay", "/usr/local/libexec/assay", dirs_exist_ok=True)
    for unit in ("assay-worker.service", "assay-web@.service", "assay-serve@.service"):
        shutil.copy(f"{SOURCE}/systemd/{unit}", f"/etc/systemd/system/{unit}")
    os.mkdir("/etc/assay")
    with open("/etc/assay/worker.env", "w", encoding="ascii") as file:
        file.write(f"ASSAY_STORE={STORE}\nASSAY_OPTIONS=-j 2 --name room-7\n")
    run(["systemctl", "daemon-reload"])


def unit_property(name):
    status, out, _ = run(["systemctl", "show", "--value", "--property", name, "assay-worker"], echo=False)
    expect(status == 0, f"systemctl show: exit status {status}")
    return out.strip()


def unit_judges(submission, test, verdict):
    """For a client that judges nothing itself."""
    status, out, said = run(["runuser", "-u", "assay", "--", "/usr/local/bin/assay", "judge", "--json", "-j", "0", "--store", STORE,
                             "--test", test, COINSEVEN, f"{COINSEVEN}/submissions/{submission}"])
    expect(status == 0 and out, f"{submission}: exit status {status}: {said}")
    document = json.loads(out)
    expect(document["verdict"] == verdict, f"{submission}: {document['verdict']} instead of {verdict}")
    expect(document["assay"].get("worker") == "room-7", f"{submission}: judged by {document['assay']}")
    expect(document["sandbox"]["isolation"] == "full" and document["sandbox"]["degraded"] == [], f"{document['sandbox']}")


def make_contest(name, options):
    """A contest that has begun; returns the password of team1."""
    folder = f"/var/lib/assay/contests/{name}"
    for command in (["install", "-d", "-o", "assay", "-m", "700", "/var/lib/assay", "/var/lib/assay/contests"],
                    ["rm", "-rf", SUM], ["/usr/local/bin/assay", "new", SUM],
                    ["runuser", "-u", "assay", "--", "/usr/local/bin/assay", "contest", "new", folder, "--problems", SUM]):
        status, _, _ = run(command)
        expect(status == 0, f"{command}: exit status {status}")
    with open(f"{folder}/contest.yaml", "a", encoding="ascii") as file:
        file.write(f"start_time: {(datetime.datetime.now().astimezone() - datetime.timedelta(minutes=5)).isoformat(timespec='seconds')}\n")
    with open(f"/etc/assay/serve-{name}.env", "w", encoding="ascii") as file:
        file.write(f"ASSAY_OPTIONS={options}\n")
    with open(f"{folder}/accounts.yaml", encoding="utf-8") as file:
        return re.search("username: team1\n *password: (\\S+)", file.read()).group(1)


def ask(path, login, body=None):
    """The JSON of an answer of the API; None: the server does not answer yet."""
    request = urllib.request.Request(f"{WEB}/api/contests/{path}", body and json.dumps(body).encode(), {
        "Authorization": "Basic " + base64.b64encode(login.encode()).decode(), "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Wrong(f"{path}: {error.code} {error.read()[:300]}") from error
    except (urllib.error.URLError, ConnectionError):
        return None


def unit_serves(unit, most_exposed):
    """A submission to a contest of the unit gets its verdict; systemd's own number of the unit is at most `most_exposed`."""
    name = "web" if unit == "assay-web" else "serve"
    login = "team1:" + make_contest(name, f"--store {STORE}" if unit == "assay-web" else "")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.write(f"{SUM}/submissions/accepted/sum.py", "sum.py")
    try:
        run(["systemctl", "start", f"{unit}@{name}"])
        wait_until(lambda: ask(f"{name}/state", login), f"{unit} does not answer", STEP_SECONDS)
        sent = ask(f"{name}/submissions", login, {"language_id": "python3", "problem_id": "sum",
                                                  "files": [{"data": base64.b64encode(archive.getvalue()).decode()}]})
        wait_until(lambda: any(judgement["submission_id"] == sent["id"] and judgement.get("judgement_type_id") == "AC"
                               for judgement in ask(f"{name}/judgements", login)), "the submission was not accepted", STEP_SECONDS)
        status, out, _ = run(["systemd-analyze", "security", "--no-pager", f"--threshold={most_exposed}", f"{unit}@{name}"])
        expect(status == 0, f"exposed: {out.strip().splitlines()[-1]}")
        status, _, _ = run(["systemctl", "stop", f"{unit}@{name}"])
        expect(status == 0, f"systemctl stop: exit status {status}")
    finally:
        run(["systemctl", "kill", "--signal=KILL", f"{unit}@{name}"])
        run(["journalctl", "--no-pager", "--unit", f"{unit}@{name}"])


def unit_of_a_worker():
    """It judges, is started again after it was killed, judges for a contest whose pages have a confined unit of their own, and
    ends at `systemctl stop`."""
    start_database()
    install_units()
    try:
        status, _, _ = run(["systemctl", "start", "assay-worker"])
        expect(status == 0, f"systemctl start: exit status {status}")
        unit_judges("accepted/diagonal.c", "sample/1", "AC")
        killed = int(unit_property("MainPID"))
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: unit_property("ActiveState") == "active" and int(unit_property("MainPID")) not in (0, killed),
                   "the worker was not started again")
        unit_judges("wrong_answer/greedy.c", "sample/4", "WA")
        unit_serves("assay-web", 30)
        status, _, _ = run(["systemctl", "stop", "assay-worker"])
        expect(status == 0 and unit_property("Result") == "success", f"stopped: {unit_property('Result')}")
    finally:
        run(["systemctl", "kill", "--signal=KILL", "assay-worker"])
        run(["journalctl", "--no-pager", "--unit", "assay-worker"])
        run(["pg_ctlcluster", "15", "main", "stop", "--mode", "immediate"])


def user_id(name):
    return int(subprocess.run(["id", "-u", name], check=True, capture_output=True, text=True).stdout)


def bench(who):
    status, _, _ = run(who([f"{RELEASE}/bench/bench_sandbox", str(BENCH_ROUNDS)]), TEST_SECONDS)
    expect(status == 0, f"exit status {status}")


def main():
    step("machine: cgroup v2 alone, with memory, pids and cpu", machine_is_v2)
    if os.path.isdir(PACKAGES):
        step("alice: judges after root installed the packages", packages_judge)
    if os.uname().machine == "aarch64":
        step("coinseven has limits x 30", limits_are_long)
    step("root: a test set is made", test_set_is_made)
    for who in (root, alice):
        for words, function in (("doctor is content", doctor_is_content), ("a run is isolated", run_is_isolated),
                                ("memory is limited", memory_is_limited), ("processes are limited", processes_are_limited),
                                ("judging agrees", judging_agrees)):
            step(f"{who.__name__}: {words}", function, who)
    for who in (root, alice):
        step(f"{who.__name__}: killed it leaves nothing", killed_it_leaves_nothing, who)
    for who in (root_scope, alice_scope):
        step(f"{who.__name__}: a run is isolated", run_is_isolated, who)
    step("bob: refused without a manager, then handed groups by sudo assay doctor --fix", bob_is_handed_groups)
    step("alice: no message bus is needed", no_message_bus_is_needed)
    step("alice: a systemd-run that fails is reported", is_refused, without_systemd_run, "no control group with memory and pids is delegated",
         "systemd-run --user --scope -p Delegate=yes")
    step("alice: user namespaces switched off are refused", namespaces_switched_off_are_refused)
    step("assay-worker.service, assay-web@.service: judge, are started again, and stop", unit_of_a_worker)
    step("assay-serve@.service: judges a submission", unit_serves, "assay-serve", 60)
    step("root: a service without namespaces and mounts is refused", is_refused, refusing, "namespace", "container")
    for name in TESTS:
        for who in (root_scope, alice_scope):
            step(f"{who.__name__}: {name}", tests_pass, who, name)
    if os.uname().machine == "aarch64":
        step("root: all submissions of coinseven have their verdicts", all_of_coinseven_agrees)
    step("nothing is left behind", nothing_is_left)
    for who in (root_scope, alice_scope):
        step(f"{who.__name__}: what a run costs here (told, not judged)", bench, who)
    print(f"\n{passed} steps passed, {len(failed)} failed, {left_out} left out" + "".join(f"\n  FAIL {name}" for name in failed), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
