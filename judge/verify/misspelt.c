/* SPDX-License-Identifier: MIT */
/* Names of a package's folders and files that are nearly names of the format: every judge ignores
 * their contents without a message. */
#include "verify.h"

#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000

/* The known names in a folder; the nearest one is suggested. */
struct place {
	const char *folder; /* "": the package's folder */
	const char *const *names;
	size_t count;
	const char *rest;  /* the message for a name that is not similar to one; NULL: none */
	const char *wrong; /* the message for a similar name; NULL: it is ignored */
};

static bool is_known(const struct place *place, const char *name)
{
	for (size_t i = 0; i < place->count; i++)
		if (strcmp(place->names[i], name) == 0)
			return true;
	return false;
}

/* Treats "wrong-answer" like "wrong_answer". */
static void normalize(const char *name, char text[64])
{
	snprintf(text, 64, "%.63s", name);
	for (char *at = text; *at; at++)
		if (*at == '-' || *at == ' ')
			*at = '_';
}

static int check_name(struct as_verify *verify, const struct place *place, const char *name,
	struct as_error *error)
{
	char normal[64];
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s%s%s", place->folder, *place->folder ? "/" : "", name);

	if (!path)
		return -1;
	normalize(name, normal);
	const char *hint = AS_SUGGESTION(normal, place->names, place->count);
	if (strcmp(hint, ";") != 0)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error, "%s%s",
			place->wrong ? place->wrong : "is ignored: unknown name", hint);
	if (!place->rest)
		return 0;
	return as_findings_add(
		&verify->findings, AS_FINDING_INFO, path, error, "is ignored: %s", place->rest);
}

static int check_place(struct as_verify *verify, const struct place *place, struct as_error *error)
{
	AS_AUTO_FD int fd =
		as_dir_open(verify->package->tree.fd, *place->folder ? place->folder : ".", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);

	for (char **name = names; name && *name; name++) {
		struct stat status;
		bool is_folder = fstatat(fd, *name, &status, 0) == 0 && S_ISDIR(status.st_mode);
		if ((*name)[0] == '.' || is_known(place, *name) || (!is_folder && !place->rest))
			continue;
		if (check_name(verify, place, *name, error))
			return -1;
	}
	return 0;
}

/* Folders of submissions; patterns of the package's own expectations count as known, too. */
static int check_submissions(struct as_verify *verify, struct as_error *error)
{
	const struct as_expectations *expectations = &verify->expectations;
	AS_AUTO_FREE const char **names = calloc(expectations->count + 1, sizeof(*names));
	struct place place = {.folder = "submissions",
		.names = names,
		.wrong = "unknown folder: its submissions have no expectation"};

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < expectations->count; i++)
		names[place.count++] = expectations->items[i].submissions;
	return check_place(verify, &place, error);
}

/* 2025-09: the language of a statement is in its name. */
static int check_statements(struct as_verify *verify, struct as_error *error)
{
	static const char *const endings[] = {"md", "tex", "pdf"};
	struct stat status;

	if (verify->package->format == AS_FORMAT_LEGACY)
		return 0;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		char path[64];
		snprintf(path, sizeof(path), "statement/problem.%s", endings[i]);
		if (fstatat(verify->package->tree.fd, path, &status, 0) == 0 &&
			as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
				"is ignored: its name has no language; rename it to "
				"problem.en.%s or that of its language",
				endings[i]))
			return -1;
	}
	return 0;
}

int as_misspelt_check(struct as_verify *verify, struct as_error *error)
{
	static const char *const folders[] = {"data", "submissions", "input_validators",
		"output_validator", "output_validators", "static_validator", "statement",
		"problem_statement", "include", "generators", "attachments", "solution", "graders",
		"answer_validators", "input_format_validators", "input_visualizer",
		"output_visualizer", "visualizers"};
	static const char *const parts[] = {"sample", "secret", "invalid_input", "invalid_output",
		"valid_output", "testdata.yaml", "test_group.yaml"};
	const struct place places[] = {
		{"", folders, sizeof(folders) / sizeof(*folders), NULL, NULL},
		{"data", parts, sizeof(parts) / sizeof(*parts),
			"the format has only sample, secret, invalid_input, invalid_output and "
			"valid_output here",
			NULL},
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (check_place(verify, &places[i], error))
			return -1;
	return check_submissions(verify, error) || check_statements(verify, error) ? -1 : 0;
}
