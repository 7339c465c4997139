/* SPDX-License-Identifier: MIT */
/* The steps of a run, and its calls of the class. */
#include "book.h"

#include <assay/grade/run/take.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <time.h>

/* ---- opening ---- */

/* Otherwise the next run would judge the files that this one writes. */
static int check_places(const struct as_grade_config *config, struct as_error *error)
{
	char submissions[PATH_MAX], out[PATH_MAX];

	if (!realpath(config->submissions, submissions))
		return 0;
	if (!realpath(config->out, out)) {
		AS_AUTO_FREE char *copy = strdup(config->out);
		if (!copy)
			return as_error_no_memory(error);
		if (!realpath(dirname(copy), out))
			return 0;
	}
	const size_t length = strlen(submissions);
	if (strncmp(out, submissions, length) != 0 || (out[length] && out[length] != '/'))
		return 0;
	return as_error_at(error, AS_ERROR_USAGE, config->out, 0, 0,
		"the output folder is in the folder of the submissions; use one beside it");
}

static int read_all(struct as_grade *grade, struct as_error *error)
{
	struct as_error why = {0};

	grade->languages = as_languages_open(NULL, error);
	if (!grade->languages || check_places(&grade->config, error) ||
		grade_assignment_open(grade, error))
		return -1;
	if (grade_people_read(grade, &why))
		return grade_fail_hidden(grade, &why, error);
	if (grade_people_extend(grade, error))
		return -1;
	return grade_check_sheet(grade, &why) ? grade_fail_hidden(grade, &why, error) : 0;
}

struct as_grade *as_grade_open(const struct as_grade_config *config, struct as_error *error)
{
	struct as_grade *grade = calloc(1, sizeof(*grade));

	if (!grade) {
		as_error_no_memory(error);
		return NULL;
	}
	grade->config = *config;
	grade->now_s = time(NULL);
	if (read_all(grade, error) == 0)
		return grade;
	as_grade_close(grade);
	return NULL;
}

void as_grade_close(struct as_grade *grade)
{
	if (!grade)
		return;
	as_engine_close(grade->engine);
	as_class_close(grade->class);
	as_text_map_clear(&grade->compilers);
	grade_people_clear(&grade->people);
	grade_assignment_close(&grade->assignment);
	as_languages_close(grade->languages);
	free(grade);
}

int as_grade_compilers(const struct as_languages *languages, enum as_weakness weakness,
	struct as_text_map *compilers, struct as_error *error)
{
	struct as_language_state *states = as_languages_inspect(
		languages, NULL, weakness == AS_WEAK_NOT ? AS_WEAK_GROUPS : weakness, error);
	int failed = states ? 0 : -1;

	for (const struct as_language_state *state = states; state && state->id && !failed; state++)
		if (state->version)
			failed = as_text_map_set(compilers, state->id, state->version, error);
	as_language_states_free(states);
	return failed;
}

static int open_class(struct as_grade *grade, struct as_error *error)
{
	const struct grade_assignment *assignment = &grade->assignment;
	const enum as_weakness weakness = grade->config.engine.weak_sandbox;
	struct as_class_config config = {.out = grade->config.out,
		.scheme = &assignment->scheme,
		.packages = (const struct as_package *const *)assignment->packages,
		.store_url = grade->config.store,
		.now_s = grade->now_s,
		.only_reads = grade->config.dry_run,
		.rejudges = grade->config.rejudge,
		.is_blind = grade->config.blind,
		.machine = grade->config.machine,
		.compilers = &grade->compilers,
		.cancel = grade->config.cancel};

	if (as_sandbox_check_hidden(weakness, grade->config.submissions, error) ||
		as_grade_compilers(grade->languages, weakness, &grade->compilers, error))
		return -1;
	memcpy(config.scheme_digest, assignment->digest, sizeof(config.scheme_digest));
	grade->class = as_class_open(&config, error);
	if (grade->class && as_sandbox_check_hidden(weakness, config.out, error))
		return -1;
	return grade->class ? as_class_enter(grade->class, grade->people.people,
				      grade->people.count, error)
			    : -1;
}

static int open_engine(struct as_grade *grade, struct as_error *error)
{
	struct as_engine_config config = grade->config.engine;

	config.languages = grade->languages;
	config.cancel = grade->config.cancel;
	grade->engine = as_engine_open(&config, error);
	return grade->engine ? 0 : -1;
}

static int report_export(const struct as_grade *grade, struct as_error *error)
{
	struct as_findings shown = {0};
	const int failed = grade_take_findings(grade, false, &shown, error);

	as_findings_fold(&shown, grade->config.calls.found, grade->config.calls.context);
	as_findings_clear(&shown);
	return failed;
}

/* Days are those of the calendar, which depends on the zone. */
static void note_days(const struct as_grade *grade)
{
	const struct as_scheme *scheme = &grade->assignment.scheme;

	if (scheme->has_due && !scheme->of_class.zone && as_scheme_counts_days(scheme))
		grade_find(grade, AS_FINDING_INFO, scheme->path,
			"a day is 24 hours, because no time zone is given; name it with zone: or "
			"--zone, such as Europe/Paris");
}

int as_grade_begin(struct as_grade *grade, struct as_error *error)
{
	if (open_class(grade, error) || open_engine(grade, error) || report_export(grade, error))
		return -1;
	note_days(grade);
	return 0;
}

/* ---- judging ---- */

static void report_known(void *context)
{
	const struct as_grade_calls *calls = &((const struct as_grade *)context)->config.calls;

	calls->known(calls->context);
}

static void report_note(void *context, const char *text)
{
	const struct as_grade_calls *calls = &((const struct as_grade *)context)->config.calls;

	calls->note(calls->context, text);
}

static void report_failure(
	void *context, size_t person, const char *path, const struct as_error *why)
{
	const struct as_grade *grade = context;
	const struct as_grade_calls *calls = &grade->config.calls;
	struct as_error error = {0};
	char text[2048];
	AS_AUTO_FREE char *hidden = NULL;

	if (as_is_cancelled(grade->config.cancel))
		return;
	as_error_format(why, text, sizeof(text));
	if (grade->config.blind) {
		hidden = grade_hide_path(grade->class, &grade->people.people[person], path, NULL);
		path = hidden ? hidden : "a submission";
		snprintf(text, sizeof(text), "%s", why->text);
		grade_hide_quoted(text);
	}
	as_error_pass(&error, why, NULL, "cannot judge %s: %s", path, text);
	error.line = error.column = 0; /* the text has them */
	calls->failed(calls->context, why->kind == AS_ERROR_MACHINE && !hidden ? why : &error);
}

static struct as_class_judging describe_judging(struct as_grade *grade)
{
	return (struct as_class_judging){.engine = grade->engine,
		.order = grade->config.order,
		.queue_only = grade->config.engine.workers == 0,
		.calls = {.known = report_known,
			.failed = report_failure,
			.note = report_note,
			.context = grade}};
}

static size_t count_entries(const struct as_grade *grade, size_t received)
{
	const size_t packages = grade->assignment.scheme.package_count;
	size_t count = 0;

	for (size_t p = 0; p < packages; p++)
		count += !grade->people.entries[received * packages + p].is_absent;
	return count;
}

void as_grade_measure(const struct as_grade *grade, size_t *entries, size_t *max_tests)
{
	const struct as_submissions *submissions = grade->people.submissions;

	*entries = *max_tests = 0;
	for (size_t i = 0; i < submissions->received_count; i++)
		*entries += submissions->received[i].member_count * count_entries(grade, i);
	for (struct as_package **package = grade->assignment.packages; *package; package++)
		if ((*package)->test_count > *max_tests)
			*max_tests = (*package)->test_count;
}

int as_grade_plan(struct as_grade *grade, struct as_class_planned **planned, size_t *count,
	size_t *whole, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const struct as_class_judging judging = describe_judging(grade);

	*whole = 0;
	for (size_t i = 0; i < submissions->received_count; i++)
		*whole += submissions->received[i].member_count ? count_entries(grade, i) : 0;
	return as_class_plan(grade->class, &judging, planned, count, error);
}

int as_grade_judge(struct as_grade *grade, struct as_error *error)
{
	const struct as_class_judging judging = describe_judging(grade);

	return as_class_judge(grade->class, &judging, error);
}

/* ---- marks ---- */

int as_grade_mark(struct as_grade *grade, enum as_grade_fate *fate, struct as_error *error)
{
	struct as_findings findings = {0};
	struct as_error why = {0};
	const int failed = as_class_mark(grade->class, &findings, &why);

	*fate = findings.error_count  ? AS_GRADE_HELD
		: grade->config.apply ? AS_GRADE_APPLIED
				      : AS_GRADE_WAITING;
	as_findings_fold(&findings, grade->config.calls.found, grade->config.calls.context);
	as_findings_clear(&findings);
	return failed ? grade_fail_hidden(grade, &why, error) : 0;
}

int as_grade_apply(struct as_grade *grade, struct as_error *error)
{
	struct as_error why = {0};
	const int done = as_class_apply(grade->class, &why);

	/* The lock of the folder excludes other processes. */
	if (done == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the marks do not count: the register was changed meanwhile");
	return done < 0 ? grade_fail_hidden(grade, &why, error) : 0;
}

int as_grade_write(struct as_grade *grade, struct as_error *error)
{
	return grade_remove_earlier(grade, error) || as_class_write(grade->class, error) ||
			       grade_write_left(grade, error) || grade_write_pages(grade, error)
		       ? -1
		       : 0;
}

/* ---- the parts of a run ---- */

const struct as_grade_config *as_grade_settings(const struct as_grade *grade)
{
	return &grade->config;
}

struct as_class *as_grade_class(const struct as_grade *grade)
{
	return grade->class;
}

const struct as_class_person *as_grade_people(const struct as_grade *grade)
{
	return grade->people.people;
}
