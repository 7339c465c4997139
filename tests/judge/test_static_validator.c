/* SPDX-License-Identifier: MIT */
/* The static validator of a package. */
#include "validator_case.h"

TestSuite(static_validator, .timeout = 600);

struct static_case {
	const char *name;
	const char *source;
	const char *fate; /* of the submission */
	const char *said; /* a part of its feedback; NULL: no feedback */
};

static void judge_static(struct setting *setting, const struct static_case *c)
{
	const struct validator_case none = {.source = "exit(42)"};
	static char *args[] = {"--most", "5", NULL};

	open_package(setting, &none);
	package_folder_write(&setting->folder, "looker/look.py", c->source, strlen(c->source));
	free(setting->package->static_validator);
	setting->package->static_validator = strdup("looker");
	setting->package->groups[0].has_static = true;
	setting->package->groups[0].static_args = args;
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "echo.c", ECHO);
	setting->package->groups[0].static_args = NULL;
}

static const char *static_text(const struct setting *setting, const char *key)
{
	json_t *item = json_array_get(json_object_get(setting->document, "statics"), 0);

	return json_string_value(json_object_get(item, key));
}

Test(static_validator, reads_the_submission)
{
	static const struct static_case cases[] = {
		{.name = "right",
			.fate = "AC",
			.source = PYTHON
			"right = (sys.argv[1:] == ['c', 'echo.c', '/box/.feedback/', '--most', "
			"'5'] and\n"
			"  os.listdir('.') in (['echo.c', '.feedback'], ['.feedback', 'echo.c']) "
			"and\n"
			"  'getchar' in open('echo.c').read() and not sys.stdin.read())\n"
			"open('echo.c', 'w').write('changed')\n"
			"exit(42 if right else 1)"},
		{.name = "on a core without measurements",
			.fate = "AC",
			.source = PYTHON "exit(42 if len(os.sched_getaffinity(0)) == 1 else 43)"},
		{.name = "wrong",
			.source = PYTHON SAY("judgemessage.txt", "no loops, please") "exit(43)",
			.fate = "WA",
			.said = "no loops, please"},
		{.name = "broken",
			.source = "exit(0)",
			.fate = "JE",
			.said = "the static validator exited with status 0"},
		{.name = "a link",
			.source = PYTHON
			"os.symlink('/etc', feedback + 'judgemessage.txt')\nexit(43)",
			.fate = "JE",
			.said = "the static validator left a judgemessage.txt that cannot be read: "
				"cannot be opened: it is a symbolic link"},
		{.name = "a folder",
			.source = PYTHON "os.mkdir(feedback + 'judgemessage.txt')\nexit(43)",
			.fate = "JE",
			.said = "the static validator left a judgemessage.txt that cannot be read: "
				"is a folder, not a regular file"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_SETTING setting;
		judge_static(&setting, &cases[i]);
		const char *verdict =
			json_string_value(json_object_get(setting.document, "verdict"));
		cr_expect_str_eq(verdict, cases[i].fate, "%s: %s: %s", cases[i].name, verdict,
			static_text(&setting, "feedback"));
		cr_expect_str_eq(static_text(&setting, "verdict"), cases[i].fate);
		if (cases[i].said)
			cr_expect_not_null(strstr(static_text(&setting, "feedback"), cases[i].said),
				"%s: %s", cases[i].name, static_text(&setting, "feedback"));
		cr_expect_eq(setting.result.fault,
			strcmp(cases[i].fate, "JE") == 0 ? AS_ERROR_INPUT : AS_ERROR_NONE);
	}
}
