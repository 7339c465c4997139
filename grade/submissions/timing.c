/* SPDX-License-Identifier: MIT */
/* Finds the times of submissions: from the platform's sheet, and from the teacher's list, which
 * takes precedence. */
#include "columns.h"
#include "fold.h"
#include "gradescope.h"
#include "people.h"

#include <fcntl.h>

static int find_at(struct work *work, const struct as_csv *csv, size_t row,
	enum as_finding_level level, const char *format, ...) AS_PRINTF(5, 6);
static int find_at(struct work *work, const struct as_csv *csv, size_t row,
	enum as_finding_level level, const char *format, ...)
{
	const struct as_finding_fact fact = {.person = SIZE_MAX, .draft = SIZE_MAX};
	AS_AUTO_FREE char *where =
		as_text_format(work->error, "%s:%u", csv->name, csv->rows[row].line);
	va_list arguments;

	if (!where)
		return -1;
	va_start(arguments, format);
	const int status =
		submissions_report(work->out, &fact, level, where, work->error, format, arguments);
	va_end(arguments);
	return status;
}

/* ---- the sheet ---- */

/* Times that could be read with an option: usually all of a sheet, or none. */
struct unclear {
	const char *first;
	size_t count;
};
struct unclears {
	struct unclear zones, dates;
};

static void note_unclear(struct unclear *unclear, const char *text)
{
	unclear->first = unclear->count++ ? unclear->first : text;
}

/* True if the time is that of a folder's name, which may be the student's. */
static bool is_named_by_folder(const struct work *work, const struct draft *draft)
{
	return work->out->layout != AS_LAYOUT_GRADESCOPE &&
	       draft->received.time_source == AS_TIME_EXPORT;
}

/* Reads the cell of one person. If there are several attempts, the sheet does not have their
 * times. */
static int read_cell(struct work *work, size_t column, size_t person, struct draft *draft,
	struct unclears *unclears)
{
	const struct as_csv *sheet = work->arrival->sheet;
	const size_t row = work->out->persons[person].sheet_row;

	if (row == SIZE_MAX ||
		(draft->received.time_source == AS_TIME_EXPORT && !is_named_by_folder(work, draft)))
		return 0;
	const char *text = as_csv_cell(sheet, row, column);
	int64_t time_s;
	const int answer = clock_read(work->clock, text, &time_s, work->error);
	if (answer < 0)
		return -1;
	if (answer == CLOCK_TIME || answer == CLOCK_TWICE)
		received_set_time(&draft->received, AS_TIME_SHEET, time_s);
	if (answer == CLOCK_NO_ZONE)
		note_unclear(&unclears->zones, text);
	else if (answer == CLOCK_UNCLEAR)
		note_unclear(&unclears->dates, text);
	else if (answer != CLOCK_NONE && answer != CLOCK_TIME && answer != CLOCK_TWICE)
		return find_at(work, sheet, row, AS_FINDING_WARNING, "the time '%s' %-s", text,
			clock_say((enum clock_answer)answer));
	if (answer == CLOCK_TWICE)
		return find_at(work, sheet, row, AS_FINDING_WARNING,
			"the time '%s' exists twice, because clocks are set back; the earlier one "
			"counts",
			text);
	return 0;
}

static int report_unclear(struct work *work, const struct unclears *unclears)
{
	const struct unclear *zones = &unclears->zones, *dates = &unclears->dates;
	const char *sheet = work->arrival->sheet->name;

	if (zones->count &&
		as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING, sheet, work->error,
			"%zu time%-s without an offset from UTC, such as '%s'; name the time zone "
			"with --zone, such as --zone=Europe/Paris",
			zones->count, zones->count == 1 ? "" : "s", zones->first))
		return -1;
	if (dates->count &&
		as_submissions_report(work->out, SIZE_MAX, AS_FINDING_WARNING, sheet, work->error,
			"%zu time%-s may be day or month first, such as '%s'; say which with "
			"--dates=day-first or --dates=month-first",
			dates->count, dates->count == 1 ? "" : "s", dates->first))
		return -1;
	return 0;
}

static int read_sheet(struct work *work)
{
	const struct as_csv *sheet = work->arrival->sheet;
	const char *const *own = &work->order->time_column;
	struct unclears unclears = {0};
	AUTO_HOLDINGS struct holdings holdings = {0};
	struct columns columns;

	if (!sheet)
		return 0;
	if (holdings_find(&holdings, work, HOLDING_OWN))
		return -1;
	columns_find(sheet, &columns);
	if (*own && as_csv_require(sheet, own, 1, &columns.time, work->error))
		return -1;
	for (size_t i = 0; columns.time != SIZE_MAX && i < work->draft_count; i++) {
		struct draft *draft = &work->drafts[i];
		if (draft->received.person == SIZE_MAX ||
			holdings_count(&holdings, draft->received.person) > 1)
			continue;
		if (read_cell(work, columns.time, draft->received.person, draft, &unclears))
			return -1;
		for (size_t k = 0; k < draft->received.member_count; k++)
			if (draft->received.members[k] != draft->received.person &&
				read_cell(work, columns.time, draft->received.members[k], draft,
					&unclears))
				return -1;
	}
	return report_unclear(work, &unclears);
}

/* ---- submissions that are not here ---- */

/* True if the draft belongs to nobody of the class and may be the person's. Different numbers are
 * different persons. */
static bool may_be_of(const struct work *work, const struct draft *draft, size_t person)
{
	const struct as_received *received = &draft->received;

	if (draft->is_dropped)
		return false;
	if (received->person == SIZE_MAX)
		return draft->claim_count == 0;
	const struct as_person *owner = &work->out->persons[received->person];
	return owner->line == 0 && owner->sheet_row == SIZE_MAX &&
	       !(owner->number && work->out->persons[person].number);
}

/* Reads the time of a person's submission in the sheet. -1, or an enum clock_answer. */
static int read_sheet_time(struct work *work, const struct columns *columns, size_t person)
{
	const size_t row = work->out->persons[person].sheet_row;
	int64_t time_s;

	if (columns->time == SIZE_MAX || row == SIZE_MAX)
		return CLOCK_UNKNOWN;
	return clock_read(work->clock, as_csv_cell(work->arrival->sheet, row, columns->time),
		&time_s, work->error);
}

/* A person of the class without a submission. */
static int doubt_missing(struct work *work, const struct columns *columns, size_t person)
{
	const bool has_time =
		columns->time != SIZE_MAX && work->out->persons[person].sheet_row != SIZE_MAX;
	const int answer = read_sheet_time(work, columns, person);

	if (answer < 0 || answer == CLOCK_NONE)
		return answer < 0 ? -1 : 0;
	if (has_time)
		return people_doubt(work, person,
			"the sheet has a submission time, but there is no file of this student; "
			"look on the platform, and download all submissions again");
	for (size_t i = 0; i < work->draft_count; i++)
		if (work->drafts[i].has_other_name)
			return people_doubt(work, person,
				"this student may be in a group that submitted; add a roster with "
				"a column group");
	for (size_t i = 0; i < work->draft_count; i++)
		if (may_be_of(work, &work->drafts[i], person))
			return people_doubt(work, person,
				"a submission of nobody in the class may belong to this student; "
				"correct the name or the id in the list of the class");
	return 0;
}

/* No person may get 0 because a file was not found. */
static int find_missing(struct work *work)
{
	const struct as_csv *sheet = work->arrival->sheet;
	const char *const *own = &work->order->time_column;
	AUTO_HOLDINGS struct holdings holdings = {0};
	struct columns columns = {.time = SIZE_MAX};

	if (holdings_find(&holdings, work, HOLDING_ANY))
		return -1;
	if (sheet)
		columns_find(sheet, &columns);
	if (sheet && *own)
		columns.time = as_csv_column(sheet, own, 1);
	for (size_t i = 0; i < work->out->person_count; i++)
		if (holdings_count(&holdings, i) == 0 && doubt_missing(work, &columns, i))
			return -1;
	return 0;
}

/* ---- the list ---- */

/* Times that cannot be read. */
struct unread {
	size_t count;
	size_t rows[3];        /* the first of them */
	enum clock_answer why; /* of the first */
	char right[CLOCK_RIGHT_SIZE];
};

struct list {
	struct as_csv csv;
	size_t id, time, attempt;
	struct holdings holdings;
	struct as_csv_row const **rows; /* with the time of each of `holdings.drafts`; NULL: none */
	struct unread unread;
};

static int read_attempt(struct work *work, const struct list *list, size_t row, uint64_t *attempt)
{
	const char *text = as_csv_cell(&list->csv, row, list->attempt);

	*attempt = 0;
	if (!*text || as_count_parse(text, 1, UINT32_MAX, attempt, NULL) == 0)
		return 0;
	return as_csv_error(&list->csv, row, work->error,
		"the attempt '%s' is not a number; write it as 2", text);
}

/* The earliest time of the members of a team counts; a student has one time. */
static int set_time(struct work *work, const struct list *list, size_t row, size_t person,
	uint64_t attempt, int64_t time_s)
{
	struct draft *found = NULL;
	size_t count = 0, at = 0;

	for (size_t i = list->holdings.first[person]; i < list->holdings.first[person + 1]; i++) {
		struct draft *draft = &work->drafts[list->holdings.drafts[i]];
		if (attempt && draft->received.attempt != attempt)
			continue;
		found = draft;
		at = i;
		count++;
	}
	if (holdings_count(&list->holdings, person) == 0)
		return people_doubt(work, person,
			"the list of times has a time of this student, but there is no file; "
			"look for the file, remove the time");
	if (count == 0)
		return find_at(work, &list->csv, row, AS_FINDING_WARNING,
			"'%s' handed nothing in with this number", work->out->persons[person].id);
	if (count > 1)
		return find_at(work, &list->csv, row, AS_FINDING_ERROR,
			found->received.attempt
				? "'%s' handed in %zu times; name the attempt in a column attempt"
				: "'%s' handed in %zu times; keep one of these submissions, or put "
				  "them into folders attempt-1 and attempt-2 of the student, and "
				  "name the attempt in a column attempt",
			work->out->persons[person].id, count);
	if (list->rows[at])
		return find_at(work, &list->csv, row, AS_FINDING_ERROR,
			"the time of '%s' is also on line %u; keep one of the two lines",
			work->out->persons[person].id, list->rows[at]->line);
	list->rows[at] = &list->csv.rows[row];
	received_set_time(&found->received, AS_TIME_LIST, time_s);
	return 0;
}

static void note_unread(
	struct work *work, struct unread *unread, size_t row, enum clock_answer why, int64_t time_s)
{
	if (unread->count == 0) {
		unread->why = why;
		clock_right(work->clock, why, time_s, unread->right);
	}
	if (unread->count < sizeof(unread->rows) / sizeof(*unread->rows))
		unread->rows[unread->count] = row;
	unread->count++;
}

/* One error for all of them: usually they have the same cause. */
static int report_unread(struct work *work, const struct list *list)
{
	const struct unread *unread = &list->unread;
	const struct as_csv_row *rows = list->csv.rows;
	const char *first = as_csv_cell(&list->csv, unread->rows[0], list->time);
	char more[128] = "";

	if (unread->count == 0)
		return 0;
	if (unread->count == 2)
		snprintf(more, sizeof(more), " (2 times cannot be read: lines %u and %u)",
			rows[unread->rows[0]].line, rows[unread->rows[1]].line);
	else if (unread->count == 3)
		snprintf(more, sizeof(more), " (3 times cannot be read: lines %u, %u and %u)",
			rows[unread->rows[0]].line, rows[unread->rows[1]].line,
			rows[unread->rows[2]].line);
	else if (unread->count > 3)
		snprintf(more, sizeof(more),
			" (%zu times cannot be read: lines %u, %u, %u and others)", unread->count,
			rows[unread->rows[0]].line, rows[unread->rows[1]].line,
			rows[unread->rows[2]].line);
	return as_csv_error(&list->csv, unread->rows[0], work->error, "the time '%s' %s%s%s", first,
		clock_say(unread->why), unread->right, more);
}

static int report_id(struct work *work, const struct list *list, size_t row, bool several)
{
	const char *id = as_csv_cell(&list->csv, row, list->id);
	size_t member = SIZE_MAX;

	if (!several && people_of_group(work, id, fold_same_words, &member))
		return -1;
	return find_at(work, &list->csv, row, AS_FINDING_WARNING,
		several              ? "several students are called '%s'"
		: member != SIZE_MAX ? "'%s' is a group; write the id of a member"
				     : "nobody in the class has the id '%s'",
		id);
}

static int read_row(struct work *work, struct list *list, size_t row)
{
	const char *id = as_csv_cell(&list->csv, row, list->id);
	const char *text = as_csv_cell(&list->csv, row, list->time);
	const struct claim claim = {.id = (char *)id, .login = (char *)id, .is_typed = true};
	struct match match;
	uint64_t attempt;
	int64_t time_s = 0;

	const int answer = clock_read(work->clock, text, &time_s, work->error);
	if (answer < 0 || !*id || answer == CLOCK_NONE)
		return answer < 0 ? -1 : 0;
	if (answer != CLOCK_TIME) {
		note_unread(work, &list->unread, row, (enum clock_answer)answer, time_s);
		return 0;
	}
	if (read_attempt(work, list, row, &attempt) || people_find(work, &claim, false, &match))
		return -1;
	return match.count == 1 ? set_time(work, list, row, match.person, attempt, time_s)
				: report_id(work, list, row, match.count > 0);
}

static int read_list(struct work *work)
{
	static const char *const id = "id", *const time = "time", *const attempt = "attempt";
	const char *path = work->order->times;
	struct list list = {0};

	if (!path)
		return 0;
	int failed = as_csv_read(&list.csv, AT_FDCWD, path, path, work->error) ||
		     as_csv_require(&list.csv, &id, 1, &list.id, work->error) ||
		     as_csv_require(&list.csv, &time, 1, &list.time, work->error);
	if (!failed) {
		list.attempt = as_csv_column(&list.csv, &attempt, 1);
		failed = holdings_find(&list.holdings, work, HOLDING_ANY);
	}
	if (!failed) {
		list.rows = calloc(list.holdings.first[work->out->person_count] + 1,
			sizeof(const struct as_csv_row *));
		failed = list.rows ? 0 : as_error_no_memory(work->error);
	}
	for (size_t row = 0; !failed && row < list.csv.count; row++)
		failed = read_row(work, &list, row);
	if (!failed)
		failed = report_unread(work, &list);
	as_csv_clear(&list.csv);
	holdings_clear(&list.holdings);
	free(list.rows);
	return failed ? -1 : 0;
}

/* ---- the rest ---- */

static int report_unknown(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++) {
		const struct draft *draft = &work->drafts[i];
		if (draft->is_dropped || draft->received.time_source != AS_TIME_UNKNOWN)
			continue;
		/* Canvas marks those that are late: the others are in time. */
		if (work->out->layout == AS_LAYOUT_CANVAS && !draft->received.is_marked_late)
			continue;
		const bool is_late = draft->received.is_marked_late;
		if (draft_report(work, draft, is_late ? AS_FINDING_OTHER : AS_FINDING_TIME,
			    AS_FINDING_WARNING,
			    is_late ? "is late, but the time of the submission is unknown"
				    : "the time of the submission is unknown"))
			return -1;
	}
	return 0;
}

/* One line for all of them: usually the teacher made the folders. */
static int report_named(struct work *work)
{
	const struct draft *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < work->draft_count; i++) {
		if (work->drafts[i].is_dropped || !is_named_by_folder(work, &work->drafts[i]))
			continue;
		first = count++ ? first : &work->drafts[i];
	}
	if (count == 0)
		return 0;
	return as_submissions_report(work->out, SIZE_MAX, AS_FINDING_INFO, work->order->path,
		work->error,
		"the names of folders are the times of %zu submission%-s, such as '%s'; if "
		"students "
		"chose these names, give the times with --times",
		count, count == 1 ? "" : "s", first->received.path);
}

int timing_read(struct work *work)
{
	return read_sheet(work) || status_read(work) || metadata_doubt_names(work) ||
			       find_missing(work) || read_list(work) || report_unknown(work) ||
			       report_named(work)
		       ? -1
		       : 0;
}
