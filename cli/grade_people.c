/* SPDX-License-Identifier: MIT */
/* Converts the people and attempts of an export for the class. */
#include "grade.h"

#include <string.h>

void grade_people_clear(struct grade_people *people)
{
	for (size_t i = 0; i < people->submitted_count; i++)
		as_submitted_clear(&people->submitted[i]);
	free(people->submitted);
	free(people->people);
	free(people->attempts);
	free(people->entries);
	as_submissions_close(people->submissions);
	*people = (struct grade_people){0};
}

/* ---- the files for a package ---- */

static const char *base_of(const struct as_received_file *file)
{
	const char *slash = strrchr(file->name, '/');

	return slash ? slash + 1 : file->name;
}

/* True for "dir/CoinSeven.py" and the package coinseven. */
static bool is_for(const struct as_received_file *file, const struct as_package *package)
{
	const char *base = base_of(file);
	const size_t length = strlen(package->short_name);

	return strncasecmp(base, package->short_name, length) == 0 && base[length] == '.';
}

static bool has_file_for(const struct as_received *received, const struct as_package *package)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (is_for(&received->files[i], package))
			return true;
	return false;
}

static bool is_for_any(
	const struct as_received_file *file, const struct grade_assignment *assignment)
{
	for (size_t i = 0; assignment->packages[i]; i++)
		if (is_for(file, assignment->packages[i]))
			return true;
	return false;
}

static bool names_packages(
	const struct as_received *received, const struct grade_assignment *assignment)
{
	for (size_t i = 0; i < received->file_count; i++)
		if (is_for_any(&received->files[i], assignment))
			return true;
	return false;
}

/* The names of the files for a package, and of files for no particular package; NULL-terminated. */
static void list_asked(const struct as_received *received,
	const struct grade_assignment *assignment, const struct as_package *package,
	const char **asked)
{
	size_t count = 0;

	for (size_t i = 0; i < received->file_count; i++)
		if (is_for(&received->files[i], package) ||
			!is_for_any(&received->files[i], assignment))
			asked[count++] = base_of(&received->files[i]);
	asked[count] = NULL;
}

/* Files with the name of a package are for that package; others are for every package. */
static int take(struct grade_people *people, const struct grade_assignment *assignment,
	size_t received, size_t package, struct as_error *error)
{
	const struct as_received *from = &people->submissions->received[received];
	const struct as_package *model = assignment->packages[package];
	const size_t packages = assignment->scheme.package_count;
	const bool named = packages > 1 && has_file_for(from, model);
	AS_AUTO_FREE const char **asked = calloc(from->file_count + 1, sizeof(*asked));

	if (!asked)
		return as_error_no_memory(error);
	list_asked(from, assignment, model, asked);
	return as_received_take(people->submissions, received, model, named ? asked : NULL,
		&people->submitted[received * packages + package], error);
}

static int read_all(struct grade_people *people, const struct grade_assignment *assignment,
	struct as_error *error)
{
	const size_t packages = assignment->scheme.package_count;

	for (size_t i = 0; i < people->submissions->received_count; i++)
		for (size_t j = 0; j < packages; j++)
			if (cli_cancelled || take(people, assignment, i, j, error))
				return -1;
	return 0;
}

/* ---- people ---- */

static int alloc(struct grade_people *people, size_t packages, struct as_error *error)
{
	const struct as_submissions *submissions = people->submissions;
	size_t attempts = 0;

	for (size_t i = 0; i < submissions->received_count; i++)
		attempts += submissions->received[i].member_count;
	people->submitted_count = submissions->received_count * packages;
	people->submitted = calloc(people->submitted_count + 1, sizeof(*people->submitted));
	people->people = calloc(submissions->person_count + 1, sizeof(*people->people));
	people->attempts = calloc(attempts + 1, sizeof(*people->attempts));
	people->entries = calloc(attempts * packages + 1, sizeof(*people->entries));
	return people->submitted && people->people && people->attempts && people->entries
		       ? 0
		       : as_error_no_memory(error);
}

/* If there are other files, the program starts in the file with the package's name. */
static const char *find_entry_point(
	const struct as_received *received, const struct as_package *package)
{
	const char *found = NULL;

	for (size_t i = 0; i < received->file_count; i++) {
		if (!is_for(&received->files[i], package))
			continue;
		if (found)
			return NULL;
		found = received->files[i].name;
	}
	return found;
}

static size_t add_entries(struct grade_people *people, const struct grade_assignment *assignment,
	size_t received, struct as_class_entry *entries)
{
	const struct as_received *from = &people->submissions->received[received];
	const size_t packages = assignment->scheme.package_count;
	const bool named = packages > 1 && names_packages(from, assignment);
	size_t count = 0;

	for (size_t i = 0; i < packages; i++)
		if (!named || has_file_for(from, assignment->packages[i]))
			entries[count++] = (struct as_class_entry){.package = i,
				.path = from->path,
				.entry_point =
					named && from->file_count > 1
						? find_entry_point(from, assignment->packages[i])
						: NULL,
				.submitted = &people->submitted[received * packages + i]};
	return count;
}

static void add_attempt(struct grade_people *people, const struct grade_assignment *assignment,
	size_t received, struct as_class_attempt *attempt, struct as_class_entry *entries)
{
	const struct as_received *from = &people->submissions->received[received];

	*attempt = (struct as_class_attempt){.time_known = from->time_source != AS_TIME_UNKNOWN,
		.time_s = from->time_s,
		.number = from->attempt,
		.entries = entries,
		.entry_count = add_entries(people, assignment, received, entries)};
	/* Canvas exports no times, and marks those that are late. */
	if (people->submissions->layout == AS_LAYOUT_CANVAS && !attempt->time_known &&
		!from->is_marked_late) {
		attempt->time_known = true;
		attempt->time_s = AS_TIME_IN_TIME;
	}
}

/* A cell that is not a number is ignored. */
static int64_t max_of(const struct as_submissions *submissions, size_t person)
{
	int64_t max_e4 = 0;

	return as_points_parse(as_sheet_maximum(submissions, person), &max_e4, NULL) ? 0 : max_e4;
}

static int add_people(struct grade_people *people, const struct grade_assignment *assignment,
	struct as_error *error)
{
	const struct as_submissions *submissions = people->submissions;
	AS_AUTO_FREE size_t *received = calloc(submissions->received_count + 1, sizeof(*received));
	size_t attempts = 0, entries = 0;

	if (!received)
		return as_error_no_memory(error);
	for (size_t i = 0; i < submissions->person_count; i++) {
		const struct as_person *from = &submissions->persons[i];
		const size_t count = as_submissions_of(submissions, i, received);
		people->people[people->count++] = (struct as_class_person){.id = from->id,
			.name = from->name,
			.mail = from->mail,
			.number = from->number,
			.attempts = &people->attempts[attempts],
			.attempt_count = count,
			.max_e4 = max_of(submissions, i),
			.doubt = from->doubt};
		for (size_t j = 0; j < count; j++) {
			struct as_class_attempt *attempt = &people->attempts[attempts++];
			add_attempt(people, assignment, received[j], attempt,
				&people->entries[entries]);
			entries += attempt->entry_count;
		}
	}
	return 0;
}

int grade_people_read(struct grade_people *people, const struct grade_options *options,
	const struct grade_assignment *assignment, const struct as_languages *languages,
	struct as_error *error)
{
	struct as_submissions_order order = options->arrival;

	*people = (struct grade_people){0};
	order.path = options->submissions;
	order.languages = languages;
	order.cancel = &cli_cancelled;
	people->submissions = as_submissions_open(&order, error);
	return !people->submissions || alloc(people, assignment->scheme.package_count, error) ||
			       read_all(people, assignment, error) ||
			       add_people(people, assignment, error)
		       ? -1
		       : 0;
}

/* ---- extensions of the platform ---- */

static bool has_extension(const struct as_scheme *scheme, const char *id)
{
	for (size_t i = 0; i < scheme->extensions.count; i++)
		if (strcmp(scheme->extensions.items[i].id, id) == 0)
			return true;
	return false;
}

static int extend(struct as_submissions *submissions, const struct as_person *person,
	struct as_scheme *scheme, const char *sheet, struct as_error *error)
{
	const bool is_known = has_extension(scheme, person->id);
	char granted[AS_TIME_SIZE], own[AS_TIME_SIZE];
	const int64_t due_s = as_scheme_due_of(scheme, person->id);

	as_time_format(person->extended_s, as_scheme_offset(scheme, person->extended_s), granted);
	as_time_format(due_s, as_scheme_offset(scheme, due_s), own);
	if (as_scheme_extend(scheme, person->id, person->extended_s, error) < 0)
		return -1;
	return is_known ? as_findings_add(&submissions->findings, AS_FINDING_INFO, sheet, error,
				  "'%s' has an extension until %s in the scheme, and until %s on "
				  "the platform; the later one counts",
				  person->id, own, granted)
			: as_findings_add(&submissions->findings, AS_FINDING_INFO, sheet, error,
				  "'%s' has an extension until %s on the platform", person->id,
				  granted);
}

#define UNREAD                                                                                     \
	"the platform's sheet has an extension whose time cannot be read; name the zone with "     \
	"--zone, or write the time at extensions in the scheme"

int grade_people_extend(
	struct grade_people *people, struct as_scheme *scheme, struct as_error *error)
{
	struct as_submissions *submissions = people->submissions;

	for (size_t i = 0; scheme->has_due && i < submissions->person_count; i++) {
		struct as_person *person = &submissions->persons[i];
		const char *sheet = as_sheet_name(submissions);
		if (person->extended == AS_EXTENDED_UNTIL &&
			extend(submissions, person, scheme, sheet, error))
			return -1;
		/* The teacher has decided. */
		if (person->extended == AS_EXTENDED_UNREAD && !person->doubt &&
			!has_extension(scheme, person->id))
			people->people[i].doubt = UNREAD;
	}
	return 0;
}
