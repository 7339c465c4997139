/* SPDX-License-Identifier: MIT */
/*
 * The right solution: the one that --against names; else the recipe's `solution`; else an accepted
 * submission. A submission is judged as usual; a program of the recipe runs as in `assay gen`.
 * Submissions cannot make answers in interactive and multi-pass packages: there the answer stays
 * empty, and only the output validator decides.
 */
#include "search.h"

#include <string.h>
#include <sys/stat.h>

#define ACCEPTED "submissions/accepted"
/* The maximum number of other right solutions that are run on a failing input. */
#define MAX_CROSS_CHECKS 3

/* The language and the entry point come from submissions.yaml, as in `assay verify`. */
static struct as_submission submission_at(const struct as_search *search, const char *path)
{
	const struct as_expected_start start =
		as_expectations_start_at(&search->right.expectations, search->order->package, path);

	return (struct as_submission){
		.path = path, .language = start.language, .entry_point = start.entry_point};
}

/* Prefers the faster solution, which answers more inputs in the same time. */
static size_t slowness(const char *language)
{
	static const char *const fast[] = {"c", "cpp", "rust", "zig", "d", "fortran", "ada",
		"pascal", "go", "ocaml", "haskell"};

	for (size_t i = 0; i < sizeof(fast) / sizeof(*fast); i++)
		if (language && strcmp(language, fast[i]) == 0)
			return i;
	return language && strcmp(language, "python3") == 0 ? 100 : 200;
}

static bool same_file(const char *a, const char *b)
{
	struct stat one, other;

	return a && b && stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

/* ---- accepted submissions ---- */

struct accepted {
	char *path; /* on the disk */
	size_t slowness;
};

static int compare_accepted(const void *one, const void *other)
{
	const struct accepted *a = one, *b = other;

	if (a->slowness != b->slowness)
		return a->slowness < b->slowness ? -1 : 1;
	return strcmp(a->path, b->path);
}

static void free_accepted(struct accepted *list)
{
	for (struct accepted *item = list; item && item->path; item++)
		free(item->path);
	free(list);
}
static void auto_accepted(struct accepted **list)
{
	free_accepted(*list);
}

static int add_accepted(struct as_search *search, const char *name, struct accepted *list,
	size_t *count, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s/" ACCEPTED "/%s", package->folder, name);
	const char *language = NULL;

	if (!path)
		return -1;
	const struct as_submission submission = submission_at(search, path);
	if (as_package_backup_ending(name) || same_file(path, search->order->submission_path) ||
		as_engine_submission_language(
			search->order->opened, &submission, &language, NULL) ||
		!language)
		return 0;
	list[(*count)++] = (struct accepted){as_steal(path), slowness(language)};
	return 0;
}

/* The accepted submissions without the tested one, the fastest first. The list ends with one
 * without a path. */
static struct accepted *list_accepted(struct as_search *search, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	AS_AUTO_NAMES char **names =
		as_package_names(&package->tree, ACCEPTED, search->order->cancel, NULL);
	size_t max = 0, count = 0;

	while (names && names[max])
		max++;
	struct accepted *list = calloc(max + 1, sizeof(*list));
	if (!list) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < max; i++)
		if (add_accepted(search, names[i], list, &count, error)) {
			free_accepted(list);
			return NULL;
		}
	qsort(list, count, sizeof(*list), compare_accepted);
	return list;
}

/* ---- choosing ---- */

static bool is_interactive(const struct as_package *package)
{
	return package->interactive || package->multi_pass;
}

static int use_command(struct as_search *search, const char *command, struct as_error *error)
{
	search->right.command = as_text_format(error, "%s", command);
	search->right.name = as_text_format(error, "%s", command);
	return !search->right.command || !search->right.name ||
			       as_commands_add(search->commands, command, error)
		       ? -1
		       : 0;
}

static int use_submission(struct as_search *search, const char *path, struct as_error *error)
{
	const struct as_submission submission = submission_at(search, path);
	struct as_right *right = &search->right;

	if (right->malformed.kind) {
		if (error)
			*error = right->malformed;
		return -1;
	}
	right->compiled =
		as_engine_compile(search->order->opened, &submission, search->order->cancel, error);
	right->path = as_text_format(error, "%s", path);
	right->name = as_text_format(error, "%s", path);
	if (!right->compiled || !right->path || !right->name)
		return -1;
	if (as_compiled_verdict(right->compiled) == AS_VERDICT_AC)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		"the right solution does not compile; `assay judge` shows the compiler's message");
}

static int use_accepted(struct as_search *search, struct as_error *error)
{
	AS_AUTO(auto_accepted) struct accepted *list = list_accepted(search, error);

	if (!list)
		return -1;
	if (list[0].path)
		return use_submission(search, list[0].path, error);
	if (!search->order->submission)
		return as_error_at(error, AS_ERROR_INPUT, search->order->package->path, 0, 0,
			"no right solution, so the input has no answer: the recipe has no "
			"'solution', and " ACCEPTED "/ has no submission; add one");
	return as_error_at(error, AS_ERROR_INPUT, search->order->package->path, 0, 0,
		"no right solution: the recipe has no 'solution', and " ACCEPTED
		"/ has no other submission; add one, or name one by --against");
}

/* Without a right solution, only the output validator decides. */
static int use_validator(struct as_search *search, struct as_error *error)
{
	search->right.name = as_text_format(error, "the output validator");
	return search->right.name ? 0 : -1;
}

static bool is_reference(const char *command)
{
	return command && strncmp(command, "assay solve", strlen("assay solve")) == 0;
}

/* A recipe must not name a file outside of its package, so links are followed only within it. If
 * the last component is a link, the code that reads the submission decides about it. */
static char *path_in_package(
	const struct as_package *package, const char *solution, struct as_error *error)
{
	const char *name = strrchr(solution, '/') + 1;
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s", (int)(name - solution) - 2, solution + 1);
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type = AS_TREE_ABSENT;

	if (!folder)
		return NULL;
	if (strstr(solution, "..")) {
		as_error_set(
			error, AS_ERROR_INPUT, "solution '%s' must be in the package", solution);
		return NULL;
	}
	if (as_tree_find(&package->tree, folder, &type, &real, error))
		return NULL;
	return as_text_format(error, "%s/%s/%s", package->folder, real ? real : folder, name);
}

static int use_recipe(struct as_search *search, const char *solution, struct as_error *error)
{
	const bool is_submission = strncmp(solution, "/submissions/", 13) == 0;

	if (!is_submission)
		return use_command(search, solution, error);
	/* A solution with arguments is a command. */
	if (strpbrk(solution, " \t"))
		return use_command(search, solution, error);
	AS_AUTO_FREE char *path = path_in_package(search->order->package, solution, error);
	return path ? use_submission(search, path, error) : -1;
}

static int load_expectations(struct as_search *search, struct as_error *error)
{
	struct as_right *right = &search->right;

	if (as_expectations_load(&right->expectations, search->order->package, &right->malformed) ==
			0 ||
		right->malformed.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = right->malformed;
	return -1;
}

int as_right_open(struct as_search *search, struct as_error *error)
{
	const char *against = search->order->against;
	const char *solution = as_commands_solution(search->commands);
	const bool only_validator = is_interactive(search->order->package);

	if (load_expectations(search, error))
		return -1;
	if (against && strcmp(against, "reference") == 0) {
		if (is_reference(solution))
			return use_command(search, solution, error);
		return as_error_set(error, AS_ERROR_USAGE,
			"--against reference: the package's recipe has no `solution: assay solve "
			"...`; name a submission, or leave --against out");
	}
	if (only_validator && (against || !solution || strncmp(solution, "/submissions/", 13) == 0))
		return use_validator(search, error);
	if (against)
		return use_submission(search, against, error);
	if (solution)
		return use_recipe(search, solution, error);
	return use_accepted(search, error);
}

void as_right_close(struct as_right *right)
{
	as_compiled_free(right->compiled);
	as_expectations_clear(&right->expectations);
	free(right->command);
	free(right->path);
	free(right->name);
	*right = (struct as_right){0};
}

/* ---- cross-checks ---- */

static int cross_check(struct as_search *search, struct as_compiled *compiled, const char *path,
	const struct as_stress_failure *failure, char **text, struct as_error *error)
{
	AS_AUTO(as_failure_clear) struct as_stress_failure again = {0};
	bool fails;

	if (as_compiled_verdict(compiled) != AS_VERDICT_AC)
		return 0;
	if (as_trial_run(search, compiled, failure, AS_RERUNS_USUAL, &again, &fails, error))
		return -1;
	/* A timeout shows nothing about the answer. */
	if (!fails || again.verdict == AS_VERDICT_TLE)
		return 0;
	*text = as_text_format(error, "%s: %s%s%s", path, as_verdict_name(again.verdict),
		again.feedback ? ", " : "", again.feedback ? again.feedback : "");
	return *text ? 0 : -1;
}

static int compile_and_cross_check(struct as_search *search, const char *path,
	const struct as_stress_failure *failure, char **text, struct as_error *error)
{
	const struct as_submission submission = submission_at(search, path);
	struct as_error why = {0};
	struct as_compiled *compiled =
		as_engine_compile(search->order->opened, &submission, search->order->cancel, &why);

	/* Skip a solution whose compiler is not available. */
	if (!compiled)
		return 0;
	int failed = cross_check(search, compiled, path, failure, text, error);
	as_compiled_free(compiled);
	return failed;
}

int as_right_disagrees(struct as_search *search, const struct as_stress_failure *failure,
	char **text, struct as_error *error)
{
	const struct as_right *right = &search->right;
	AS_AUTO(auto_accepted) struct accepted *list = list_accepted(search, error);
	size_t checked = 0;

	*text = NULL;
	if (!list)
		return -1;
	if (right->compiled &&
		cross_check(search, right->compiled, right->path, failure, text, error))
		return -1;
	for (size_t i = 0; !*text && list[i].path && checked < MAX_CROSS_CHECKS &&
			   as_now_ns() < search->end_ns;
		i++) {
		if (same_file(list[i].path, right->path))
			continue;
		checked++;
		if (compile_and_cross_check(search, list[i].path, failure, text, error))
			return -1;
	}
	return 0;
}
