/* SPDX-License-Identifier: MIT */
/* assay contest new: makes a commented folder that is ready to run. */
#include "contest.h"

#include "paths.h"

#include <assay/base/install.h>
#include <assay/contest/folder/make.h>
#include <assay/package.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#define DEFAULT_TEAMS 3

struct options {
	struct path_words words; /* no packages: the bundled ones */
	unsigned team_count;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_new[] = {
	{"problems", 0, "PACKAGE...",
		"the problems, packages that stay where they are (default: copies of bundled ones)",
		cli_add, AT(words.packages)},
	{"teams", 0, "N", "teams, each with an account (default: 3)", cli_number, AT(team_count), 0,
		AS_CONTEST_NEW_TEAMS_MAX},
	{0},
};

static const struct cli_verb new_verb = {.options = options_of_new,
	.arguments = "DIR [--problems PACKAGE...]",
	.about = "Makes the folder of a contest, with comments that explain further keys, and "
		 "random passwords. Missing tests of the problems are made as by assay gen.",
	.words = {{"DIR", 0}},
	.more = {"PACKAGE", 0},
	.take = path_take,
	.check = path_check};

/* ---- problems ---- */

#define BUNDLED_COUNT 4
/* Small packages whose tests are made in seconds. */
static const char *const bundled[BUNDLED_COUNT] = {
	"coinsdumb", "dumbsmart", "coinsmoves", "coinsplay"};

struct problems {
	size_t count;
	const struct as_package **packages; /* settings only */
	char **sources; /* current path of each package; NULL-terminated, as the others */
	char **paths;   /* for problems.yaml */
	char **places;  /* where its tests are to be */
};

static void clear(struct problems *problems)
{
	for (size_t i = 0; problems->packages && i < problems->count; i++)
		as_package_close((struct as_package *)problems->packages[i]);
	free(problems->packages);
	as_names_free(problems->sources);
	as_names_free(problems->paths);
	as_names_free(problems->places);
}

static int allocate(struct problems *problems, size_t count, struct as_error *error)
{
	problems->count = count;
	problems->packages = calloc(count + 1, sizeof(*problems->packages));
	problems->sources = calloc(count + 1, sizeof(*problems->sources));
	problems->paths = calloc(count + 1, sizeof(*problems->paths));
	problems->places = calloc(count + 1, sizeof(*problems->places));
	return problems->packages && problems->sources && problems->paths && problems->places
		       ? 0
		       : as_error_no_memory(error);
}

/* The user's own packages are not copied. Their paths are relative to the contest's folder, so that
 * both can be moved together. */
static int find_named(
	struct problems *problems, const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE char *folder = path_of_new(options->words.path, error);

	if (!folder || allocate(problems, options->words.packages.count, error))
		return -1;
	for (size_t i = 0; i < problems->count; i++) {
		const char *typed = options->words.packages.items[i];
		problems->sources[i] = as_text_format(error, "%s", typed);
		problems->places[i] = as_text_format(error, "%s", typed);
		if (!problems->sources[i] || !problems->places[i])
			return -1;
		AS_AUTO_FREE char *real = realpath(typed, NULL);
		problems->paths[i] = real ? path_between(folder, real, error) : NULL;
		if (real && !problems->paths[i])
			return -1;
		if (!real)
			return as_error_at_sys(
				error, AS_ERROR_INPUT, errno, typed, "the package cannot be found");
	}
	return 0;
}

static int find_bundled(struct problems *problems, const char *from, const struct options *options,
	struct as_error *error)
{
	if (allocate(problems, BUNDLED_COUNT, error))
		return -1;
	for (size_t i = 0; i < BUNDLED_COUNT; i++) {
		problems->sources[i] = as_text_format(error, "%s/%s", from, bundled[i]);
		problems->paths[i] = as_text_format(error, "problems/%s", bundled[i]);
		problems->places[i] =
			as_text_format(error, "%s/problems/%s", options->words.path, bundled[i]);
		if (!problems->sources[i] || !problems->paths[i] || !problems->places[i])
			return -1;
	}
	return 0;
}

static int open_all(struct problems *problems, struct as_error *error)
{
	for (size_t i = 0; i < problems->count; i++) {
		problems->packages[i] = as_package_open_settings(problems->sources[i], error);
		if (!problems->packages[i])
			return -1;
	}
	return 0;
}

/* ---- bundled packages ---- */

/* Finds the bundled problems beside the command: installed, or a link in the build folder. */
static int find_folder(char path[PATH_MAX], struct as_error *error)
{
	if (as_install_find("share/assay/problems", path, NULL) == 0)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"the bundled problems are not installed beside this command; name packages: "
		"--problems PACKAGE...");
}

/* Copies the packages, and the folder of files that they share. */
static int copy_bundled(const char *from_path, const char *to_path, struct as_error *error)
{
	AS_AUTO_FD int from = as_dir_open(AT_FDCWD, from_path, error);
	AS_AUTO_FD int top = from < 0 ? -1 : as_dir_open(AT_FDCWD, to_path, error);

	if (top < 0 || as_dir_make(top, "problems", 0755, error))
		return -1;
	AS_AUTO_FD int to = as_dir_open(top, "problems", error);
	if (to < 0 || as_contest_copy(from, "shared", to, "shared", &cli_cancelled, error))
		return -1;
	for (size_t i = 0; i < BUNDLED_COUNT; i++)
		if (as_contest_copy(from, bundled[i], to, bundled[i], &cli_cancelled, error))
			return -1;
	return 0;
}

/* ---- the folder ---- */

static int write_folder(
	const struct options *options, const struct problems *problems, struct as_error *error)
{
	const struct as_contest_new_config config = {.packages = problems->packages,
		.paths = (const char *const *)problems->paths,
		.package_count = problems->count,
		.team_count = options->team_count};

	return as_contest_new(options->words.path, &config, error);
}

/* Makes the tests of packages with a recipe and no tests. */
static int make_tests(const struct problems *problems, struct as_error *error)
{
	for (size_t i = 0; i < problems->count; i++)
		if (path_make_tests(problems->places[i], error))
			return -1;
	return 0;
}

static int make_bundled(
	const struct options *options, struct problems *problems, struct as_error *error)
{
	char from[PATH_MAX];

	if (find_folder(from, error) || find_bundled(problems, from, options, error) ||
		open_all(problems, error) || write_folder(options, problems, error))
		return -1;
	if (copy_bundled(from, options->words.path, error) == 0 && make_tests(problems, error) == 0)
		return 0;
	as_dir_remove(AT_FDCWD, options->words.path, NULL);
	return -1;
}

static int make_named(
	const struct options *options, struct problems *problems, struct as_error *error)
{
	if (find_named(problems, options, error) || open_all(problems, error) ||
		write_folder(options, problems, error))
		return -1;
	if (make_tests(problems, error) == 0)
		return 0;
	as_dir_remove(AT_FDCWD, options->words.path, NULL);
	return -1;
}

int contest_make_bundled(const char *path, size_t team_count, struct as_error *error)
{
	const struct options options = {.words.path = path, .team_count = (unsigned)team_count};
	AS_AUTO(clear) struct problems problems = {0};

	return make_bundled(&options, &problems, error);
}

/* Prints the findings of a check: a package of the user may have faults. */
static int report(const char *path)
{
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest = contest_open(path, false, &error);

	if (!contest)
		return contest_fail(&error);
	const int status = contest_print(contest, NULL, NULL);
	if (status == 0)
		printf("created %s; its passwords: assay contest passwords %s; to run it: assay "
		       "serve %s\n",
			path, path, path);
	return cli_finish(status);
}

int contest_new(int argc, char **argv)
{
	struct options options = {.team_count = DEFAULT_TEAMS};
	AS_AUTO(clear) struct problems problems = {0};
	struct as_error error = {0};
	const int status = cli_parse(&new_verb, argc, argv, &options);
	AS_AUTO_FREE const char **packages = options.words.packages.items;

	if (status)
		return status;
	cli_catch_signals();
	if ((packages ? make_named : make_bundled)(&options, &problems, &error))
		return contest_fail(&error);
	return report(options.words.path);
}
