/* SPDX-License-Identifier: MIT */
/* A package's own files, checked by its validators: real programs in the real sandbox. */
#include "package_case.h"
#include "support/skip.h"

#include <assay/engine.h>

TestSuite(validators, .timeout = 600);

struct setting {
	struct package_folder folder;
	struct as_languages *languages;
	struct as_engine *engine;
	struct as_open_package *opened;
	struct as_package *package;
	struct as_validators *validators;
};

static void close_setting(struct setting *setting)
{
	as_validators_close(setting->validators);
	as_engine_package_close(setting->opened);
	as_engine_close(setting->engine);
	as_package_close(setting->package);
	as_languages_close(setting->languages);
	package_folder_remove(&setting->folder);
}
#define AUTO_SETTING AS_AUTO(close_setting) struct setting

static void open_setting(struct setting *setting, const char *text)
{
	struct as_error error = {0};

	*setting = (struct setting){.folder = package_folder_make(text)};
	setting->languages = as_languages_open(NULL, &error);
	const struct as_engine_config config = {
		.languages = setting->languages, .cache_dir = ASSAY_TEST_CACHE};
	setting->package = as_package_open(setting->folder.path, NULL, &error);
	cr_assert_not_null(setting->package, "%s", error.text);
	setting->package->limits.validation_time_ns = INT64_C(1000000000);
	setting->engine = as_engine_open(&config, &error);
	skip_unless(setting->engine || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not_null(setting->engine, "%s", error.text);
	setting->opened = as_engine_package_open(setting->engine, setting->package, &error);
	cr_assert_not_null(setting->opened, "%s", error.text);
	setting->validators = as_engine_validators_open(setting->opened, NULL, &error);
	cr_assert_not_null(setting->validators, "%s", error.text);
	as_validators_set_input_time(setting->validators, INT64_C(1000000000));
}

static const char *const words[] = {"accepted", "rejected", "broken", "untried"};

/* "rejected: too small": the answer of the validator at an index for an input. */
static const char *ask(
	struct setting *setting, size_t index, const char *input, const struct as_input_case *with)
{
	static char said[AS_FEEDBACK_SIZE + 16];
	struct as_input_case asked = with ? *with : (struct as_input_case){0};
	struct as_validation validation;
	struct as_error error = {0};
	AS_AUTO_FD int fd = as_input_from_bytes(input, strlen(input), NULL);

	asked.input_fd = fd;
	int failed =
		as_validators_run_input(setting->validators, index, &asked, &validation, &error);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "cgroup", error.text);
	cr_assert_eq(failed, 0, "%s", error.text);
	snprintf(said, sizeof(said), "%s%s%s", words[validation.kind], *validation.text ? ": " : "",
		validation.text);
	return said;
}

Test(validators, an_input_validator_accepts_with_42_and_nothing_else)
{
	AUTO_SETTING setting;

	open_setting(&setting,
		"--- file input_validators/a.py\nimport sys\nn = int(input())\n"
		"if n > 5:\n  sys.stderr.write('too large\\nreally\\n')\n  exit(43)\n"
		"if n > 3: exit('more than 3')\nexit(42 if n > 1 else 0)\n"
		"--- file input_validators/b.c\n#include <stdio.h>\nint main(void){int "
		"n;if(scanf(\"%d\",&n)!=1){puts(\"no number\");return 1;}return 42;}\n");
	cr_expect_str_eq(ask(&setting, 0, "2\n", NULL), "accepted");
	cr_expect_str_eq(ask(&setting, 0, "1\n", NULL), "rejected");
	cr_expect_str_eq(ask(&setting, 0, "4\n", NULL), "rejected: more than 3");
	cr_expect_str_eq(ask(&setting, 0, "6\n", NULL), "rejected: too large");
	cr_expect_str_eq(ask(&setting, 1, "2\n", NULL), "accepted");
	cr_expect_str_eq(ask(&setting, 1, "x\n", NULL), "rejected: no number");
}

Test(validators, an_assertion_that_fails_rejects)
{
	AUTO_SETTING setting;

	open_setting(&setting,
		"--- file input_validators/a.cpp\n#include <cassert>\n#include <iostream>\n"
		"int main(){int n;std::cin>>n;assert(n<5);if(n>2)throw n;return 42;}\n");
	cr_expect_str_eq(ask(&setting, 0, "2\n", NULL), "accepted");
	const char *said = ask(&setting, 0, "6\n", NULL);
	cr_expect(strncmp(said, "rejected: ", 10) == 0 && strstr(said, "n<5"), "%s", said);
	said = ask(&setting, 0, "3\n", NULL);
	cr_expect_eq(strncmp(said, "rejected: ", 10), 0, "%s", said);
}

#define WORDS(...)                                                                                 \
	(char *[])                                                                                 \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
#define ARGS(...)                                                                                  \
	{                                                                                          \
		.lists = (struct as_input_args_list[]){__VA_ARGS__},                               \
		.count = sizeof((struct as_input_args_list[]){__VA_ARGS__}) /                      \
			 sizeof(struct as_input_args_list)                                         \
	}

#define SHOW_ARGUMENTS "import sys\nsys.exit(' '.join(sys.argv[1:]))\n"

Test(validators, arguments_are_those_for_it_and_then_the_tests)
{
	char *args[] = {"--test", NULL};
	AUTO_SETTING setting;

	open_setting(&setting, "--- file input_validators/a.py\n" SHOW_ARGUMENTS
			       "--- file input_validators/b/main.py\n" SHOW_ARGUMENTS);
	const struct as_input_args all = ARGS({NULL, WORDS("--max", "1 2")}),
				   each = ARGS({"b", WORDS("--b")});
	const struct as_input_case for_all = {.validator_args = &all, .args = args},
				   for_each = {.validator_args = &each};
	cr_expect_str_eq(ask(&setting, 0, "", &for_all), "rejected: --max 1 2 --test");
	cr_expect_str_eq(ask(&setting, 1, "", &for_all), "rejected: --max 1 2 --test");
	cr_expect_str_eq(ask(&setting, 0, "", &for_each), "rejected");
	cr_expect_str_eq(ask(&setting, 1, "", &for_each), "rejected: --b");
	/* The name of its file, and the same without the ending. */
	const struct as_input_args whole = ARGS({"a.py", WORDS("--a.py")}, {"a", WORDS("--a")}),
				   part = ARGS({"b", WORDS("--b")}, {"a", WORDS("--a")});
	const struct as_input_case for_whole = {.validator_args = &whole},
				   for_part = {.validator_args = &part};
	cr_expect_str_eq(ask(&setting, 0, "", &for_whole), "rejected: --a.py");
	cr_expect_str_eq(ask(&setting, 0, "", &for_part), "rejected: --a");
}

Test(validators, one_that_is_all_of_its_folder_has_the_only_list)
{
	AUTO_SETTING setting;

	open_setting(&setting, "--- file input_validators/a.py\n" SHOW_ARGUMENTS
			       "--- file input_validators/table.txt\n1\n");
	const struct as_input_args one = ARGS({"a.py", WORDS("--a")});
	const struct as_input_case for_one = {.validator_args = &one};
	cr_expect_str_eq(ask(&setting, 0, "", &for_one), "rejected: --a");
}

Test(validators, its_working_folder_has_its_own_files_and_those_of_the_test)
{
	const struct as_input_case with = {.files_path = "files"}, clash = {.files_path = "clash"};
	AUTO_SETTING setting;

	open_setting(&setting, "--- file input_validators/a/main.py\nimport os\n"
			       "try: open('new', 'w')\nexcept OSError: pass\n"
			       "exit(' '.join(sorted(os.listdir('.'))))\n"
			       "--- file input_validators/a/table.txt\n1\n"
			       "--- file files/one.txt\n1\n--- file files/inner/two.txt\n2\n"
			       "--- file clash/table.txt\n2\n");
	cr_expect_str_eq(ask(&setting, 0, "", NULL), "rejected: main.py table.txt");
	cr_expect_str_eq(ask(&setting, 0, "", &with), "rejected: inner main.py one.txt table.txt");
	cr_expect_str_eq(ask(&setting, 0, "", &clash),
		"broken: clash and the program's own files: cannot be written: File exists");
}

Test(validators, a_failure_of_a_validator_is_not_a_rejection)
{
	AUTO_SETTING setting;

	open_setting(&setting, "--- file input_validators/a.c\n#include <signal.h>\n"
			       "int main(void){raise(SIGSEGV);}\n"
			       "--- file input_validators/b.py\nwhile True: pass\n"
			       "--- file input_validators/c.c\nint main(void\n"
			       "--- file input_validators/d.viva\n{}\n"
			       "--- file input_validators/e.py\nimport socket\nsocket.socket()\n");
	cr_expect_str_eq(ask(&setting, 0, "", NULL), "broken: was killed by signal 11");
	cr_expect_not_null(strstr(ask(&setting, 1, "", NULL), "broken: exceeded its limit of"));
	cr_expect_not_null(strstr(ask(&setting, 2, "", NULL),
		"broken: the program input_validators/c.c does not compile"));
	cr_expect_str_eq(ask(&setting, 3, "", NULL),
		"untried: VIVA files are not supported; add the same checks as a program");
	cr_expect_str_eq(
		ask(&setting, 4, "", NULL), "broken: made the forbidden system call socket");
	/* The message is repeated. */
	cr_expect_not_null(strstr(ask(&setting, 2, "", NULL), "does not compile"));
}

Test(validators, checktestdata_scripts_are_interpreted)
{
	AUTO_SETTING setting;
	const struct as_input_args lenient = {.count = 1,
		.lists = &(struct as_input_args_list){.words = WORDS("--whitespace-ok")}};
	const struct as_input_case with = {.validator_args = &lenient};

	open_setting(&setting, "--- file problem.yaml\nproblem_format_version: 2025-09\n"
			       "name: Minimal\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"
			       "constants:\n  most: 3\n"
			       "--- file input_validators/a.ctd\nINT(1,{{most}})\nNEWLINE\n"
			       "--- file input_validators/b.ctd\nINT(1,\n"
			       "--- file input_validators/c.ctd\nINT(1,\n3)NEWLINE INT(0,10^50)\n"
			       "--- file input_validators/d.ctd\nWHILE(1==1) END\n");
	cr_expect_str_eq(ask(&setting, 0, "2\n", NULL), "accepted");
	cr_expect_str_eq(ask(&setting, 0, "4\n", NULL),
		"rejected: line 1, column 1: expected an integer from 1 to 3, found '4' (line 1 of "
		"the script)");
	cr_expect_str_eq(ask(&setting, 0, " 2 \n", &with), "accepted");
	cr_expect_str_eq(ask(&setting, 1, "2\n", NULL), "broken: line 2: a variable is missing");
	cr_expect_str_eq(ask(&setting, 2, "4\n", NULL),
		"rejected: line 1, column 1: expected an integer from 1 to 3, found '4' (line 2 of "
		"the script)");
	cr_expect_str_eq(ask(&setting, 2, "2\n2", NULL),
		"untried: line 2: a result beyond 128 bits, or "
		"that no decimal of 38 digits equals");
	as_validators_set_input_time(setting.validators, INT64_C(600000000000));
	cr_expect_str_eq(ask(&setting, 3, "", NULL), "untried: line 1: more than 20000000 steps");
	as_validators_set_input_time(setting.validators, INT64_C(1000000));
	cr_expect_str_eq(
		ask(&setting, 3, "", NULL), "broken: line 1: exceeded its limit of CPU time");
}

/* Links within the package. */
Test(validators, the_name_in_the_folder_decides_whether_a_file_is_a_script)
{
	AUTO_SETTING setting;

	open_setting(&setting,
		"--- file lib/rules.py\nINT(1, 3) NEWLINE\n"
		"--- file lib/rules.ctd\nimport sys\nsys.exit(42 if input() == '9' else 43)\n"
		"--- link input_validators/a.ctd ../lib/rules.py\n"
		"--- link input_validators/b.py ../lib/rules.ctd\n");
	cr_expect_str_eq(ask(&setting, 0, "2\n", NULL), "accepted");
	cr_expect_str_eq(ask(&setting, 1, "9\n", NULL), "accepted");
}

Test(validators, a_script_beside_a_note_is_a_script)
{
	AUTO_SETTING setting;

	open_setting(&setting, "--- file input_validators/a.ctd\nINT(1, 3) NEWLINE\n"
			       "--- file input_validators/notes.txt\nfor authors\n");
	cr_expect_str_eq(ask(&setting, 0, "2\n", NULL), "accepted");
}

Test(validators, the_reason_why_a_script_is_not_read_is_reported)
{
	AUTO_SETTING setting;

	open_setting(&setting, "--- sparse input_validators/a.ctd 1100000\n"
			       "--- fifo input_validators/b.ctd\n");
	cr_expect_str_eq(ask(&setting, 0, "9\n", NULL),
		"broken: the script cannot be read: is too big: more than 1048576 bytes");
	cr_expect_str_eq(ask(&setting, 1, "9\n", NULL),
		"broken: the script cannot be read: is a FIFO, not a regular file");
}

/* ---- outputs ---- */

static const char *run_output_validator(struct setting *setting, const char *output)
{
	static char said[AS_FEEDBACK_SIZE + 16];
	AS_AUTO_FD int fd = as_input_from_bytes(output, strlen(output), NULL);
	const struct as_output_case asked = {.name = "secret/1",
		.input_path = "data/secret/1.in",
		.answer_path = "data/secret/1.ans",
		.output_fd = fd,
		.check_flags = AS_CHECK_FLAGS_INIT};
	struct as_validation validation;
	struct as_error error = {0};

	int failed = as_validators_run_output(setting->validators, &asked, &validation, &error);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "cgroup", error.text);
	cr_assert_eq(failed, 0, "%s", error.text);
	snprintf(said, sizeof(said), "%s%s%s", words[validation.kind], *validation.text ? ": " : "",
		validation.text);
	return said;
}

Test(validators, a_file_is_compared_by_the_default_check)
{
	AUTO_SETTING setting;

	open_setting(&setting, "");
	cr_expect_str_eq(run_output_validator(&setting, "1\n"), "accepted");
	cr_expect_str_eq(run_output_validator(&setting, "2\n"),
		"rejected: token 1 (line 1): expected 1, got 2");
}

Test(validators, a_file_is_checked_by_the_packages_output_validator)
{
	AUTO_SETTING setting;

	open_setting(&setting,
		"--- file output_validator/validate.py\nimport sys\n"
		"same = open(sys.argv[1]).read() == open(sys.argv[2]).read() == '1\\n'\n"
		"text = sys.stdin.read()\nif text == 'crash': exit(1)\n"
		"open(sys.argv[3] + 'judgemessage.txt', 'w').write('not even')\n"
		"exit(42 if same and int(text) % 2 == 0 else 43)\n");
	for (int times = 0; times < 2; times++) {
		cr_expect_str_eq(run_output_validator(&setting, "4"), "accepted: not even");
		cr_expect_str_eq(run_output_validator(&setting, "3"), "rejected: not even");
		cr_expect_str_eq(run_output_validator(&setting, "crash"),
			"broken: the output validator exited with "
			"status 1 (42 accepts, 43 rejects)");
	}
	cr_expect_not_null(strstr(run_output_validator(&setting, "x"),
		"broken: the output validator exited with status 1: ValueError: invalid literal"));
}

Test(validators, the_validator_of_an_interactive_package_is_not_run_on_files)
{
	AUTO_SETTING setting;

	open_setting(&setting, "");
	setting.package->interactive = true;
	cr_expect_eq(strncmp(run_output_validator(&setting, "1\n"), "untried", 7), 0);
}
