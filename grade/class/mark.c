/* SPDX-License-Identifier: MIT */
/* Computes the marks of all people, from the results in the store and from the tables of people. */
#include "state.h"

#include <string.h>

#define MANUAL_NAME "manual.csv"
#define OVERRIDES_NAME "overrides.csv"

/* The input of marking a class. */
struct marker {
	struct as_class *class;
	struct as_decisions decisions;
};

/* The pieces of an attempt, one for each package of the scheme. */
struct attempt {
	struct as_work *works;
	const struct as_class_piece **pieces; /* NULL: nothing was submitted for the package */
	size_t count;
};

/* ---- attempts ---- */

static void attempt_clear(struct attempt *attempt)
{
	free(attempt->works);
	free(attempt->pieces);
}

static int attempt_alloc(struct attempt *attempt, size_t count, struct as_error *error)
{
	attempt->works = calloc(count + 1, sizeof(*attempt->works));
	attempt->pieces = calloc(count + 1, sizeof(*attempt->pieces));
	attempt->count = count;
	return attempt->works && attempt->pieces ? 0 : as_error_no_memory(error);
}

static int read_attempt(struct attempt *attempt, const struct as_class *class, size_t person,
	size_t number, struct as_error *error)
{
	if (attempt_alloc(attempt, class->config.scheme->package_count, error))
		return -1;
	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_piece *piece = &class->pieces[i];
		struct as_work *work = &attempt->works[piece->entry->package];
		if (piece->person != person || piece->attempt != number)
			continue;
		attempt->pieces[piece->entry->package] = piece;
		work->submitted = true;
		work->doubt = piece->entry->doubt;
		if (as_class_find_result(class, piece->job, &work->result, error) < 0 ||
			as_class_find_result(class, piece->lenient_job, &work->lenient, error) < 0)
			return -1;
	}
	return 0;
}

static int compute(const struct marker *marker, size_t person, const struct attempt *attempt,
	size_t number, struct as_marks *marks, struct as_error *error)
{
	const struct as_class *class = marker->class;
	const struct as_class_person *owner = &class->people[person];
	const struct as_scheme *scheme = class->config.scheme;
	const bool chosen = number < owner->attempt_count;
	const struct as_marking marking = {.scheme = scheme,
		.id = owner->id,
		.works = attempt->works,
		.submitted = chosen || class->undecided[person],
		.may_submit = scheme->has_due &&
			      class->config.now_s <= as_scheme_due_of(scheme, owner->id),
		.excused = owner->is_excused,
		.undecided = class->undecided[person],
		.max_e4 = owner->max_e4,
		.doubt = owner->doubt,
		.time_known = chosen && owner->attempts[number].time_known,
		.time_s = chosen ? owner->attempts[number].time_s : 0,
		.due_unknown = owner->due_unknown,
		.manual = &marker->decisions.manual,
		.overrides = &marker->decisions.overrides};

	return as_marks_compute(&marking, marks, error);
}

/* The best attempt depends on the totals of all attempts. */
static int choose_best(const struct marker *marker, size_t person, struct as_error *error)
{
	struct as_class *class = marker->class;
	const size_t count = class->people[person].attempt_count;
	AS_AUTO_FREE int64_t *totals_e4 = calloc(count + 1, sizeof(*totals_e4));

	if (!totals_e4)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		AS_AUTO(attempt_clear) struct attempt attempt = {0};
		AS_AUTO_MARKS struct as_marks marks = {0};
		if (read_attempt(&attempt, class, person, i, error) ||
			compute(marker, person, &attempt, i, &marks, error))
			return -1;
		totals_e4[i] = marks.total_e4;
	}
	return as_class_choose(class, person, totals_e4, error);
}

/* ---- rows ---- */

static int fill_work(struct as_class_work *work, const struct as_package *package,
	const struct as_class_piece *piece, const struct as_result *result, struct as_error *error)
{
	strcpy(work->package_digest, package->digest);
	strcpy(work->files, piece->entry->files);
	work->job = piece->job;
	work->lenient_job = piece->lenient_job;
	if (as_text_copy(&work->package, package->short_name, error))
		return -1;
	if (!result)
		return 0;
	strcpy(work->package_digest, result->digests.package);
	strcpy(work->compiler, result->digests.language);
	strcpy(work->sandbox, result->digests.sandbox);
	strcpy(work->limits, result->digests.limits);
	return as_text_copy(&work->language, result->compile.language, error) ||
			       as_text_copy(&work->version, result->version, error) ||
			       as_text_copy(&work->worker, result->worker, error)
		       ? -1
		       : 0;
}

static int fill_works(struct as_class_row *row, const struct as_class *class,
	const struct attempt *attempt, struct as_error *error)
{
	row->works = calloc(attempt->count + 1, sizeof(*row->works));
	if (!row->works)
		return as_error_no_memory(error);
	for (size_t i = 0; i < attempt->count; i++)
		if (attempt->pieces[i] &&
			fill_work(&row->works[row->work_count++], class->config.packages[i],
				attempt->pieces[i], attempt->works[i].result, error))
			return -1;
	return 0;
}

static int fill_marks(struct as_class_row *row, const struct as_scheme *scheme,
	const struct as_marks *marks, struct as_error *error)
{
	row->marks = calloc(marks->item_count + 1, sizeof(*row->marks));
	if (!row->marks)
		return as_error_no_memory(error);
	for (size_t i = 0; i < marks->item_count; i++) {
		const struct as_item_mark *from = &marks->items[i];
		struct as_class_mark *mark = &row->marks[row->mark_count++];
		*mark = (struct as_class_mark){.state = from->state,
			.raw_e4 = from->raw_e4,
			.mark_e4 = from->mark_e4,
			.overridden = from->overridden,
			.accepted = from->accepted,
			.tests = from->tests};
		if (as_text_copy(&mark->item, scheme->items[i].id, error) ||
			as_text_copy(&mark->comment, from->comment, error))
			return -1;
	}
	return 0;
}

static int fill_todo(struct as_class_row *row, const struct as_marks *marks, struct as_error *error)
{
	row->total.decision_count = marks->decision_count;
	row->total.todo = marks->todo ? as_names_copy(marks->todo, error) : NULL;
	if (marks->todo && !row->total.todo)
		return -1;
	return as_text_copy(&row->total.unmarked, marks->unmarked, error);
}

/* Begins the row of a person. */
static int name_row(const struct as_class *class, size_t person, struct as_error *error)
{
	const struct as_class_person *owner = &class->people[person];
	struct as_class_row *row = &class->fresh[person];

	as_class_row_clear(row);
	return as_text_copy(&row->id, owner->id, error) ||
			       as_text_copy(&row->name, owner->name, error) ||
			       as_text_copy(&row->mail, owner->mail, error)
		       ? -1
		       : 0;
}

static int fill_row(struct as_class_row *row, const struct marker *marker, size_t person,
	const struct attempt *attempt, const struct as_marks *marks, struct as_error *error)
{
	const struct as_class *class = marker->class;
	const struct as_class_person *owner = &class->people[person];
	const size_t chosen = class->chosen[person];

	row->is_marked = true;
	row->submitted = owner->attempt_count > 0;
	row->time_known = chosen != SIZE_MAX && owner->attempts[chosen].time_known;
	row->time_s = row->time_known ? owner->attempts[chosen].time_s : 0;
	strcpy(row->scheme, class->config.scheme_digest);
	row->total = (struct as_class_total){.complete = marks->complete,
		.late = marks->late,
		.late_s = marks->late_s,
		.penalty_e4 = marks->penalty_e4,
		.total_e4 = marks->total_e4,
		.overridden = marks->overridden};
	return fill_works(row, class, attempt, error) ||
			       fill_marks(row, class->config.scheme, marks, error) ||
			       fill_todo(row, marks, error)
		       ? -1
		       : 0;
}

/* A worker will judge an entry of the student: until then, the marks that count stay. */
static bool awaits_result(const struct as_class *class, size_t person)
{
	for (size_t i = 0; class->memo->waiting_count && i < class->piece_count; i++)
		if (class->pieces[i].person == person && class->pieces[i].waits)
			return true;
	return false;
}

static int mark_person(const struct marker *marker, size_t person, struct as_error *error)
{
	struct as_class *class = marker->class;
	AS_AUTO(attempt_clear) struct attempt attempt = {0};
	AS_AUTO_MARKS struct as_marks marks = {0};

	if (awaits_result(class, person))
		return name_row(class, person, error);
	if (class->config.scheme->attempt == AS_ATTEMPT_BEST && choose_best(marker, person, error))
		return -1;
	return name_row(class, person, error) ||
			       read_attempt(
				       &attempt, class, person, class->chosen[person], error) ||
			       compute(marker, person, &attempt, class->chosen[person], &marks,
				       error) ||
			       fill_row(&class->fresh[person], marker, person, &attempt, &marks,
				       error) ||
			       as_class_note_facts(class, person, &marker->decisions.manual,
				       &class->fresh[person], error) ||
			       as_class_find_again(
				       class, &marker->decisions, &class->fresh[person], error)
		       ? -1
		       : 0;
}

/* ---- all ---- */

int as_class_read_decisions(const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings, struct as_error *error)
{
	const char *out = class->config.out;

	if (class->config.store)
		return class->config.decide ? class->config.decide(class->config.context, class,
						      manual, overrides, findings, error)
					    : 0;
	const struct as_scheme *scheme = class->config.scheme;
	size_t count = 0;
	AS_AUTO_FREE struct as_person_key *keys = as_class_keys(class, &count, error);
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" MANUAL_NAME, out);
	AS_AUTO_FREE char *other = as_text_format(error, "%s/" OVERRIDES_NAME, out);

	return !keys || !path || !other ||
			       as_manual_read(manual, scheme, path, keys, count, findings, error) ||
			       as_overrides_read(
				       overrides, scheme, other, keys, count, findings, error)
		       ? -1
		       : 0;
}

/* Adds rows for new students to manual.csv. */
static int update_manual(const struct as_class *class, const struct as_person_key *keys,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *path = NULL;

	if (class->config.store)
		return 0;
	path = as_text_format(error, "%s/" MANUAL_NAME, class->config.out);
	return !path || as_manual_update(class->config.scheme, path, keys, count, error) < 0 ? -1
											     : 0;
}

static int read_decisions(
	struct marker *marker, struct as_findings *findings, struct as_error *error)
{
	const struct as_class *class = marker->class;
	const struct as_scheme *scheme = class->config.scheme;
	struct as_decisions *read = &marker->decisions;
	size_t count = 0;
	AS_AUTO_FREE struct as_person_key *keys = as_class_keys(class, &count, error);

	return !keys || update_manual(class, keys, count, error) ||
			       as_class_read_decisions(
				       class, &read->manual, &read->overrides, findings, error) ||
			       as_extensions_check(scheme, keys, count, findings, error)
		       ? -1
		       : 0;
}

/* The members of the team whose first member is `first`; `ids` has room for all people. */
static size_t list_team(const struct as_class *class, size_t first, const char **ids)
{
	const size_t team = class->people[first].team;
	size_t count = 0;

	for (size_t i = first; i < class->person_count; i++)
		if (class->people[i].team == team)
			ids[count++] = class->people[i].id;
	return count;
}

static bool is_first(const struct as_class *class, size_t person)
{
	const size_t team = class->people[person].team;

	for (size_t i = 0; team && i < person; i++)
		if (class->people[i].team == team)
			return false;
	return team != 0;
}

int as_class_share_manual(
	const struct as_class *class, struct as_manual *manual, struct as_error *error)
{
	AS_AUTO_FREE const char **ids = calloc(class->person_count + 1, sizeof(*ids));

	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < class->person_count; i++)
		if (is_first(class, i) && as_manual_share(manual, class->config.scheme, ids,
						  list_team(class, i, ids), error))
			return -1;
	return 0;
}

/* A finding about one person's marks in two rows. */
static int note_moved(
	const struct as_class *class, struct as_findings *findings, struct as_error *error)
{
	if (!class->moved.count)
		return 0;
	return as_findings_add(findings, AS_FINDING_WARNING, as_class_place(class), error,
		"%zu %s in an earlier run, but another id: if %s, restore the old id in the "
		"roster or sheet; %s",
		class->moved.count,
		class->moved.count == 1 ? "student has the name of a student"
					: "students have the names of students",
		class->moved.count == 1 ? "this is the same student"
					: "these are the same students",
		class->moved.names);
}

/* 1, or 0 if another process has changed the register. */
static int mark_all(struct as_class *class, struct as_findings *findings, struct as_error *error)
{
	struct marker marker = {.class = class};
	int failed = note_moved(class, findings, error) ||
		     read_decisions(&marker, findings, error) ||
		     as_class_drop_absent(class, &marker.decisions.manual,
			     &marker.decisions.overrides, findings, error) ||
		     as_class_share_manual(class, &marker.decisions.manual, error);

	for (size_t i = 0; i < class->person_count && !failed; i++)
		failed = mark_person(&marker, i, error);
	as_manual_clear(&marker.decisions.manual);
	as_overrides_clear(&marker.decisions.overrides);
	return failed ? -1 : as_class_update(class, false, error);
}

int as_class_mark(struct as_class *class, struct as_findings *findings, struct as_error *error)
{
	int done;

	while ((done = as_class_refresh(class, error) ? -1 : mark_all(class, findings, error)) == 0)
		as_findings_clear(findings);
	return done < 0 ? -1 : 0;
}
