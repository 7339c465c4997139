/* SPDX-License-Identifier: MIT */
/* assay contest check: all faults of a folder; and the functions that the other actions share. */
#include "contest.h"

#include <assay/base/fit.h>
#include <assay/base/keeper.h>
#include <assay/engine.h>
#include <assay/program.h>
#include <assay/testgen.h>
#include <assay/verify/structure.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- opening and printing ---- */

static const char **list_languages(const struct as_languages *languages, struct as_error *error)
{
	const char **ids = calloc(languages->count + 1, sizeof(*ids));
	size_t count = 0;

	if (!ids)
		as_error_no_memory(error);
	for (size_t i = 0; ids && i < languages->count; i++)
		if (!languages->items[i].is_hidden)
			ids[count++] = languages->items[i].id;
	return ids;
}

int contest_languages_open(struct contest_languages *languages, struct as_error *error)
{
	languages->languages = as_languages_open(NULL, error);
	languages->ids = languages->languages ? list_languages(languages->languages, error) : NULL;
	return languages->ids ? 0 : -1;
}

void contest_languages_close(struct contest_languages *languages)
{
	as_languages_close(languages->languages);
	free(languages->ids);
}

struct as_contest *contest_open_shared(
	const char *path, bool without_packages, const char *accounts, struct as_error *error)
{
	AS_AUTO(contest_languages_close) struct contest_languages languages = {0};

	if (contest_languages_open(&languages, error))
		return NULL;
	const struct as_contest_options options = {.languages = languages.ids,
		.without_packages = without_packages,
		.accounts = accounts};
	return as_contest_open(path, &options, &cli_cancelled, error);
}

struct as_contest *contest_open(const char *path, bool without_packages, struct as_error *error)
{
	return contest_open_shared(path, without_packages, NULL, error);
}

struct printing {
	const struct as_contest *contest;
	const char *imported; /* file, or NULL */
	size_t warning_count;
};

/* The place of a finding about an added object (as_contest_add), or in the file of shared accounts;
 * NULL: the place is in the folder. */
static const char *place_in_import(
	const struct printing *printing, const struct as_finding *finding)
{
	const char *file = printing->imported;

	if (!file && as_contest_is_outside(finding))
		return finding->where;
	if (!file || (!strchr(file, '/') && strncmp(finding->where, "./", 2) != 0))
		return NULL;
	const char *place = finding->where + (strchr(file, '/') ? 0 : 2);
	const size_t length = strlen(file);
	return strncmp(place, file, length) == 0 && place[length] == ':' ? place : NULL;
}

static void print_finding(void *context, const struct as_finding *finding)
{
	const struct printing *printing = context;
	const char *place = place_in_import(printing, finding);

	cli_print_finding(
		place ? NULL : printing->contest->path, place ? place : finding->where, finding);
}

/* Wall time of the end by the folder, which does not know of pauses; AS_NEVER_MS: the contest has
 * no start time. */
static int64_t planned_end_of(const struct as_contest *contest)
{
	const struct as_contest_settings *settings = &contest->settings;

	return settings->start_wall_ms == AS_NEVER_MS
		       ? AS_NEVER_MS
		       : settings->start_wall_ms + settings->duration_ms;
}

/* Returns the name of the file that the contest has; the second name if that is unknown. */
static const char *file_of(const struct as_contest *contest, const char *yaml, const char *json)
{
	enum as_tree_type type;

	return as_tree_find(&contest->tree, yaml, &type, NULL, NULL) == 0 && type == AS_TREE_FILE
		       ? yaml
		       : json;
}

#define CONTEST_FILE "contest.yaml", "contest.json"
#define PROBLEMS_FILE "problems.yaml", "problems.json"

/* Adds a note if the contest is over, as an imported contest of the past would be. */
static void note_end(const struct as_contest *contest)
{
	const int64_t planned_wall_ms = planned_end_of(contest);
	const int64_t end_wall_ms = contest->ended_wall_ms && planned_wall_ms != AS_NEVER_MS
					    ? contest->ended_wall_ms
					    : planned_wall_ms;
	const bool has_thaw = contest->settings.thaw_wall_ms != AS_NEVER_MS;
	char text[AS_CONTEST_TIME_SIZE], planned[AS_CONTEST_TIME_SIZE + 40] = "";
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (end_wall_ms > now.tv_sec * INT64_C(1000))
		return;
	if (end_wall_ms != planned_wall_ms) {
		as_contest_time_format(planned_wall_ms, text);
		snprintf(planned, sizeof(planned), " (by start_time and duration, %s)", text);
	}
	as_contest_time_format(end_wall_ms, text);
	AS_AUTO_FREE char *note = as_text_format(NULL,
		"the contest ended at %s%s; to run it, change start_time%s in %s/%s", text, planned,
		has_thaw ? " and scoreboard_thaw_time" : "", contest->path,
		file_of(contest, CONTEST_FILE));
	if (note)
		cli_note(note);
}

/* For a contest that was served: changed times in the folder would not continue it. */
static void note_served_end(int64_t end_wall_ms)
{
	char text[AS_CONTEST_TIME_SIZE];

	if (end_wall_ms == AS_NEVER_MS)
		return;
	as_contest_time_format(end_wall_ms, text);
	AS_AUTO_FREE char *note = as_text_format(NULL,
		"the contest ended at %s; to continue it, set a longer duration at /jury/clock",
		text);
	if (note)
		cli_note(note);
}

int contest_fail(const struct as_error *error)
{
	return cli_finish(cli_cancelled ? AS_ERROR_INTERNAL : cli_fail(error));
}

/* The author of a package without points did not choose the points that the contest gives. */
static int warn_points(struct as_contest *contest, struct as_error *error)
{
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		if (contest->settings.rules.scoring.type == AS_SCOREBOARD_PASS_FAIL ||
			!problem->package || problem->package->scoring || problem->has_points)
			continue;
		if (as_findings_add(&contest->findings, AS_FINDING_WARNING,
			    file_of(contest, PROBLEMS_FILE), error,
			    "the package of '%s' gives no points, but the contest has scores: a "
			    "submission that passes all tests gets %s points, any other "
			    "submission 0; write max_score: %s, or another number, for '%s'",
			    problem->id, AS_NUMBER(as_contest_problem_points(problem)),
			    AS_NUMBER(as_contest_problem_points(problem)), problem->id))
			return -1;
	}
	return 0;
}

struct package_warnings {
	struct as_contest *contest;
	const struct as_contest_problem *problem;
	struct as_error *error;
	bool failed;
};

static void add_warning(void *context, const struct as_finding *finding)
{
	struct package_warnings *to = context;

	if (finding->level == AS_FINDING_INFO || to->failed)
		return;
	to->failed = as_findings_add(&to->contest->findings, AS_FINDING_WARNING,
			     file_of(to->contest, PROBLEMS_FILE), to->error,
			     "the package of '%s': %s%s%s", to->problem->id, finding->where,
			     *finding->where ? ": " : "", finding->text) != 0;
}

/* Adds the warnings of verify that need no run. */
static int warn_packages(struct as_contest *contest, struct as_error *error)
{
	for (size_t i = 0; i < contest->problem_count; i++) {
		struct package_warnings to = {contest, &contest->problems[i], error, false};
		AS_AUTO(as_findings_clear) struct as_findings found = {0};
		if (!to.problem->package)
			continue;
		if (as_verify_settings(to.problem->package, &found, error))
			return -1;
		as_findings_fold(&found, add_warning, &to);
		if (to.failed)
			return -1;
	}
	return 0;
}

int contest_print(struct as_contest *contest, const char *imported, const int64_t *served_end_ms)
{
	struct printing printing = {.contest = contest, .imported = imported};
	struct as_error error = {0};

	if (warn_points(contest, &error) || warn_packages(contest, &error))
		return cli_fail(&error);

	for (size_t i = 0; i < contest->findings.count; i++)
		printing.warning_count += contest->findings.items[i].level == AS_FINDING_WARNING;
	as_findings_fold(&contest->findings, print_finding, &printing);
	cli_print_text(contest->path, strlen(contest->path));
	fputs(": ", stdout);
	cli_print_count(contest->problem_count, "problem", ", ");
	cli_print_count(contest->team_count, "team", ", ");
	cli_print_count(contest->account_count, "account", "; ");
	cli_print_count(contest->error_count, "error", ", ");
	cli_print_count(printing.warning_count, "warning", "\n");
	if (fflush(stdout))
		return cli_fail_printing("the findings");
	/* Settings that were not read have no end. */
	if (contest->error_count)
		return AS_ERROR_INPUT;
	if (served_end_ms)
		note_served_end(*served_end_ms);
	else
		note_end(contest);
	return 0;
}

/* ---- check ---- */

/* Warns of allowed languages that are not installed, which a server on this machine does not offer.
 * `but`: languages that were reported before, or NULL. */
static int warn_list(struct as_contest *contest, const char *where, char **ids, char **but,
	const struct as_languages *languages, struct as_error *error)
{
	for (char **id = ids; id && *id; id++) {
		const struct as_language *language = as_languages_find(languages, *id);
		if (!language || as_language_is_here(language) || as_names_have(but, *id))
			continue;
		if (as_findings_add(&contest->findings, AS_FINDING_WARNING, where, error,
			    "the allowed language %s is not installed here, so a server on this "
			    "machine does not offer it; install it (assay languages names its "
			    "package), or remove it from 'languages'",
			    *id))
			return -1;
	}
	return 0;
}

static int warn_languages(struct as_contest *contest, struct as_error *error)
{
	AS_AUTO(contest_languages_close) struct contest_languages languages = {0};
	char **all = contest->settings.languages;

	if (contest_languages_open(&languages, error))
		return -1;
	int failed = warn_list(
		contest, file_of(contest, CONTEST_FILE), all, NULL, languages.languages, error);
	for (size_t i = 0; i < contest->problem_count && !failed; i++)
		failed = warn_list(contest, file_of(contest, PROBLEMS_FILE),
			contest->problems[i].languages, all, languages.languages, error);
	return failed;
}

/* Warns of packages whose limits are too large for this machine: a server would refuse them. */
static int warn_shares(struct as_contest *contest, struct as_error *error)
{
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		struct as_error why = {0};
		if (!problem->package || as_engine_package_fits(problem->package, 0, &why) == 0)
			continue;
		if (why.kind != AS_ERROR_MACHINE)
			return as_error_pass(error, &why, why.where, "%s", why.text);
		if (as_findings_add(&contest->findings, AS_FINDING_WARNING,
			    file_of(contest, PROBLEMS_FILE), error,
			    "the package of '%s' cannot be judged on this machine: %s", problem->id,
			    why.text))
			return -1;
	}
	return 0;
}

/* Tries the export of a package. It fails, for example, if the package's recipe names files outside
 * the package that do not exist: judging never needs these files. */
static int try_package(struct as_contest *contest, const struct as_contest_problem *problem,
	const char *file, struct as_error *error)
{
	char include_dir[PATH_MAX], text[2 * sizeof(((struct as_error *)0)->text)];
	const struct as_export_config config = {.format = problem->package->format,
		.in_folder = true,
		.recipe = &as_recipe_export,
		.include_dir = cli_find_include_dir(include_dir),
		.cancel = &cli_cancelled};
	AS_AUTO_NAMES char **notes = NULL;
	struct as_error why = {0};

	if (as_package_export(problem->package, &config, file, &notes, &why) == 0)
		return 0;
	if (why.kind != AS_ERROR_INPUT)
		return as_error_pass(error, &why, why.where, "%s", why.text);
	return as_findings_add(&contest->findings, AS_FINDING_WARNING,
		file_of(contest, PROBLEMS_FILE), error,
		"the package of '%s' can be judged, but not exported: %s; put the missing files "
		"into the package, or also copy the folder that it shares",
		problem->id, as_error_format(&why, text, sizeof(text)));
}

/* Checks what assay contest export needs. An archive is exported as it is. */
static int try_packages(struct as_contest *contest, const char *temp, struct as_error *error)
{
	AS_AUTO_FREE char *file = as_text_format(error, "%s/package.zip", temp);

	if (!file)
		return -1;
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		struct stat status;
		if (problem->package && stat(problem->package_path, &status) == 0 &&
			S_ISDIR(status.st_mode) && try_package(contest, problem, file, error))
			return -1;
	}
	return 0;
}

static int try_export(struct as_contest *contest, struct as_error *error)
{
	char temp[PATH_MAX] = "";
	struct as_keeper *keeper = as_keeper_open(error);
	int status = -1;

	if (keeper && as_temp_make(keeper, temp, error) == 0)
		status = try_packages(contest, temp, error);
	if (*temp)
		as_temp_remove(keeper, temp);
	if (keeper)
		as_keeper_close(keeper);
	return status;
}

struct options {
	const char *path, *accounts;
};

static const struct cli_option check_options[] = {
	{"accounts", 0, "FILE",
		"also read this file of shared accounts, as assay serve --accounts does", cli_text,
		.place = offsetof(struct options, accounts)},
	{0},
};

static const struct cli_verb check_verb = {.options = check_options,
	.arguments = "DIR",
	.about = "Prints everything that is wrong with a contest's folder, with file and line. The "
		 "exit status is 3 if something prevents running it.",
	.words = {{"DIR", offsetof(struct options, path)}}};

int contest_check(int argc, char **argv)
{
	struct options options = {0};
	int64_t served_end_ms = 0;
	bool is_served = false;
	struct as_error error = {0};
	const int status = cli_parse(&check_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	AS_AUTO_CONTEST struct as_contest *contest =
		contest_open_shared(options.path, false, options.accounts, &error);
	if (!contest || warn_languages(contest, &error) || warn_shares(contest, &error) ||
		try_export(contest, &error) ||
		(contest->error_count == 0 &&
			contest_warn_store(contest, &is_served, &served_end_ms, &error)))
		return contest_fail(&error);
	return cli_finish(contest_print(contest, NULL, is_served ? &served_end_ms : NULL));
}

void contest_show_note(void *context, const struct as_finding *finding)
{
	char text[2048];

	snprintf(text, sizeof(text), "%.*s/%s: %s", as_text_fit(context, 600),
		(const char *)context, finding->where, finding->text);
	cli_note(text);
}
