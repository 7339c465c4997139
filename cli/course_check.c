/* SPDX-License-Identifier: MIT */
/* assay course check: all faults of a folder, and what the course will be. */
#include "course.h"

#include <assay/program.h>
#include <string.h>

/* ---- opening ---- */

static const char **list_ids(const struct as_languages *languages, struct as_error *error)
{
	const char **ids = calloc(languages->count + 1, sizeof(*ids));

	if (!ids)
		as_error_no_memory(error);
	for (size_t i = 0, count = 0; ids && i < languages->count; i++)
		if (!languages->items[i].is_hidden)
			ids[count++] = languages->items[i].id;
	return ids;
}

struct as_course *course_open(
	const char *path, const char *zone, bool without_packages, struct as_error *error)
{
	struct as_languages *languages = as_languages_open(NULL, error);
	AS_AUTO_FREE const char **ids = languages ? list_ids(languages, error) : NULL;
	const struct as_course_options options = {
		.languages = ids, .without_packages = without_packages, .zone = zone};
	struct as_course *course =
		ids ? as_course_open(path, &options, &cli_cancelled, error) : NULL;

	as_languages_close(languages);
	return course;
}

int course_fail(const struct as_error *error)
{
	return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(error));
}

/* ---- findings ---- */

static void print_finding(void *context, const struct as_finding *finding)
{
	const struct as_course *course = context;

	cli_print_finding(course->path, finding->where, finding);
}

/* ---- what the course will be ---- */

static void print_people(const struct as_course *course)
{
	size_t counts[AS_ROLE_COUNT] = {0};

	for (size_t i = 0; i < course->person_count; i++)
		counts[course->people[i].of.role]++;
	fputs("  people: ", stdout);
	for (size_t i = 0; i < AS_ROLE_COUNT; i++)
		cli_print_count(counts[i], as_role_name((enum as_role)i),
			i + 1 < AS_ROLE_COUNT ? ", " : "\n");
	if (!course->sections)
		return;
	fputs("  sections:", stdout);
	for (char **section = course->sections; *section; section++) {
		size_t count = 0;
		for (size_t i = 0; i < course->person_count; i++)
			count += course->people[i].of.sections &&
				 as_names_have(course->people[i].of.sections, *section);
		printf("%s ", section == course->sections ? "" : ",");
		cli_print_text(*section, strlen(*section));
		printf(" (%zu)", count);
	}
	putchar('\n');
}

/* The local time and its offset. */
static void print_time(const struct as_course *course, const char *name, bool exists,
	int64_t time_s, const char *without)
{
	char text[AS_TIME_SIZE];

	printf(", %s %s", name,
		exists ? as_time_format(time_s, as_zone_offset(course->clock, time_s), text)
		       : without);
}

static void print_assignment(
	const struct as_course *course, const struct as_course_assignment *assignment)
{
	const struct as_scheme *scheme = &assignment->scheme;
	const char *title = as_course_title_of(assignment);

	printf("  %s: ", assignment->id);
	cli_print_text(title, strlen(title));
	printf(", %s point%s", AS_POINTS(scheme->total_e4),
		scheme->total_e4 == AS_POINT_E4 ? "" : "s");
	if (scheme->bonus_e4)
		printf(" and %s of a bonus", AS_POINTS(scheme->bonus_e4));
	fputs(" for ", stdout);
	cli_print_count(scheme->item_count, "item", "");
	print_time(course, "opens", scheme->hand_in.has_opens, scheme->hand_in.opens_s,
		"from the beginning");
	print_time(course, "due", scheme->has_due, scheme->due_s, "never");
	print_time(course, "release", scheme->hand_in.has_release, scheme->hand_in.release_s,
		"by hand");
	putchar('\n');
}

int course_print(const struct as_course *course)
{
	size_t warnings = 0;

	for (size_t i = 0; i < course->findings.count; i++)
		warnings += course->findings.items[i].level == AS_FINDING_WARNING;
	as_findings_fold(&course->findings, print_finding, (void *)course);
	cli_print_text(course->path, strlen(course->path));
	fputs(": ", stdout);
	cli_print_text(course->title, strlen(course->title));
	printf(" (%s, %s)\n", course->id, course->zone);
	print_people(course);
	for (size_t i = 0; i < course->assignment_count; i++)
		print_assignment(course, &course->assignments[i]);
	cli_print_count(course->findings.error_count, "error", ", ");
	cli_print_count(warnings, "warning", "\n");
	if (fflush(stdout))
		return cli_fail_printing("the findings");
	return course->findings.error_count ? AS_ERROR_INPUT : 0;
}

/* ---- the command ---- */

struct options {
	const char *path, *zone;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_check[] = {
	{"zone", 0, "ZONE", "the time zone, instead of that of course.yaml", cli_text, AT(zone)},
	{0},
};

static const struct cli_verb check_verb = {.options = options_of_check,
	.arguments = "DIR",
	.about = "Prints everything that is wrong with a course's folder, with file and line, and "
		 "what the course will be: people by role, and assignments with their times. The "
		 "exit status is 3 if something prevents running it.",
	.words = {{"DIR", AT(path)}}};

int course_check(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	const int status = cli_parse(&check_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	AS_AUTO_COURSE struct as_course *course =
		course_open(options.path, options.zone, false, &error);
	return course ? cli_finish(course_print(course)) : course_fail(&error);
}
