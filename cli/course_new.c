/* SPDX-License-Identifier: MIT */
/* assay course new: makes a commented folder that check accepts. */
#include "course.h"

#include "paths.h"

#include <assay/contest/folder/stage.h>
#include <assay/course/folder/make.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DUE_DAYS 14
#define DAY_S INT64_C(86400)
#define MAX_ROSTER_BYTES (UINT64_C(64) << 20)

struct options {
	struct path_words words;
	const char *zone, *roster;
};

#define AT(member) .place = offsetof(struct options, member)

static const struct cli_option options_of_new[] = {
	{"package", 0, "PACKAGE...",
		"what the first assignment judges: packages that stay where they are (default: it "
		"is marked by hand)",
		cli_add, AT(words.packages)},
	{"zone", 0, "ZONE", "the time zone, such as Europe/Berlin (default: this machine's)",
		cli_text, AT(zone)},
	{"roster", 0, "FILE",
		"the people, as Moodle, Canvas or Gradescope exports them (default: two examples)",
		cli_text, AT(roster)},
	{0},
};

static const struct cli_verb new_verb = {.options = options_of_new,
	.arguments = "DIR [--package PACKAGE...]",
	.about = "Makes the folder of a course, with comments that explain further keys, random "
		 "passwords, and an assignment. Missing tests of the packages are made as by assay "
		 "gen.",
	.words = {{"DIR", 0}},
	.more = {"PACKAGE", 0},
	.take = path_take,
	.check = path_check};

/* ---- the zone and the times ---- */

/* The zone of this machine, by the usual link; UTC if it is unknown. */
static const char *find_zone(char path[PATH_MAX])
{
	const ssize_t length = readlink("/etc/localtime", path, PATH_MAX - 1);
	path[length > 0 ? length : 0] = '\0';
	const char *name = strstr(path, "/zoneinfo/");
	struct as_zone *zone = name ? as_zone_open(name + strlen("/zoneinfo/"), NULL) : NULL;

	as_zone_close(zone);
	return zone ? name + strlen("/zoneinfo/") : "Etc/UTC";
}

struct times {
	char opens[AS_TIME_SIZE], due[AS_TIME_SIZE];
};

/* A date of the zone, and an hour at which no zone changes its clocks. */
static void write_day(struct as_zone *zone, int64_t time_s, const char *hour, char *text)
{
	char time[AS_TIME_SIZE];

	as_time_format(time_s, as_zone_offset(zone, time_s), time);
	snprintf(text, AS_TIME_SIZE, "%.10s %s", time, hour);
}

static int choose_times(const char *name, struct times *times, struct as_error *error)
{
	struct as_zone *zone = as_zone_open(name, error);
	struct timespec now;

	if (!zone)
		return -1;
	clock_gettime(CLOCK_REALTIME, &now);
	write_day(zone, now.tv_sec, "08:00", times->opens);
	write_day(zone, now.tv_sec + DUE_DAYS * DAY_S, "18:00", times->due);
	as_zone_close(zone);
	return 0;
}

/* ---- packages ---- */

struct packages {
	size_t count;
	const struct as_package **items;
	char **paths; /* as in the assignment; NULL-terminated */
};

static void packages_clear(struct packages *packages)
{
	for (size_t i = 0; packages->items && i < packages->count; i++)
		as_package_close((struct as_package *)packages->items[i]);
	free(packages->items);
	as_names_free(packages->paths);
}

/* The paths are relative to the folder of the assignments, so that both can be moved together. */
static int find_package(struct packages *packages, size_t index, const char *folder,
	const char *typed, struct as_error *error)
{
	AS_AUTO_FREE char *real = realpath(typed, NULL);

	if (!real)
		return as_error_at_sys(
			error, AS_ERROR_INPUT, errno, typed, "the package cannot be found");
	packages->paths[index] = path_between(folder, real, error);
	if (!packages->paths[index] || path_make_tests(typed, error))
		return -1;
	packages->items[index] = as_package_open(typed, &cli_cancelled, error);
	return packages->items[index] ? 0 : -1;
}

static int find_packages(
	struct packages *packages, const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE char *folder = path_of_new(options->words.path, error);
	AS_AUTO_FREE char *inner = folder ? as_text_format(error, "%s/assignments", folder) : NULL;
	const size_t count = options->words.packages.count;

	packages->items = calloc(count + 1, sizeof(*packages->items));
	packages->paths = calloc(count + 1, sizeof(*packages->paths));
	if (!inner)
		return -1;
	if (!packages->items || !packages->paths)
		return as_error_no_memory(error);
	for (; packages->count < count; packages->count++)
		if (find_package(packages, packages->count, inner,
			    options->words.packages.items[packages->count], error))
			return -1;
	return 0;
}

/* ---- the folder ---- */

static int write_folder(
	const char *path, const struct as_course_new_config *config, struct as_error *error)
{
	struct as_contest_draft draft;
	const int failed = as_contest_draft_open(&draft, path, true, error) ||
			   as_course_new(draft.fd, config, error) ||
			   as_contest_draft_commit(&draft, error);

	as_contest_draft_close(&draft);
	return failed ? -1 : 0;
}

static int make_folder(const struct options *options, const char *zone, struct as_error *error)
{
	AS_AUTO(packages_clear) struct packages packages = {0};
	AS_AUTO_BYTES struct as_bytes roster = {0};
	struct times times;

	if (choose_times(zone, &times, error) || find_packages(&packages, options, error) ||
		(options->roster &&
			as_file_read(AT_FDCWD, options->roster, MAX_ROSTER_BYTES, &roster, error)))
		return -1;
	AS_AUTO_FREE char *folder = path_of_new(options->words.path, error);
	if (!folder)
		return -1;
	const struct as_course_new_config config = {.name = strrchr(folder, '/') + 1,
		.zone = zone,
		.opens = times.opens,
		.due = times.due,
		.packages = packages.items,
		.paths = (const char *const *)packages.paths,
		.package_count = packages.count,
		.roster = roster.data,
		.roster_bytes = roster.size,
		.roster_name = options->roster};
	return write_folder(options->words.path, &config, error);
}

int course_new(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	char path[PATH_MAX];
	int status = cli_parse(&new_verb, argc, argv, &options);
	AS_AUTO_FREE const char **packages = options.words.packages.items;

	(void)packages;
	if (status)
		return status;
	cli_catch_signals();
	if (make_folder(&options, options.zone ? options.zone : find_zone(path), &error))
		return course_fail(&error);
	AS_AUTO_COURSE struct as_course *course =
		course_open(options.words.path, NULL, false, &error);
	if (!course)
		return course_fail(&error);
	status = course_print(course);
	if (status == 0)
		printf("created %s; its passwords: assay course passwords %s\n", options.words.path,
			options.words.path);
	return cli_finish(status);
}
