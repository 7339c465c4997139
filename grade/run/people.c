/* SPDX-License-Identifier: MIT */
/* Converts the people and attempts of an export for the class. */
#include "packages.h"

#include <string.h>

void grade_people_clear(struct grade_people *people)
{
	for (size_t i = 0; people->entries && i < people->entry_count; i++)
		as_class_entry_clear(&people->entries[i]);
	for (size_t i = 0; people->tests && i < people->submissions->received_count; i++)
		as_names_free(people->tests[i]);
	for (size_t i = 0; people->apart && i < people->submissions->received_count; i++)
		as_names_free(people->apart[i]);
	free(people->tests);
	free(people->apart);
	free(people->empty);
	free(people->people);
	free(people->attempts);
	free(people->entries);
	as_submissions_close(people->submissions);
	*people = (struct grade_people){0};
}

/* ---- taking files ---- */

/* Takes fewer files, if the package has a file of its own, or if only others have one. */
static int take_again(struct as_grade *grade, size_t received, bool named,
	struct as_class_entry *entry, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const struct as_package *model = grade->assignment.packages[entry->package];
	const struct grade_unnamed_order order = {.received = &submissions->received[received],
		.assignment = &grade->assignment,
		.languages = grade->languages,
		.sources = &entry->submitted.sources};
	AS_AUTO_NAMES char **asked = NULL;

	entry->is_absent = !named;
	if (model->submit_answer || (named && entry->submitted.sources.reason))
		return 0;
	const int found =
		named ? grade_list_named(
				&order, entry, &asked, &grade->people.apart[received], error)
		      : grade_list_unnamed(&order, entry->package, &asked, &entry->doubt, error);
	if (found <= 0)
		return found;
	entry->is_absent = false;
	as_submitted_clear(&entry->submitted);
	return as_received_take(
		submissions, received, model, (const char *const *)asked, &entry->submitted, error);
}

/* Files with the name of a package are for that package; others are for every package. */
static int take_entry(
	struct as_grade *grade, size_t received, size_t package, struct as_error *error)
{
	struct grade_people *people = &grade->people;
	const struct grade_assignment *assignment = &grade->assignment;
	const struct as_received *from = &people->submissions->received[received];
	const struct as_package *model = assignment->packages[package];
	const size_t packages = assignment->scheme.package_count;
	const bool named = packages > 1 && grade_has_file_for(from, assignment, package);
	AS_AUTO_NAMES char **asked =
		named ? grade_list_asked(from, assignment, package, error) : NULL;

	if (named && !asked)
		return -1;
	struct as_class_entry *entry = &people->entries[received * packages + package];
	*entry = (struct as_class_entry){.package = package,
		.path = from->path,
		.entry_point = named ? grade_find_entry_point(from, assignment, package) : NULL};
	if (as_received_take(people->submissions, received, model, (const char *const *)asked,
		    &entry->submitted, error))
		return -1;
	if (packages > 1 && (named || grade_names_packages(from, assignment)) &&
		take_again(grade, received, named, entry, error))
		return -1;
	if (entry->is_absent &&
		grade_refuse_unread(people->submissions, received, assignment, entry, error))
		return -1;
	if (!model->submit_answer &&
		as_submitted_drop_tests(&entry->submitted, grade->languages, entry->entry_point,
			&people->tests[received], &entry->doubt, error))
		return -1;
	return entry->entry_point ? 0
				  : as_submitted_refuse_unclear(&entry->submitted, model,
					    grade->languages, &entry->doubt, error);
}

/* ---- files that judging leaves out ---- */

/* The file of a submission in one of its submitted forms; NULL: not found. */
static const struct as_source *find_source(
	const struct as_class_entry *entries, size_t count, const char *name)
{
	for (size_t p = 0; p < count; p++)
		for (size_t i = 0; i < entries[p].submitted.sources.count; i++)
			if (strcmp(entries[p].submitted.sources.files[i].name, name) == 0)
				return &entries[p].submitted.sources.files[i];
	return NULL;
}

/* The sources of one submitted form, and those of them that nothing leaves out. */
struct programs {
	size_t all, own;
};

static struct programs count_programs(
	const struct as_submitted *submitted, const struct as_languages *languages)
{
	struct programs programs = {0};

	for (size_t i = 0; i < submitted->sources.count; i++) {
		const struct as_source *source = &submitted->sources.files[i];
		const bool is_program = as_source_is_program(source, languages);
		programs.all += is_program;
		programs.own += is_program && !as_source_is_left_out(source);
	}
	return programs;
}

/* The only program is judged: a task may ask for what a sample does. */
static bool judges_sample(
	const struct as_submitted *submitted, const struct as_languages *languages)
{
	const struct programs programs = count_programs(submitted, languages);

	return programs.all > 0 && programs.own == 0;
}

static int leave_file(struct grade_people *people, size_t received, size_t file,
	const struct as_source *source, bool has_program, struct as_error *error)
{
	if (!has_program)
		return as_submissions_leave(people->submissions, received, file, AS_LEFT_NO_SOURCE,
			"is not a program in a known language", error);
	struct as_error failure = {0};
	AS_AUTO_FREE char *cause = as_source_left_out_cause(source, &failure);
	if (failure.kind != AS_ERROR_NONE)
		return as_error_no_memory(error);
	return cause ? as_submissions_leave(
			       people->submissions, received, file, AS_LEFT_SAMPLE, cause, error)
		     : 0;
}

/* The file is in none of the submitted forms. */
static int leave_unused(
	struct grade_people *people, size_t received, size_t file, struct as_error *error)
{
	const char *name = people->submissions->received[received].files[file].name;

	if (as_names_have(people->tests[received], name))
		return as_submissions_leave(people->submissions, received, file, AS_LEFT_TESTS,
			"is a unit test, not part of the program", error);
	if (as_names_have(people->apart[received], name))
		return as_submissions_leave(people->submissions, received, file, AS_LEFT_NOT_ASKED,
			"is a program without a package's name beside programs with the names",
			error);
	return 0;
}

static bool takes_answers(const struct grade_assignment *assignment)
{
	for (size_t i = 0; i < assignment->scheme.package_count; i++)
		if (assignment->packages[i]->submit_answer)
			return true;
	return false;
}

static int doubt_sample(const struct as_submitted *submitted, const struct as_languages *languages,
	char **doubt, struct as_error *error)
{
	for (size_t i = 0; i < submitted->sources.count && !*doubt; i++) {
		const struct as_source *source = &submitted->sources.files[i];
		struct as_error failure = {0};
		AS_AUTO_FREE char *cause = as_source_is_program(source, languages)
						   ? as_source_left_out_cause(source, &failure)
						   : NULL;
		if (cause)
			*doubt = as_text_format(&failure, "the only program %s", cause);
		if (failure.kind != AS_ERROR_NONE)
			return as_error_no_memory(error);
	}
	return 0;
}

/* A file that one package judges is not listed, even if another one leaves it out. */
static int leave_files(struct as_grade *grade, size_t received, struct as_error *error)
{
	struct grade_people *people = &grade->people;
	const struct grade_assignment *assignment = &grade->assignment;
	const struct as_languages *languages = grade->languages;
	const struct as_received *from = &people->submissions->received[received];
	const size_t packages = assignment->scheme.package_count;
	struct as_class_entry *entries = &people->entries[received * packages];
	bool has_program = false;

	if (takes_answers(assignment))
		return 0;
	for (size_t p = 0; p < packages; p++) {
		const struct as_submitted *submitted = &entries[p].submitted;
		has_program |= as_languages_know(languages, &submitted->sources);
		if (judges_sample(submitted, languages) &&
			doubt_sample(submitted, languages, &entries[p].doubt, error))
			return -1;
	}
	for (size_t i = 0; i < from->file_count; i++) {
		const char *name = from->files[i].name;
		const struct as_source *source = find_source(entries, packages, name);
		bool is_judged = false;
		if (!source && leave_unused(people, received, i, error))
			return -1;
		for (size_t p = 0; p < packages; p++)
			is_judged |= entries[p].doubt && find_source(&entries[p], 1, name);
		if (source && !is_judged &&
			leave_file(people, received, i, source, has_program, error))
			return -1;
	}
	return 0;
}

/* If a doubt about a sample is set already, it is kept, because it is more precise. */
static int doubt_names(struct as_grade *grade, size_t received, struct as_error *error)
{
	const struct grade_assignment *assignment = &grade->assignment;
	const struct as_received *from = &grade->people.submissions->received[received];
	const size_t packages = assignment->scheme.package_count;
	struct as_class_entry *entries = &grade->people.entries[received * packages];

	for (size_t p = 0; p < packages; p++) {
		struct as_class_entry *entry = &entries[p];
		if (!entry->doubt && packages > 1 &&
			grade_doubt_name(from, assignment, p, &entry->doubt, error))
			return -1;
		if (!entry->doubt && grade_doubt_renamed(from, &entry->submitted.sources,
					     grade->config.blind, &entry->doubt, error))
			return -1;
	}
	return 0;
}

static int read_all(struct as_grade *grade, struct as_error *error)
{
	struct grade_people *people = &grade->people;
	struct as_submissions *submissions = people->submissions;

	for (size_t i = 0; i < submissions->received_count; i++) {
		for (size_t j = 0; j < grade->assignment.scheme.package_count; j++)
			if (as_cancel_check(grade->config.cancel, error) ||
				take_entry(grade, i, j, error))
				return -1;
		if (leave_files(grade, i, error) || doubt_names(grade, i, error))
			return -1;
	}
	for (size_t i = 0; i < people->entry_count; i++)
		if (!people->entries[i].is_absent &&
			as_class_entry_seal(&people->entries[i], error))
			return -1;
	as_submissions_sort_left(submissions);
	return 0;
}

/* ---- people ---- */

static int alloc(struct grade_people *people, size_t packages, struct as_error *error)
{
	const struct as_submissions *submissions = people->submissions;
	size_t attempts = 0;

	for (size_t i = 0; i < submissions->received_count; i++)
		attempts += submissions->received[i].member_count;
	people->entry_count = submissions->received_count * packages;
	people->tests = calloc(submissions->received_count + 1, sizeof(*people->tests));
	people->apart = calloc(submissions->received_count + 1, sizeof(*people->apart));
	people->people = calloc(submissions->person_count + 1, sizeof(*people->people));
	people->attempts = calloc(attempts + 1, sizeof(*people->attempts));
	people->empty = calloc(submissions->person_count + 1, sizeof(*people->empty));
	people->entries = calloc(people->entry_count + 1, sizeof(*people->entries));
	return people->tests && people->apart && people->people && people->empty &&
			       people->attempts && people->entries
		       ? 0
		       : as_error_no_memory(error);
}

static void add_attempt(
	const struct as_grade *grade, size_t received, struct as_class_attempt *attempt)
{
	const struct grade_people *people = &grade->people;
	const struct as_received *from = &people->submissions->received[received];

	*attempt = (struct as_class_attempt){.time_known = from->time_source != AS_TIME_UNKNOWN,
		.time_s = from->time_s,
		.number = from->attempt,
		.entries = &people->entries[received * grade->assignment.scheme.package_count]};
	/* Canvas exports no times, but marks late submissions. */
	if (people->submissions->layout == AS_LAYOUT_CANVAS && !attempt->time_known &&
		!from->is_marked_late) {
		attempt->time_known = true;
		attempt->time_s = AS_TIME_IN_TIME;
	}
}

/* The team of the last submission; 0: it is not of a team. */
static size_t team_of(
	const struct as_submissions *submissions, const size_t *received, size_t count)
{
	const struct as_received *last = count ? &submissions->received[received[count - 1]] : NULL;

	return last && last->member_count > 1 ? 1 + last->members[0] : 0;
}

static bool are_empty(
	const struct as_submissions *submissions, const size_t *received, size_t count)
{
	size_t empty = 0;

	for (size_t i = 0; i < count; i++)
		empty += as_received_is_empty(submissions, received[i]);
	return count > 0 && empty == count;
}

bool grade_has_handed_in(
	const struct grade_people *people, const struct as_class_row *row, size_t person)
{
	return row->submitted && (person >= people->count || !people->empty[person]);
}

/* A cell that is not a number is ignored. */
static int64_t max_of(const struct as_submissions *submissions, size_t person)
{
	int64_t max_e4 = 0;

	return as_points_parse(as_sheet_maximum(submissions, person), &max_e4, NULL) ? 0 : max_e4;
}

static int add_people(struct as_grade *grade, struct as_error *error)
{
	struct grade_people *people = &grade->people;
	const struct as_grade_config *options = &grade->config;
	const struct as_submissions *submissions = people->submissions;
	AS_AUTO_FREE size_t *received = calloc(submissions->received_count + 1, sizeof(*received));
	size_t attempts = 0;

	if (!received)
		return as_error_no_memory(error);
	for (size_t i = 0; i < submissions->person_count; i++) {
		const struct as_person *from = &submissions->persons[i];
		const size_t count = as_submissions_of(submissions, i, received);
		people->empty[i] = are_empty(submissions, received, count);
		people->people[people->count++] = (struct as_class_person){.id = from->id,
			.name = from->name,
			.mail = from->mail,
			.number = from->number ? from->number : from->login,
			.attempts = &people->attempts[attempts],
			.attempt_count = count,
			.max_e4 = max_of(submissions, i),
			.team = team_of(submissions, received, count),
			.group = from->group,
			.is_excused = as_sheet_is_excused(submissions, options->column, i),
			.is_unlisted = (options->arrival.roster || options->arrival.sheet) &&
				       from->line == 0 && from->sheet_row == SIZE_MAX,
			.doubt = from->doubt};
		for (size_t j = 0; j < count; j++)
			add_attempt(grade, received[j], &people->attempts[attempts++]);
	}
	return 0;
}

int grade_people_read(struct as_grade *grade, struct as_error *error)
{
	const size_t packages = grade->assignment.scheme.package_count;
	struct as_submissions_order order = grade->config.arrival;

	order.path = grade->config.submissions;
	order.languages = grade->languages;
	order.cancel = grade->config.cancel;
	if (packages > 1) {
		order.are_apart = grade_are_apart;
		order.apart_context = &grade->assignment;
	}
	for (size_t i = 0; i < packages; i++)
		order.leaves_folder |= !as_python_may_keep_folder(grade->assignment.packages[i]);
	grade->people.submissions = as_submissions_open(&order, error);
	return !grade->people.submissions || alloc(&grade->people, packages, error) ||
			       read_all(grade, error) || add_people(grade, error)
		       ? -1
		       : 0;
}
