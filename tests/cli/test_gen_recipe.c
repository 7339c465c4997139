/* SPDX-License-Identifier: MIT */
/* Features of recipes, through the command: programs that write files, includes, the cache,
 * threads, and the proof that programs are repeatable. */
#include "support/recipes.h"

#include <time.h>

TestSuite(gen_recipe, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Writes every file that a test can have, under both names; its output is ignored. */
#define FILES_PY                                                                                   \
	"import sys\nfor name in ['testcase.in', 'testcase.ans', sys.argv[1] + '.desc', "          \
	"sys.argv[1] + '.in', 'other.in', 'testcase.exe']:\n"                                      \
	"    open(name, 'w').write(name + '\\n')\nprint('no input')\n"

Test(gen_recipe, programs_write_files_or_print)
{
	put("small/generators/echo.py", ECHO_PY);
	put("small/generators/files.py", FILES_PY);
	put("small/generators/manual/1.in", "m\n");
	put("small/generators/manual/1.ans", "n\n");
	put("small/generators/manual/1.png", "\x89PNG");
	put("small/submissions/accepted/a.py", "print('{{five}}', input())\n");
	put_recipe("solution: /submissions/accepted/a.py\n"
		   "test_group.yaml: {output_validator_args: [case_sensitive]}\n"
		   "data:\n  sample:\n    data:\n"
		   "      s: {in: x, in.download: {link: in}, ans.download: {link: ans}}\n"
		   "  secret:\n    include: [s]\n    test_group.yaml: {full_feedback: true}\n"
		   "    data:\n"
		   "      args: echo a 'b c' {name} {{five}} {{four}}\n"
		   "      files: {generate: 'files {name}', ans: in place}\n"
		   "      copied: {copy: manual/1, ans: in place}\n"
		   "  invalid_input:\n    data:\n      bad: {in: ''}\n"
		   "  invalid_output:\n    data:\n      bad: {in: x, ans: y, out: z}\n");
	expect_done(ASSAY("gen", "small"));
	expect_file("test_group.yaml", "output_validator_args: [case_sensitive]\n");
	expect_file("sample/s.in.download", "x\n");
	expect_file("sample/s.ans.download", "5 x\n");
	expect_file("secret/s.in", "x\n");
	expect_file("secret/s.ans", "5 x\n");
	expect_file("secret/test_group.yaml", "full_feedback: true\n");
	expect_file("secret/args.in", "a b c args 5 {{four}}\n");
	expect_file("secret/args.ans", "5 a b c args 5 {{four}}\n");
	expect_file("secret/files.in", "testcase.in\n");
	expect_file("secret/files.ans", "in place\n");
	expect_file("secret/files.desc", "files.desc\n");
	expect_file("secret/copied.in", "m\n");
	expect_file("secret/copied.ans", "in place\n");
	expect_file("secret/copied.png", "\x89PNG");
	expect_file("invalid_input/bad.in", "");
	expect_file("invalid_output/bad.out", "z\n");
	cr_expect(!is_there("small/data/invalid_input/bad.ans"));
	cr_expect(!is_there("small/data/secret/other.in"));
	expect_done(ASSAY("gen", "--check", "small"));
	/* Files that are not made any more are removed, including a folder's settings. */
	put_recipe("data: {sample: {data: {s: {in: x, ans: y}}}}\n");
	expect_done(ASSAY("gen", "small"));
	cr_expect(!is_there("small/data/secret/args.in"));
	cr_expect(!is_there("small/data/secret/test_group.yaml"));
	cr_expect(!is_there("small/data/invalid_output/bad.out"));
	expect_file("sample/s.ans", "y\n");
}

Test(gen_recipe, tests_written_by_hand_are_kept_and_locked)
{
	put("small/generators/echo.py", ECHO_PY);
	put("small/submissions/accepted/a.py", "print(input())\n");
	put("small/data/secret/1.in", "by hand\n");
	put("small/data/secret/1.desc", "a story\n");
	put_recipe("solution: /submissions/accepted/a.py\ndata:\n  secret:\n    data:\n"
		   "      '1':\n      '2': echo 2\n");
	expect_done(ASSAY("gen", "small"));
	expect_file("secret/1.in", "by hand\n");
	expect_file("secret/1.ans", "by hand\n");
	expect_file("secret/1.desc", "a story\n");
	expect_file("secret/2.ans", "2\n");
	expect_done(ASSAY("gen", "--check", "small"));
	/* As in a clone without the generated tests. */
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/2.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/2.ans", 0), 0);
	expect_done(ASSAY("gen", "--check", "small"));
	put("small/data/secret/1.in", "changed\n");
	AUTO_OUTCOME changed = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(changed, 1);
	cr_expect(strstr(changed.out.data, "secret/1.in"), "%s", changed.out.data);
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/1.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/1.ans", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/1.desc", 0), 0);
	AUTO_OUTCOME missing = ASSAY("gen", "small");
	EXPECT_COMPLAINT(missing, 3,
		"generators.yaml:5:11: a test without a value is written by hand, but the file "
		"data/secret/1.in does not exist; write it, or give the test a command");
}

Test(gen_recipe, files_of_a_program_are_not_read_through_links)
{
	static const char *const made[] = {"os.symlink('/etc/passwd', 'testcase.in')",
		"os.symlink('/proc/self/environ', 'testcase.ans')", "os.mkfifo('testcase.in')",
		"os.mkdir('testcase.desc')"};
	for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
		AS_AUTO_FREE char *source =
			as_text_format(NULL, "import os\nprint(1)\n%s\n", made[i]);
		put("small/generators/trap.py", source);
		put_recipe("data: {secret: {data: {a: {generate: trap, ans: x}}}}\n");
		AUTO_OUTCOME outcome = ASSAY("gen", "small");
		EXPECT_COMPLAINT(
			outcome, 3, "generators.yaml:1:27: cannot read a file of `trap`: ");
		cr_expect(!is_there("small/data"), "%s", made[i]);
		EXPECT_NOTHING_LEFT(outcome);
	}
}

/* A submission has no interactor here; any other program gets the input. */
Test(gen_recipe, answers_of_interactive_packages_are_empty_if_the_solution_is_a_submission)
{
	put("small/generators/length.py", "print(len(input()))\n");
	put("small/submissions/accepted/a.py", "print(input())\n");
	put_recipe("solution: /submissions/accepted/a.py\ndata:\n  secret:\n    data:\n"
		   "      a: {in: x y}\n      b: {in: x y z, solution: length}\n");
	put("small/problem.yaml", SUM_YAML "type: interactive\n");
	expect_done(ASSAY("gen", "small"));
	expect_file("secret/a.ans", "");
	expect_file("secret/b.ans", "5\n");
}

/* ---- notes ---- */

Test(gen_recipe, equal_tests_and_patterns_without_a_match_are_reported)
{
	put_recipe("visualizer: x\nversion: 2026-01\ndata:\n  secret:\n    data:\n"
		   "      a: {in: x, ans: y, match: ['^x$', '^(?=x)']}\n"
		   "      b: {in: x, ans: z, match: {ans: '[0-9]'}}\n"
		   "      c: {in: w, ans: z, count: 2}\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.err.data,
		"assay: note: small/generators/generators.yaml:1:1: 'visualizer' is not used by "
		"assay "
		"gen\n"
		"assay: note: data/secret/b: no match of '[0-9]'\n"
		"assay: note: data/secret/b.in is equal to data/secret/a.in\n");
}

Test(gen_recipe, a_count_without_a_seed_is_reported_once)
{
	put("small/generators/echo.py", ECHO_PY);
	put_recipe("data:\n  secret:\n    data:\n"
		   "      a: {generate: echo 7, ans: y, count: 3}\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.err.data,
		"assay: note: data/secret/a-2.in and other tests of the same 'count' are equal: "
		"the "
		"command `echo 7` has no {seed}, so add one, or remove 'count'\n");
}

Test(gen_recipe, equal_notes_are_printed_once_with_a_count)
{
	put_recipe("data:\n  secret:\n    data:\n"
		   "      a: {in: '1', ans: y, match: '[a-z]', owner: me}\n"
		   "      b: {in: '2', ans: y, match: '[a-z]', owner: me}\n"
		   "      c: {in: '3', ans: y, match: '[a-z]', owner: me}\n"
		   "      d: {in: '4', ans: y, match: '[a-z]', owner: me}\n"
		   "      e: {in: '5', ans: y, match: '[a-z]', owner: me}\n"
		   "      f: {in: '6', ans: y, match: '[a-z]', owner: me}\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.err.data,
		"assay: note: small/generators/generators.yaml:4:44, "
		"small/generators/generators.yaml:5:44, small/generators/generators.yaml:6:44 and "
		"3 more: unknown key 'owner' of a test: it is not used\n"
		"assay: note: data/secret/a, data/secret/b, data/secret/c and 3 more: no match of "
		"'[a-z]'\n");
}

/* ---- seeds and the cache ---- */

/* Shows whether it ran again: its output contains the time, so a cached output is recognised. */
#define CLOCK_PY "import sys, time\nprint(*sys.argv[1:], time.time_ns())\n"

static char *read_data(const char *path)
{
	struct as_bytes bytes = {0};
	AS_AUTO_FREE char *full = as_text_format(NULL, "small/data/secret/%s", path);
	cr_assert_eq(as_file_read(here_fd, full, 1 << 20, &bytes, NULL), 0, "no %s", path);
	return bytes.data;
}

#define SEEDED(salt, seed)                                                                         \
	"random_salt: " salt "\nsolution: /a.py\ndata:\n  secret:\n    data:\n"                    \
	"      a: clock {seed}\n      b: clock " seed "\n"

Test(gen_recipe, a_changed_seed_makes_its_own_test_again_and_no_other)
{
	put("small/generators/clock.py", CLOCK_PY);
	put("small/a.py", "print(len(input()))\n");
	AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	put_recipe(SEEDED("s", "{seed:1}"));
	expect_done(ASSAY("gen", "small"));
	AS_AUTO_FREE char *a = read_data("a.in"), *b = read_data("b.in");
	put_recipe(SEEDED("s", "{seed:2}"));
	expect_done(ASSAY("gen", "small"));
	AS_AUTO_FREE char *second_a = read_data("a.in"), *second_b = read_data("b.in");
	cr_expect_str_eq(second_a, a);
	cr_expect_str_neq(second_b, b);
	expect_done(ASSAY("gen", "--fresh", "small"));
	AS_AUTO_FREE char *third_a = read_data("a.in");
	cr_expect_str_neq(third_a, a);
	put("small/generators/clock.py", CLOCK_PY "# Another program.\n");
	expect_done(ASSAY("gen", "small"));
	AS_AUTO_FREE char *fourth_a = read_data("a.in");
	cr_expect_str_neq(fourth_a, third_a);
	cr_expect_eq(strncmp(fourth_a, a, strcspn(a, " ")), 0, "the seed is another");
}

Test(gen_recipe, a_program_that_fails_by_chance_is_tried_with_the_next_seeds)
{
	put("small/generators/choosy.py",
		"import sys\nsys.exit(1) if int(sys.argv[1]) % 4 else print(sys.argv[1])\n");
	put_recipe(
		"retries: 4\ndata: {secret: {data: {a: {generate: 'choosy {seed}', ans: x}}}}\n");
	expect_done(ASSAY("gen", "small"));
	AS_AUTO_FREE char *a = read_data("a.in");
	cr_expect_eq(atoi(a) % 4, 0);
	put_recipe("data: {secret: {data: {a: {generate: 'choosy 3', ans: x}}}}\n");
	AUTO_OUTCOME once = ASSAY("gen", "small");
	EXPECT_COMPLAINT(once, 3, ":1:27: `choosy 3` exited with status 1");
}

/* ---- threads ---- */

static char *digest_data(void)
{
	AUTO_OUTCOME outcome = command_run((const char *const[]){"/bin/sh", "-c",
		"cd small && find data generators/generators.lock -type f | LC_ALL=C sort | xargs "
		"sha256sum",
		NULL});
	EXPECT_STATUS(outcome, 0);
	return strdup(outcome.out.data);
}

#define MANY                                                                                       \
	"solution: /a.c\ndata:\n  secret:\n    data:\n"                                            \
	"      a: {generate: 'echo {seed} {count}', count: 12}\n"                                  \
	"      b: {generate: 'row {count}', count: 12}\n"

Test(gen_recipe, one_thread_and_several_make_the_same_bytes)
{
	put("small/generators/echo.py", ECHO_PY);
	put("small/generators/row.c",
		"#include <stdio.h>\nint main(int c, char **v){printf(\"%d %s\\n\", c, v[1]);}\n");
	put("small/a.c",
		"#include <stdio.h>\n#include <string.h>\n"
		"int main(void){char t[99]=\"\";printf(\"%zu\\n\",strlen(fgets(t,99,stdin)));}\n");
	put_recipe(MANY);
	expect_done(ASSAY("gen", "--fresh", "-j1", "small"));
	AS_AUTO_FREE char *one = digest_data();
	expect_done(ASSAY("gen", "--fresh", "-j2", "small"));
	AS_AUTO_FREE char *two = digest_data();
	cr_expect_str_eq(one, two);
	expect_done(ASSAY("gen", "--check", "-j3", "small"));
}

/* Regardless of which thread ends first. */
Test(gen_recipe, the_first_test_that_fails_is_blamed_however_many_threads_there_are)
{
	put("small/generators/bad.py",
		"import sys, time\ntime.sleep(0.2 if sys.argv[1] == '1' else 0)\n"
		"sys.exit(sys.argv[1])\n");
	put_recipe("data:\n  secret:\n    data:\n      a: {generate: 'bad 1', ans: x}\n"
		   "      b: {generate: 'bad 2', ans: x}\n      c: {generate: 'bad 3', ans: x}\n");
	for (int i = 0; i < 3; i++) {
		AUTO_OUTCOME outcome = ASSAY("gen", "-j3", "small");
		EXPECT_COMPLAINT(outcome, 3, ":4:10: `bad 1` exited with status 1: 1");
		cr_expect(!is_there("small/data"));
		EXPECT_NOTHING_LEFT(outcome);
	}
}

Test(gen_recipe, a_program_that_loops_is_ended_and_blamed)
{
	put("small/generators/loop.c", "int main(void){for(volatile int i=0;;i++);}\n");
	put_recipe("data: {secret: {data: {a: {generate: loop, ans: x}}}}\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "--program-time=500ms", "small");
	EXPECT_COMPLAINT(outcome, 3, ":1:27: `loop` did not end within ");
	EXPECT_NOTHING_LEFT(outcome);
	/* Once: other seeds are not tried. */
	put_recipe(
		"data: {secret: {data: {a: {generate: 'loop {seed}', retries: 100, ans: x}}}}\n");
	AUTO_OUTCOME seeded = ASSAY("gen", "--program-time=500ms", "small");
	EXPECT_COMPLAINT(seeded, 3, "` did not end within ");
}

/* The limit of submissions is the package's own time limit. */
Test(gen_recipe, a_submission_that_loops_is_ended_by_the_time_limit_of_the_package)
{
	put("small/submissions/accepted/loop.c", "int main(void){for(volatile int i=0;;i++);}\n");
	put_recipe("solution: /submissions/accepted/loop.c\n"
		   "data: {secret: {data: {a: {in: x}, b: {in: y}}}}\n");
	put("small/problem.yaml", SUM_YAML "limits: {time_limit: 0.1, time_resolution: 0.1}\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_COMPLAINT(outcome, 3,
		"generators.yaml:1:11: `/submissions/accepted/loop.c` did not end within ");
	/* By CPU time, or by twice the wall time if the machine is busy. */
	cr_expect(strstr(outcome.err.data, " within 1 s of CPU time\n") ||
			  strstr(outcome.err.data, " within 2 s\n"),
		"%s", outcome.err.data);
}

Test(gen_recipe, a_mistake_in_a_key_is_at_its_place_with_a_suggestion)
{
	put("small/submissions/accepted/right.py", "print(1)\n");
	static const char *const cases[][2] = {
		{"solution: /submissions/accepted/rihgt.py\ndata: {secret: {data: {a: {in: x}}}}\n",
			"generators.yaml:1:11: no program '/submissions/accepted/rihgt.py' in the "
			"package's folder; did you mean '/submissions/accepted/right.py'?\n"},
		{"data:\n  secret:\n    solution: /right.py\n    data: {a: {in: x}}\n",
			"generators.yaml:3:15: no program '/right.py' in the package's folder; "
			"check the path\n"},
		{"data:\n  secret:\n    test_group.yaml:\n      max_scor: 5\n"
		 "    data: {a: {in: x, ans: y}}\n",
			"generators.yaml:4:7: unknown key 'max_scor' of test_group.yaml; did you "
			"mean 'max_score'? use max_score, score_aggregation, "},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		put_recipe(cases[i][0]);
		AUTO_OUTCOME outcome = ASSAY("gen", "small");
		EXPECT_COMPLAINT(outcome, 3, cases[i][1]);
	}
	put("small/generators/row.c", "#include <gen.h>\nint main(void){return 0;}\n");
	put_recipe("data: {secret: {data: {a: {generate: row 1, ans: x}}}}\n");
	AUTO_OUTCOME include = ASSAY("gen", "small");
	EXPECT_COMPLAINT(
		include, 3, "gen.h: No such file or directory; write #include <assay/gen.h>\n");
}

/* ---- the proof ---- */

Test(gen_recipe, a_program_that_is_not_repeatable_is_found_by_the_proof)
{
	static const char *const sources[] = {
		"import time\nprint(time.time_ns())\n",
		"import os\nprint(os.getenv('TZ'))\n",
		"import time\nprint(time.localtime(0).tm_hour)\n",
		"print(*{'one', 'two', 'three', 'four', 'five', 'six', 'seven'})\n",
		"import os\nprint(os.urandom(8).hex())\n",
		"import os\nopen('testcase.desc', 'wb').write(os.urandom(8))\nprint(1)\n",
	};
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
		put("small/generators/chance.py", sources[i]);
		put_recipe("data: {secret: {data: {a: {generate: chance x, ans: x}}}}\n");
		expect_done(ASSAY("gen", "small"));
		AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
		EXPECT_COMPLAINT(proof, 3,
			"generators.yaml:1:27: `chance x` is not repeatable: in another "
			"environment its .");
		cr_expect_not_null(strstr(proof.err.data, i == 5 ? "its .desc differs from byte "
								 : "its .in differs from byte "),
			"%s: %s", sources[i], proof.err.data);
	}
	put("small/a.py", "import os\nprint(os.urandom(8).hex())\n");
	put_recipe("solution: /a.py\ndata: {secret: {data: {a: {in: x}}}}\n");
	expect_done(ASSAY("gen", "small"));
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_COMPLAINT(proof, 3, "`/a.py` is not repeatable");
}

/* Both runs of the proof can fall into one second; the lock is of an earlier one. */
Test(gen_recipe, a_program_that_takes_the_second_as_its_seed_is_found_by_the_lock)
{
	put("small/generators/now.py", "import time\nprint(int(time.time()))\n");
	put_recipe("data: {secret: {data: {a: {generate: now, ans: x}}}}\n");
	expect_done(ASSAY("gen", "small"));
	AS_AUTO_FREE char *made = read_text("small/data/secret/a.in");
	while (time(NULL) <= atol(made))
		usleep(10000);
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	if (proof.status == 1)
		cr_expect_not_null(
			strstr(proof.out.data, "secret/a.in: its contents differ from the lock"),
			"%s", proof.out.data);
	else
		EXPECT_COMPLAINT(proof, 3, "`now` is not repeatable");
}

Test(gen_recipe, a_changed_program_with_the_same_output_is_reported)
{
	put("small/generators/echo.py", ECHO_PY);
	put_recipe("data: {secret: {data: {a: {generate: echo 1, ans: x}}}}\n");
	expect_done(ASSAY("gen", "small"));
	put("small/generators/echo.py", ECHO_PY "# With a word more.\n");
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(proof, 0);
	cr_expect_str_eq(proof.err.data,
		"assay: note: the program echo differs from the lock, but makes the same files\n");
}

Test(gen_recipe, an_unknown_placeholder_is_reported_once)
{
	put("small/generators/echo.py", ECHO_PY);
	put_recipe("data: {secret: {data: {\n  a: {generate: 'echo {sed} {count}', count: 3, ans: "
		   "x},\n"
		   "  b: {generate: 'echo {count}', ans: x},\n  c: {generate: 'echo {{six}}', ans: "
		   "x},\n"
		   "  d: {generate: 'echo {seed:1} {name} {{five}} {} {1} {A} {x', ans: x}}}}\n");
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
#define PLACE "assay: note: small/generators/generators.yaml:"
#define ADVICE                                                                                     \
	" is not a placeholder here and is not replaced; the placeholders are {seed}, {seed:N}, "  \
	"{name} and, with 'count', {count} or its variables\n"
	cr_expect_str_eq(made.err.data,
		PLACE "2:6: '{sed}'" ADVICE PLACE "3:6: '{count}'" ADVICE PLACE
		      "4:6: '{six}'" ADVICE,
		"%s", made.err.data);
}

Test(gen_recipe, a_placeholder_with_an_error_behind_its_name_is_named)
{
	static const char *const words[] = {"{seed:abc}", "{seed:}", "{SEED}", "{Seed}",
		"{seed:-1}", "{count:3}", "{name:x}", "{seed", "{name"};
	put("small/generators/echo.py", ECHO_PY);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		AS_AUTO_FREE char *recipe = as_text_format(NULL,
			"data: {secret: {data: {a: {generate: 'echo %s 3', ans: x}}}}\n", words[i]);
		put_recipe(recipe);
		AUTO_OUTCOME made = ASSAY("gen", "small");
		EXPECT_STATUS(made, 0);
		AS_AUTO_FREE char *note = as_text_format(NULL, PLACE "1:27: '%s'" ADVICE, words[i]);
		cr_expect_str_eq(made.err.data, note, "%s", made.err.data);
	}
	/* What other languages write in braces. */
	put_recipe("data: {secret: {data: {a: {generate: 'echo {seeder {names, {counter:1}', ans: "
		   "x}}}}\n");
	AUTO_OUTCOME other = ASSAY("gen", "small");
	EXPECT_STATUS(other, 0);
	cr_expect_str_eq(other.err.data, "");
}

/* ---- recipes that attack ---- */

Test(gen_recipe, copies_of_a_long_text_are_limited)
{
	AS_AUTO_FREE char *text = malloc(500001);
	memset(text, '1', 500000);
	text[500000] = '\0';
	AS_AUTO_FREE char *recipe = as_text_format(NULL,
		"data: {secret: {data: {a: {count: {x: 100, y: 10}, in: '%s', ans: x}}}}\n", text);
	put_recipe(recipe);
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_COMPLAINT(made, 3,
		"assay: small/generators/generators.yaml:1:27: the commands and texts of all tests "
		"have more than 256 MiB; let a program write long inputs\n");
}

Test(gen_recipe, texts_of_a_recipe_control_no_terminal)
{
	put("small/generators/echo.py", ECHO_PY);
	put_recipe("data: {secret: {data: {a: {generate: \"echo 1 '\\e]0;x\\a'\", ans: x}}}}\n");
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME shown = ASSAY("gen", "--explain=secret/a", "small");
	EXPECT_STATUS(shown, 0);
	cr_expect(strstr(shown.out.data, "command   echo 1 '\\x1B]0;x\\x07'\n"), "%s",
		shown.out.data);
	put("small/data/secret/e\x1b[31m.ans", "1\n");
	put("small/data/secret/e\x1b[31m.in", "1\n");
	AUTO_OUTCOME checked = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(checked, 1);
	cr_expect_null(strchr(checked.out.data, '\x1b'), "%s", checked.out.data);
	cr_expect(strstr(checked.out.data, "e\\x1B[31m"), "%s", checked.out.data);
}

/* ---- explain ---- */

Test(gen_recipe, a_name_without_folder_or_number_gets_a_suggestion)
{
	put_recipe("data:\n  sample: {data: {one: {in: '1', ans: x}}}\n"
		   "  secret: {data: [{'': {in: '2', ans: x}}, {two: {in: '3', ans: x}}]}\n");
	AUTO_OUTCOME numbered = ASSAY("gen", "--explain", "two", "small");
	EXPECT_COMPLAINT(numbered, 2, "unknown test 'two'; did you mean 'secret/2-two'?\n");
	AUTO_OUTCOME within = ASSAY("gen", "--explain", "wo", "small");
	EXPECT_COMPLAINT(within, 2, "unknown test 'wo'; the first test is sample/one\n");
	AUTO_OUTCOME near = ASSAY("gen", "--explain", "sample/onw", "small");
	EXPECT_COMPLAINT(near, 2, "unknown test 'sample/onw'; did you mean 'sample/one'?\n");
	AUTO_OUTCOME unnamed = ASSAY("gen", "--explain", "", "small");
	EXPECT_COMPLAINT(unnamed, 2, "unknown test ''; the first test is sample/one\n");
	put_recipe("data: {}\n");
	AUTO_OUTCOME empty = ASSAY("gen", "--explain", "two", "small");
	EXPECT_COMPLAINT(empty, 2, "unknown test 'two'; the recipe has no tests\n");
}

Test(gen_recipe, a_test_has_the_same_names_for_gen_and_judge)
{
	static const char *const right[] = {"secret/1-large", "data/secret/1-large.in",
		"secret/1-large.ans", "./data/secret/1-large.ans", "small/data/secret/1-large.in"};
	static const char *const wrong[][2] = {
		{"large", "; did you mean 'secret/1-large'?\n"},
		{"secret/1", "; did you mean 'secret/1-large'?\n"},
		{"data/secret/1.in", "; did you mean 'secret/1-large'?\n"},
		{"sample/onw", "; did you mean 'sample/one'?\n"},
		{"data/zzzzzz.in", "; the first test is sample/one\n"},
	};
	put_recipe("data:\n  sample: {data: {one: {in: '1', ans: '1'}}}\n"
		   "  secret: {data: [{large: {in: '2', ans: '2'}}]}\n");
	put("echo.py", "print(input())\n");
	expect_done(ASSAY("gen", "small"));
	for (size_t i = 0; i < sizeof(right) / sizeof(*right); i++) {
		AUTO_OUTCOME told = ASSAY("gen", "--explain", right[i], "small");
		EXPECT_STATUS(told, 0);
		cr_expect_eq(strncmp(told.out.data, "secret/1-large\n", 15), 0, "%s", right[i]);
		AUTO_OUTCOME judged =
			ASSAY("judge", "--json", "--test", right[i], "small", "echo.py");
		EXPECT_STATUS(judged, 0);
		cr_expect_not_null(strstr(judged.out.data, "\"secret/1-large\""), "%s", right[i]);
		cr_expect_null(strstr(judged.out.data, "\"sample/one\""), "%s", right[i]);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		AS_AUTO_FREE char *of_gen =
			as_text_format(NULL, "unknown test '%s'%s", wrong[i][0], wrong[i][1]);
		AS_AUTO_FREE char *of_judge = as_text_format(
			NULL, "unknown test or group '%s'%s", wrong[i][0], wrong[i][1]);
		AUTO_OUTCOME told = ASSAY("gen", "--explain", wrong[i][0], "small");
		EXPECT_COMPLAINT(told, 2, of_gen);
		AUTO_OUTCOME judged = ASSAY("judge", "--test", wrong[i][0], "small", "echo.py");
		EXPECT_COMPLAINT(judged, 2, of_judge);
	}
	AUTO_OUTCOME group = ASSAY("judge", "--json", "--test", "data/secret/", "small", "echo.py");
	EXPECT_STATUS(group, 0);
	cr_expect_null(strstr(group.out.data, "\"sample/one\""));
}

/* As in judge --test, the argument is wrong. */
Test(gen_recipe, a_group_is_distinguished_from_a_test_and_its_tests_are_named)
{
	put_recipe(
		"data:\n  sample: {data: {'1': {in: '1', ans: x}}}\n"
		"  secret: {data: {'1': {data: [{a: {in: '2', ans: x}}, {b: {in: '3', ans: x}},\n"
		"    {c: {in: '4', ans: x}}, {d: {in: '5', ans: x}}, {e: {in: '6', ans: x}},\n"
		"    {f: {in: '7', ans: x}}, {g: {in: '8', ans: x}}]}}}\n");
	static const char *const names[] = {"secret/1", "data/secret/1/"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		AUTO_OUTCOME group = ASSAY("gen", "--explain", names[i], "small");
		EXPECT_COMPLAINT(group, 2,
			"'secret/1' is a group; name one of its tests: secret/1/1-a, secret/1/2-b, "
			"secret/1/3-c, secret/1/4-d, secret/1/5-e and 2 more\n");
	}
	AUTO_OUTCOME near = ASSAY("gen", "--explain", "secret/1/2-bb", "small");
	EXPECT_COMPLAINT(near, 2, "unknown test 'secret/1/2-bb'; did you mean 'secret/1/2-b'?\n");
}

Test(gen_recipe, programs_have_a_module_only_if_requested)
{
	put("small/generators/make.py", "import yaml\nprint(yaml.dump(1)[0])\n");
	put("small/a.py", "print(input())\n");
	put_recipe(
		"solution: /a.py\ndata:\n  sample: {data: {one: make.py}}\n  secret: {data: []}\n");
	AUTO_OUTCOME without = ASSAY("gen", "small");
	EXPECT_COMPLAINT(without, 3, "ModuleNotFoundError: No module named 'yaml'");
	expect_done(ASSAY("gen", "--module", "yaml", "small"));
	AUTO_OUTCOME unknown = ASSAY("gen", "--module", "yamll", "small");
	EXPECT_COMPLAINT(unknown, 2, "unknown module 'yamll'; did you mean 'yaml'?");
}

Test(gen_recipe, a_test_is_explained)
{
	put("small/generators/echo.py", ECHO_PY);
	put_recipe("solution: /a.py\ngenerators:\n  say: [echo.py]\ndata:\n  sample:\n    data:\n"
		   "      one: say {seed}  x\n  secret: {include: [one]}\n");
	put("small/a.py", "print(input())\n");
	expect_done(ASSAY("gen", "small"));
	AUTO_OUTCOME outcome = ASSAY("gen", "--explain", "data/secret/one.in", "small");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *shown = strdup(outcome.out.data);
	for (char *digest; (digest = strstr(shown, "digest "));)
		memmove(digest, digest + 23, strlen(digest + 23) + 1);
	cr_expect_str_eq(shown,
		"secret/one\n"
		"  recipe    small/generators/generators.yaml:7:12\n"
		"  is        sample/one\n"
		"  command   say 875757867  x\n"
		"  written   say {seed}  x\n"
		"  seed      875757867\n"
		"  program   say: echo.py, \n"
		"  answer    /a.py\n"
		"  files     data/secret/one.in: equal to the lock, \n"
		"            data/secret/one.ans: equal to the lock, \n",
		"%s", shown);
	put("small/data/secret/one.in", "other\n");
	AUTO_OUTCOME json = ASSAY("gen", "--json", "--explain", "secret/one", "small");
	EXPECT_STATUS(json, 0);
	AS_AUTO_JSON json_t *document = json_loads(json.out.data, 0, NULL);
	json_t *files = json_object_get(document, "files");
	cr_expect_str_eq(
		json_string_value(json_object_get(json_array_get(files, 0), "data")), "another");
	AUTO_OUTCOME absent = ASSAY("gen", "--explain", "secret/two", "small");
	EXPECT_COMPLAINT(absent, 2,
		"generators.yaml: unknown test 'secret/two'; did you mean 'secret/one'?\n");
	AUTO_OUTCOME alone = ASSAY("gen", "--json", "small");
	EXPECT_STATUS(alone, 2);
}
