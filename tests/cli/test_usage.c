/* SPDX-License-Identifier: MIT */
/* The command line: help, bad usage, and the manual page compared with the option tables. */
#include "support/command.h"
#include "support/nobody.h"

#include <ctype.h>

TestSuite(usage, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static const char *const verbs[] = {"judge", "verify", "gen", "new", "import", "export", "worker",
	"status", "store", "solve", "sandbox", "languages", "doctor", "grade", "contest", "serve",
	"stress", "strength", "statement", "course"};
static const size_t verb_count = sizeof(verbs) / sizeof(*verbs);

/* ---- help ---- */

Test(usage, help_lists_every_verb)
{
	AUTO_OUTCOME outcome = ASSAY("--help");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_empty(outcome.err.data);
	for (size_t i = 0; i < verb_count; i++) {
		AS_AUTO_FREE char *line = as_text_format(NULL, "\n  %s ", verbs[i]);
		cr_expect_not_null(strstr(outcome.out.data, line), "no %s", verbs[i]);
	}
	AUTO_OUTCOME word = ASSAY("help");
	cr_expect_str_eq(word.out.data, outcome.out.data);
}

Test(usage, the_table_of_this_test_has_every_verb)
{
	AUTO_OUTCOME outcome = ASSAY("--help");
	size_t lines = 0;
	for (const char *at = outcome.out.data; (at = strstr(at, "\n  ")); at += 3)
		lines += islower((unsigned char)at[3]) != 0;
	cr_expect_eq(
		lines, verb_count, "a verb is missing in this test's list:\n%s", outcome.out.data);
}

Test(usage, every_verb_has_help_with_its_options)
{
	static const char *const options[][16] = {
		{"--all", "--audience=WHO", "--cores=LIST", "--csv", "--expect=VERDICT", "--fresh",
			"--html=FILE", "-j, --jobs=N", "-J, --json", "--keep=DIR", "--language=ID",
			"--reruns=N", "--test=TEST|GROUP", "--weak-sandbox", "--worker-group=NAME"},
		{"--cores=LIST", "--fresh", "--html=FILE", "-j, --jobs=N", "-J, --json",
			"--reruns=N", "--weak-sandbox"},
		{"--check", "--weak-sandbox"},
		{"--checker", "--interactive", "--multi-pass", "--recipe", "--scoring", "NAME"},
		{"--exact", "--name=TEXT", "-o, --output=FOLDER", "--solution=FILE",
			"--time-limit=TIME", "--tolerance=E"},
		{"--folder", "--format=VERSION", "-o, --output=FILE"},
		{"--cache=DIR", "--cache-size=SIZE", "--class=NAME", "--cores=LIST", "--grace=TIME",
			"--group=NAME", "-j, --jobs=N", "--module=NAME", "--name=NAME",
			"--store=URL", "--weak-sandbox"},
		{"-J, --json", "--prometheus", "--store=URL"},
		{"--grace=TIME", "-J, --json", "check URL", "backup URL FILE", "gc URL",
			"release URL PACKAGE", "export URL FILE", "import URL FILE"},
		{"--algorithm=NAME", "--explain", "--table", "optimal", "totals", "who", "moves",
			"parity", "dumb", "dumbsmart", "two", "greedy"},
		{"--cpu=TIME", "--env=NAME=VALUE", "--in=FILE[=NAME]", "--memory=SIZE",
			"--out=NAME[=FILE]", "--output=SIZE", "--processes=N", "--profile=NAME",
			"--stderr=FILE", "--stdin=FILE", "--stdout=FILE", "--wall=TIME",
			"--weak-sandbox", "--writable"},
		{"-J, --json", "--prepare", "--weak-sandbox"},
		{"-f, --fix", "-J, --json"},
		{"--apply", "--column=NAME", "--cores=LIST", "--dates=ORDER", "--dry-run",
			"--fill=SHEET", "-j, --jobs=N", "--layout=NAME", "-o, --output=OUT",
			"--rejudge", "--roster=FILE", "--store=URL", "--times=FILE", "--zone=ZONE"},
		{"new DIR [--problems PACKAGE...]", "check DIR", "passwords DIR [-o FILE]",
			"import DIR PACKAGE|FILE"},
		{"--base=PATH", "--cores=LIST", "--demo", "-j, --jobs=N", "-J, --json",
			"--listen=ADDRESS:PORT", "--plain-http", "--proxy=ADDRESS", "--store=URL",
			"--tls-cert=FILE", "--tls-key=FILE", "--weak-sandbox"},
		{"--add", "--against=SUBMISSION", "--fresh", "--generator=COMMAND", "-j, --jobs=N",
			"-J, --json", "--seed=TEXT", "--time=TIME", "--weak-sandbox"},
		{"--baseline=FILE", "--cores=LIST", "--fix", "--from=SUBMISSION", "-j, --jobs=N",
			"-J, --json", "--mutants=N", "--no-search", "--seed=TEXT", "--time=TIME",
			"--weak-sandbox"},
		{"--html=FILE", "--language=CODE"},
		{"new DIR [--package PACKAGE...]", "check DIR", "passwords DIR [-o FILE]"},
	};
	_Static_assert(sizeof(options) / sizeof(*options) == sizeof(verbs) / sizeof(*verbs),
		"each verb has its options");
	for (size_t i = 0; i < verb_count; i++) {
		AUTO_OUTCOME outcome = ASSAY(verbs[i], "--help");
		EXPECT_STATUS(outcome, 0);
		cr_expect_str_empty(outcome.err.data);
		/* argp adds a line of blanks after a text that fills its last line. */
		cr_expect_null(strstr(outcome.out.data, "  \n"), "%s", outcome.out.data);
		AS_AUTO_FREE char *usage = as_text_format(NULL, "Usage: assay %s ", verbs[i]);
		cr_expect_eq(
			strncmp(outcome.out.data, usage, strlen(usage)), 0, "%s", outcome.out.data);
		for (size_t k = 0; options[i][k]; k++)
			cr_expect_not_null(strstr(outcome.out.data, options[i][k]), "no %s in:\n%s",
				options[i][k], outcome.out.data);
	}
}

Test(usage, the_version_is_one_line)
{
	AUTO_OUTCOME outcome = ASSAY("--version");
	unsigned major, minor, patch;
	EXPECT_STATUS(outcome, 0);
	cr_expect_eq(sscanf(outcome.out.data, "assay %u.%u.%u\n", &major, &minor, &patch), 3);
}

/* argp breaks lines anywhere. */
static void join_lines(char *text)
{
	char *to = text;
	for (const char *at = text; *at; at++)
		if (!strchr(" \n", *at) || (to > text && to[-1] != ' '))
			*to++ = *at == '\n' ? ' ' : *at;
	*to = '\0';
}

Test(usage, the_help_of_the_sandbox_has_the_unit_of_each_limit)
{
	static const char *const said[] = {
		"--cpu=TIME CPU time of all processes together, such as 500ms",
		"--wall=TIME wall time, such as 5s", "in use, such as 10s (default",
		"together, such as 64MiB", "together, such as 1MiB",
		"such as 10MiB; with --writable", "--processes=N number of processes",
		"--files=N number of files", "--open-files=N number of open files",
		"ns, us, ms, s, min or h", "B, KiB, MiB, GiB, kB, MB or GB"};
	AUTO_OUTCOME help = ASSAY("sandbox", "--help");
	join_lines(help.out.data);
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		cr_expect_not_null(
			strstr(help.out.data, said[i]), "no '%s' in:\n%s", said[i], help.out.data);
}

Test(usage, help_of_a_verb_can_be_asked_for_in_three_ways)
{
	for (size_t i = 0; i < verb_count; i++) {
		AUTO_OUTCOME option = ASSAY(verbs[i], "--help");
		AUTO_OUTCOME word = ASSAY("help", verbs[i]);
		AUTO_OUTCOME letter = ASSAY(verbs[i], "-h");
		EXPECT_STATUS(word, 0);
		EXPECT_STATUS(letter, 0);
		cr_expect_str_eq(word.out.data, option.out.data);
		cr_expect_str_eq(letter.out.data, option.out.data);
	}
	AUTO_OUTCOME all = ASSAY("--help");
	AUTO_OUTCOME letter = ASSAY("-h");
	EXPECT_STATUS(letter, 0);
	cr_expect_str_eq(letter.out.data, all.out.data);
	AUTO_OUTCOME unknown = ASSAY("help", "verfy");
	EXPECT_COMPLAINT(unknown, 2, "unknown verb 'verfy'; did you mean 'verify'?");
	AUTO_OUTCOME itself = ASSAY("help", "help");
	EXPECT_STATUS(itself, 0);
	cr_expect_str_eq(itself.out.data, all.out.data);
	AUTO_OUTCOME option = ASSAY("help", "--help");
	EXPECT_STATUS(option, 0);
	cr_expect_str_eq(option.out.data, all.out.data);
	AUTO_OUTCOME more = ASSAY("help", "judge", "junk");
	EXPECT_COMPLAINT(more, 2, "unexpected argument 'junk'; help takes one verb\n");
}

/* ---- bad usage ---- */

Test(usage, bad_usage_is_one_line_and_status_2)
{
	static const struct {
		const char *words[6];
		const char *said;
	} cases[] = {
		{{"frobnicate"}, "assay: unknown verb 'frobnicate'; see assay --help\n"},
		{{"verfy"}, "unknown verb 'verfy'; did you mean 'verify'? see assay --help\n"},
		{{"--frobnicate"}, "assay: unknown option '--frobnicate'; see assay --help\n"},
		{{""}, "assay: unknown verb ''; see assay --help\n"},
		{{"judge"}, "missing argument PACKAGE; usage: assay judge PACKAGE SUBMISSION..."},
		{{"judge", "package"}, "missing argument SUBMISSION; usage: assay judge PACKAGE"},
		{{"judge", "--frobnicate", "a", "b"}, "assay judge: unrecognized option "
						      "'--frobnicate'; see assay judge --help\n"},
		{{"judge", "--tst", "a", "b", "c"},
			"unrecognized option '--tst'; did you mean '--test'? see assay judge "
			"--help\n"},
		{{"import", "--tolerence=1", "a"},
			"unrecognized option '--tolerence=1'; did you mean '--tolerance'? see"},
		{{"judge", "-x", "a", "b"}, "invalid option -- 'x'; see assay judge --help\n"},
		{{"judge", "a", "b", "--test"},
			"option '--test' requires an argument; see assay judge --help\n"},
		{{"judge", "-j0", "a", "b"},
			"-j 0 leaves the judging to workers: add --store postgresql://..., or use "
			"a number from 1"},
		{{"judge", "-jx", "a", "b"},
			"-j: invalid number 'x'; write a whole number from 0 to 1024"},
		{{"judge", "--cores", "0,x", "a", "b"},
			"--cores: '0,x' is not a list of cores; write a list such as 0,2-3"},
		{{"judge", "--cores", "1-0", "a", "b"}, "--cores: '1-0' is not a list of cores"},
		{{"judge", "--cores=", "a", "b"}, "--cores: the list of cores is empty"},
		{{"judge", "--cores", "1023", "a", "b"},
			"--cores: core 1023 is not available to this process; available: "},
		{{"verify", "--cores", "all", "a"}, "--cores: 'all' is not a list of cores"},
		{{"verify", "--cores", "0-5000", "a"}, "is not available to this process"},
		{{"judge", "--reruns", "-1", "a", "b"},
			"--reruns: invalid number '-1'; write a whole number from 0 to 100"},
		{{"judge", "--expect", "WRONG", "a", "b"},
			"unknown value 'WRONG' of --expect; use AC, WA, TLE, MLE, OLE, RTE, CE, SV "
			"or JE"},
		{{"judge", "--expect", "tle", "a", "b"}, "did you mean 'TLE'? use AC"},
		{{"judge", "--audience", "me", "a", "b"},
			"unknown value 'me' of --audience; use setter or student"},
		{{"judge", "--audience", "\x1b[31m", "a", "b"},
			"unknown value '\\x1B[31m' of --audience; use setter or student"},
		{{"grade", "--stage", "\x1b[31m", "a", "b"},
			"unknown value '\\x1B[31m' of --stage; use before_due"},
		{{"sandbox", "--env", "\x1b[31m", "true"}, "--env: '\\x1B[31m' is not NAME=VALUE"},
		{{"sandbox", "--env", "a\nb", "true"}, "--env: 'a\\x0Ab' is not NAME=VALUE"},
		{{"worker", "\x1b[31m"}, "unexpected argument '\\x1B[31m'; usage: assay worker"},
		{{"judge", "--\x1b[31m"}, "unrecognized option '--\\x1B[31m'; see assay judge"},
		{{"judge", "-\x1b"}, "invalid option -- '\\x1B'; see assay judge --help"},
		{{"judge", "--audience", "studnet", "a", "b"}, "did you mean 'student'? use"},
		{{"verify"}, "missing argument PACKAGE; usage: assay verify PACKAGE..."},
		{{"worker"}, "missing option --store URL; usage: assay worker --store URL"},
		{{"worker", "package"},
			"unexpected argument 'package'; usage: assay worker --store URL"},
		{{"worker", "--store", "a"}, "assay worker: --store: "},
		{{"worker", "-j0"}, "-j: invalid number '0'; write a whole number from 1 to 1024"},
		{{"worker", "--class", "exam"},
			"unknown value 'exam' of --class; use contest, course, practice"},
		{{"export", "sum", "-o", "sum.zip", "--verdicts-may-change"},
			"--verdicts-may-change without --format; add --format or remove "},
		{{"worker", "--name="}, "--name: invalid name ''; use 1 to 200 bytes of UTF-8"},
		{{"worker", "--cache-size=0B"},
			"--cache-size: invalid size '0B'; write more than 0, such as 1GiB"},
		{{"worker", "--cache-size=1"}, "--cache-size: invalid size '1'"},
		{{"worker", "--grace=1"}, "--grace: invalid duration '1'"},
		{{"gen"}, "assay gen: missing argument PACKAGE; usage: assay gen PACKAGE..."},
		{{"gen", "--explain=1", "a", "b"}, "--explain takes one package"},
		{{"gen", "a", "--json"},
			"assay gen: --json without --explain; add --explain TEST or remove --json"},
		{{"gen", "a", "--check", "--explain", "b"},
			"assay gen: --check and --explain are mutually exclusive"},
		{{"gen", "a", "--program-time=0s"},
			"--program-time: invalid duration '0s'; write a duration from 1ms to 24h"},
		{{"new"}, "missing argument NAME; usage: assay new NAME"},
		{{"--version", "x"}, "unexpected argument 'x'; usage: assay --version [--json]"},
		{{"new", "a", "b"}, "unexpected argument 'b'; usage: assay new NAME"},
		{{"import"}, "missing argument DIR|ARCHIVE; usage: assay import DIR|ARCHIVE"},
		{{"import", "a", "b"}, "unexpected argument 'b'; usage: assay import DIR|ARCHIVE"},
		{{"import", "a", "--time-limit", "1"}, "--time-limit: invalid duration '1';"},
		{{"import", "a", "--time-limit", "1sec"}, "did you mean '1s'? write a number"},
		{{"import", "a", "--time-limit", "0s"},
			"--time-limit: invalid duration '0s'; write a duration greater than 0"},
		{{"export"},
			"missing argument PACKAGE; usage: assay export PACKAGE... -o FILE.zip"},
		{{"export", "a"}, "missing option -o FILE.zip; usage: assay export PACKAGE... -o"},
		{{"export", "a", "b", "-o", "c"}, "-o: 'c' is not a folder"},
		{{"stress", "a"}, "missing argument SUBMISSION; usage: assay stress PACKAGE..."},
		{{"strength", "--from=a", "a", "b"}, "--from takes one package"},
		{{"export", "a", "--format=legcy"},
			"unknown value 'legcy' of --format; did you mean 'legacy'? use legacy or "
			"2025-09"},
		{{"solve"}, "missing argument VARIANT; use optimal, totals, who"},
		{{"solve", "best"}, "unknown variant 'best'; use optimal, totals, who"},
		{{"solve", "optimum"}, "unknown variant 'optimum'; did you mean 'optimal'? use"},
		{{"solve", "optimal", "best"},
			"unexpected argument 'best'; solve takes one VARIANT: optimal"},
		{{"solve", "who", "--algorithm", "fast"},
			"unknown value 'fast' of --algorithm; use dp or linear"},
		{{"solve", "who", "--algorithm", "liner"}, "did you mean 'linear'? use dp"},
		{{"solve", "dumb", "--algorithm=dp"},
			"variant dumb has one algorithm only; omit --algorithm"},
		{{"solve", "two", "--table"}, "variant two has no table; omit --table"},
		{{"grade", "--layout=moodel"},
			"unknown value 'moodel' of --layout; did you mean 'moodle'? use auto, "
			"moodle, canvas, gradescope, folders or files"},
		{{"grade", "--dates=dmy"},
			"unknown value 'dmy' of --dates; use year-first, day-first or month-first"},
		{{"sandbox"}, "missing argument COMMAND; usage: assay sandbox -- COMMAND"},
		{{"sandbox", "--cpu", "1", "true"}, "--cpu: invalid duration '1'"},
		{{"sandbox", "--wall", "0s", "true"}, "--wall: must be greater than 0"},
		{{"sandbox", "--memory", "-1MiB", "true"}, "--memory: invalid size '-1MiB'"},
		{{"sandbox", "--memory", "64M", "true"}, "did you mean '64MB'? write"},
		{{"sandbox", "--processes", "0", "true"}, "--processes: invalid number '0'"},
		{{"sandbox", "--files", "9", "true"},
			"--box or --files without --writable; add --writable or"},
		{{"sandbox", "--profile", "lax", "true"},
			"unknown value 'lax' of --profile; use native, runtime or compiler"},
		{{"sandbox", "--profile", "nativ", "true"}, "did you mean 'native'? use"},
		{{"sandbox", "no-such-program"}, "cannot find the program 'no-such-program'"},
		{{"sandbox", "/etc/passwd"}, "'/etc/passwd' is not an executable file; if it is a "
					     "program, run `chmod +x /etc/passwd`\n"},
		{{"sandbox", "/etc"}, "'/etc' is not a regular file; name a program\n"},
		{{"sandbox", "--stdin", "nothing", "true"}, "nothing"},
		{{"languages", "all"}, "unexpected argument 'all'; usage: assay languages"},
		{{"doctor", "me"}, "unexpected argument 'me'; usage: assay doctor"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const *words = cases[i].words;
		AUTO_OUTCOME outcome = command_run((const char *const[]){ASSAY_COMMAND, words[0],
			words[1], words[2], words[3], words[4], words[5], NULL});
		EXPECT_COMPLAINT(outcome, 2, cases[i].said);
		cr_expect_str_empty(outcome.out.data);
	}
}

/* The message must contain the next step. */
Test(usage, a_missing_path_is_reported_with_a_remedy)
{
	static const struct {
		const char *words[5];
		int status;
		const char *said;
	} cases[] = {
		{{"judge", "x.c", "some"}, 2,
			"assay: x.c: not a package; the package comes first: assay judge some x.c"},
		{{"judge", "x.c", "x.c", "some"}, 2,
			"package comes first: assay judge some SUBMISSION...\n"},
		{{"judge", "nothing", "x.c"}, 3,
			"assay: nothing: no such file or folder; name a package's folder or its "
			"zip archive"},
		{{"verify", "nothing.zip"}, 3, "nothing.zip: no such file or folder; name"},
		{{"export", "nothing", "-o", "a.zip"}, 3, "nothing: no such file or folder"},
		{{"export", "some", "-o", "some.tar"}, 2,
			"unknown archive format '.tar'; an export is a zip archive: use .zip or "
			".kpp"},
		{{"verify", "some/problem.yaml"}, 3,
			"assay: some/problem.yaml: is a file of a package; name the package's "
			"folder, some"},
		{{"gen", "nothing"}, 3,
			"assay: nothing: no such folder; name the folder of a package"},
		{{"gen", "some"}, 3,
			"assay: some: no recipe; the tests in data are written by hand, so there "
			"is nothing to make"},
		{{"import", "nothing"}, 2,
			"nothing: no such file or folder; name the folder, or zip archive, of "
			"inputs and answers"},
		{{"new", "absent/sum"}, 2,
			"absent/sum: cannot be created: No such file or directory; create its "
			"folder first"},
		{{"export", "some", "-o", "absent/a.zip"}, 2,
			"absent/a.zip: cannot be written: No such file or directory; create its "
			"folder first"},
	};
	put("x.c", "int main(void){}\n");
	put("some/problem.yaml", "name: Some\n");
	put("some/data/secret/1.in", "1\n");
	put("some/data/secret/1.ans", "1\n");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const *words = cases[i].words;
		AUTO_OUTCOME outcome = command_run((const char *const[]){
			ASSAY_COMMAND, words[0], words[1], words[2], words[3], words[4], NULL});
		EXPECT_COMPLAINT(outcome, cases[i].status, cases[i].said);
	}
}

/* As the manual says: 3 for a package, else 2. */
Test(usage, a_path_that_is_missing_has_the_same_status_in_every_verb)
{
	static const struct {
		const char *words[7];
		int status;
	} cases[] = {
		{{"judge", "gone", "x.c"}, 3},
		{{"verify", "gone"}, 3},
		{{"verify", "gone.zip"}, 3},
		{{"gen", "gone"}, 3},
		{{"gen", "--check", "gone"}, 3},
		{{"gen", "--explain", "secret/1", "gone"}, 3},
		{{"export", "gone", "-o", "a.zip"}, 3},
		{{"contest", "check", "gone"}, 3},
		{{"contest", "passwords", "gone"}, 3},
		{{"serve", "gone"}, 3},
		{{"contest", "new", "club", "--problems", "gone"}, 3},
		{{"judge", "some", "gone"}, 2},
		{{"judge", "some", "gone.c"}, 2},
		{{"judge", "--html", "gone/page.html", "some", "x.c"}, 2},
		{{"judge", "--store", "sqlite:gone/a.store", "some", "x.c"}, 2},
		{{"judge", "--keep", "/proc/gone", "some", "x.c"}, 2},
		{{"judge", "--test", "secret/gone", "some", "x.c"}, 2},
		{{"verify", "--html", "gone/page.html", "some"}, 2},
		{{"gen", "--explain", "gone", "made"}, 2},
		{{"export", "some", "-o", "gone/a.zip"}, 2},
		{{"new", "gone/sum"}, 2},
		{{"import", "gone"}, 2},
		{{"import", "gone.zip"}, 2},
		{{"import", "pairs", "-o", "gone/sum"}, 2},
		{{"import", "pairs", "--solution", "gone.c"}, 2},
		{{"sandbox", "gone"}, 2},
		{{"sandbox", "./gone"}, 2},
		{{"sandbox", "--stdin", "gone", "true"}, 2},
		{{"sandbox", "--in", "gone", "true"}, 2},
		{{"sandbox", "--stdout", "gone/out", "true"}, 2},
		{{"sandbox", "--writable", "--out", "x=gone/out", "true"}, 2},
	};
	put("x.c", "int main(void){}\n");
	put("some/problem.yaml", "name: Some\n");
	put("some/data/secret/1.in", "1\n");
	put("some/data/secret/1.ans", "1\n");
	put("made/problem.yaml", "name: Made\n");
	put("made/generators/generators.yaml", "data: {secret: {data: {a: {in: x, ans: y}}}}\n");
	put("pairs/1.in", "1\n");
	put("pairs/1.ans", "1\n");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const *words = cases[i].words;
		AUTO_OUTCOME outcome = command_run((const char *const[]){ASSAY_COMMAND, words[0],
			words[1], words[2], words[3], words[4], words[5], words[6], NULL});
		cr_expect_eq(outcome.status, cases[i].status, "%s %s %s: %d, %s", words[0],
			words[1], words[2] ? words[2] : "", outcome.status, outcome.err.data);
		cr_expect_not_null(strstr(outcome.err.data, "gone"), "%s", outcome.err.data);
		cr_expect_str_empty(outcome.out.data);
	}
}

Test(usage, a_semicolon_in_a_name_is_not_a_remedy)
{
	AUTO_OUTCOME outcome = ASSAY("sandbox", "--", "./gone;now");
	EXPECT_COMPLAINT(outcome, 2,
		"cannot find the program './gone;now': No such file or directory; check the path");
}

Test(usage, a_denied_path_is_reported_with_a_remedy)
{
	static const struct {
		const char *words[6];
		int status;
		const char *said;
	} cases[] = {
		{{"new", "locked/sum"}, 2, "locked/sum: cannot be created: Permission denied"},
		{{"export", "some", "-o", "locked/a.zip"}, 2,
			"locked/a.zip: cannot be written: Permission denied"},
		{{"export", "some", "-o", "tmp/private.zip"}, 2,
			"tmp/private.zip: cannot be read, so it is not replaced: Permission "
			"denied"},
		{{"judge", "--weak-sandbox", "--keep=locked", "some", "one.py"}, 2,
			"--keep=locked: cannot be opened as a folder: Permission denied"},
		{{"verify", "locked"}, 3, "locked"},
		{{"gen", "locked"}, 3, "locked"},
		{{"verify", "closed"}, 3, "closed/problem.yaml: cannot be opened: Permission"},
	};
	put("some/problem.yaml", "name: Some\n");
	put("some/data/secret/1.in", "1\n");
	put("some/data/secret/1.ans", "1\n");
	put("one.py", "print(1)\n");
	put("closed/problem.yaml", "name: Some\n");
	put("locked/problem.yaml", "name: Some\n");
	put("tmp/private.zip", "mine\n");
	cr_assert(fchmodat(here_fd, "tmp/private.zip", 0, 0) == 0);
	cr_assert(fchmodat(here_fd, "closed/problem.yaml", 0, 0) == 0 &&
		  fchmodat(here_fd, "locked", 0, 0) == 0 && fchmodat(here_fd, "tmp", 0777, 0) == 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const *words = cases[i].words;
		const struct process process =
			command_start((const char *const[]){ASSAY_COMMAND, words[0], words[1],
					      words[2], words[3], words[4], words[5], NULL},
				become_nobody);
		AUTO_OUTCOME outcome = command_end(&process);
		EXPECT_COMPLAINT(outcome, cases[i].status, cases[i].said);
		cr_expect_not_null(
			strstr(outcome.err.data, "; give this user the permission, or use "
						 "another place\n"),
			"%s", outcome.err.data);
	}
}

Test(usage, without_a_verb_the_help_is_an_error)
{
	AUTO_OUTCOME outcome = command_run((const char *const[]){ASSAY_COMMAND, NULL});
	EXPECT_STATUS(outcome, 2);
	cr_expect_str_empty(outcome.out.data);
	cr_expect_eq(strncmp(outcome.err.data, "Usage: assay VERB", 17), 0);
}

/* ---- assay languages ---- */

Test(usage, languages_lists_the_available_languages)
{
	AUTO_OUTCOME outcome = ASSAY("languages", "--json");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
	json_t *languages = json_object_get(document, "languages"), *language;
	static const char *const ids[] = {"c", "cpp", "python3", "pypy3", "java"};
	const size_t first_count = sizeof(ids) / sizeof(*ids);
	size_t index;
	cr_assert_eq(json_array_size(languages), 25);
	json_array_foreach(languages, index, language)
	{
		const char *id = json_string_value(json_object_get(language, "id"));
		cr_expect(index >= first_count || strcmp(id, ids[index]) == 0, "%s", id);
		/* Submissions cannot be in these, either. */
		cr_expect(strcmp(id, "script") != 0 && strcmp(id, "python2") != 0);
		cr_expect_eq(json_is_true(json_object_get(language, "available")),
			json_is_string(json_object_get(language, "version")));
		cr_expect(json_is_array(json_object_get(language, "compile")));
	}
	AUTO_OUTCOME table = ASSAY("languages");
	cr_expect_not_null(
		strstr(table.out.data, "python3    Python 3     Python 3."), "%s", table.out.data);
	cr_expect_eq(count_entries("tmp"), 0);
}

/* ---- the manual page ---- */

static char *read_manual(void)
{
	struct as_bytes page = {0};
	cr_assert_eq(
		as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/man/assay.1", 1 << 20, &page, NULL), 0);
	/* "\-" in the source is a dash on the page. */
	char *to = page.data;
	for (const char *from = page.data; *from; from++)
		if (from[0] != '\\' || from[1] != '-')
			*to++ = *from;
	*to = '\0';
	return page.data;
}

/* The part of the page about a verb: from its heading to the next. */
static char *manual_of(const char *manual, const char *verb)
{
	AS_AUTO_FREE char *heading = as_text_format(NULL, "\n.SS assay %s", verb);
	const char *start = strstr(manual, heading);
	cr_assert_not_null(start, "the manual has no heading for %s", verb);
	const char *end = strstr(start + 1, "\n.S");
	return strndup(start, end ? (size_t)(end - start) : strlen(start));
}

Test(usage, the_manual_has_every_option_of_every_verb)
{
	AS_AUTO_FREE char *manual = read_manual();
	size_t options = 0;
	for (size_t i = 0; i < verb_count; i++) {
		AUTO_OUTCOME help = ASSAY(verbs[i], "--help");
		AS_AUTO_FREE char *part = manual_of(manual, verbs[i]);
		for (char *at = help.out.data; (at = strstr(at, "--"));) {
			size_t length = 2 + strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-");
			AS_AUTO_FREE char *option = strndup(at, length);
			at += length;
			if (length == 2 || strcmp(option, "--help") == 0 ||
				strcmp(option, "--usage") == 0)
				continue;
			options++;
			cr_expect_not_null(strstr(part, option), "the manual of %s lacks %s",
				verbs[i], option);
		}
	}
	cr_expect_geq(options, 25);
}

Test(usage, the_manual_has_every_exit_status)
{
	AS_AUTO_FREE char *manual = read_manual();
	const char *part = strstr(manual, "\n.SH EXIT STATUS");
	cr_assert_not_null(part);
	for (int status = 0; status <= 5; status++) {
		AS_AUTO_FREE char *line = as_text_format(NULL, "\n.B %d\n", status);
		cr_expect_not_null(strstr(part, line), "no status %d", status);
	}
}

Test(usage, the_manual_is_without_warnings)
{
	NEED(access("/usr/bin/groff", X_OK) == 0, "groff",
		"/usr/bin/groff is not here: sudo apt-get install groff-base");
	AUTO_OUTCOME outcome = command_run((const char *const[]){"/usr/bin/groff", "-ww", "-t",
		"-man", "-Tutf8", "-P-cbou", ASSAY_SOURCE_DIR "/man/assay.1", NULL});
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_empty(outcome.err.data);
	cr_expect_not_null(strstr(outcome.out.data, "EXIT STATUS"));
}
