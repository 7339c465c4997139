/* SPDX-License-Identifier: MIT */
/*
 * Bodies of events. A long log consists mostly of submissions, judgements and reports of judging.
 * Each is a flat object whose arrays have a row per test. A JSON tree would cost more than the rest
 * of the processing, so these are parsed in place. All other types, and bodies that deviate from
 * the exact format, are parsed as a tree.
 */
#include "body.h"

#include <string.h>

/* A row is [test, verdict, time_ns] in an event about one judgement, and [job, test, verdict,
 * time_ns, wall_ms] in one about several; in "begun" it is [job, wall_ms]. */
#define LONG_ROW 5
#define ROW_NUMBERS 4

uint8_t log_verdict(const char *name)
{
	enum as_verdict verdict;

	return (uint8_t)(name && as_verdict_parse(name, &verdict) == 0 ? verdict : AS_VERDICT_JE);
}

void log_body_clear(struct log_body *body)
{
	as_journal_body_clear(&body->of);
	free(body->runs.items);
	free(body->begun.items);
	*body = (struct log_body){0};
}

int log_rows_add(struct log_rows *rows, const struct log_row *row, struct as_error *error)
{
	if (!as_array_reserve(rows->items, rows->count, error))
		return -1;
	rows->items[rows->count++] = *row;
	return 0;
}

static struct log_row run_row(const int64_t numbers[ROW_NUMBERS], bool is_long, uint8_t verdict)
{
	const int64_t *own = is_long ? numbers + 1 : numbers;

	return (struct log_row){.job = is_long ? numbers[0] : 0,
		.run = {.test = (uint32_t)own[0],
			.verdict = verdict,
			.time_ns = own[1],
			.wall_ms = is_long ? own[2] : 0}};
}

static struct log_row begun_row(int64_t job, int64_t wall_ms)
{
	return (struct log_row){.job = job, .run = {.wall_ms = wall_ms}};
}

/* ---- in place ---- */

static bool take_verdict(struct as_journal_scan *scan, uint8_t *verdict)
{
	char name[8], *text, *end;

	if (!as_journal_scan_text(scan, &text, &end) || end - text >= (ptrdiff_t)sizeof(name))
		return false;
	memcpy(name, text, (size_t)(end - text));
	name[end - text] = '\0';
	*verdict = log_verdict(name);
	return true;
}

static bool take_run(struct as_journal_scan *scan, struct log_row *row)
{
	int64_t numbers[ROW_NUMBERS] = {0};
	uint8_t verdict = 0;
	size_t count = 0;

	if (!as_journal_scan_number(scan, &numbers[count++]) || !as_journal_scan_char(scan, ','))
		return false;
	const bool is_long = !as_journal_scan_is(scan, '"');
	if (is_long && (!as_journal_scan_number(scan, &numbers[count++]) ||
			       !as_journal_scan_char(scan, ',')))
		return false;
	if (!take_verdict(scan, &verdict) || !as_journal_scan_char(scan, ',') ||
		!as_journal_scan_number(scan, &numbers[count++]))
		return false;
	if (is_long && (!as_journal_scan_char(scan, ',') ||
			       !as_journal_scan_number(scan, &numbers[count++])))
		return false;
	*row = run_row(numbers, is_long, verdict);
	return true;
}

static bool take_begun(struct as_journal_scan *scan, struct log_row *row)
{
	int64_t job, wall_ms;

	if (!as_journal_scan_number(scan, &job) || !as_journal_scan_char(scan, ',') ||
		!as_journal_scan_number(scan, &wall_ms))
		return false;
	*row = begun_row(job, wall_ms);
	return true;
}

/* 1: parsed. 0: another format. */
static int take_rows(struct as_journal_scan *scan,
	bool (*take_row)(struct as_journal_scan *, struct log_row *), struct log_rows *rows,
	struct as_error *error)
{
	struct log_row row;

	/* For a repeated key the last value would count: leave that to the tree. */
	if (rows->items || !as_journal_scan_char(scan, '['))
		return 0;
	if (as_journal_scan_char(scan, ']'))
		return 1;
	do {
		if (!as_journal_scan_char(scan, '[') || !take_row(scan, &row) ||
			!as_journal_scan_char(scan, ']'))
			return 0;
		if (log_rows_add(rows, &row, error))
			return -1;
	} while (as_journal_scan_char(scan, ','));
	return as_journal_scan_char(scan, ']');
}

static bool is_key(const char *key, size_t length, const char *wanted)
{
	return length == strlen(wanted) && memcmp(key, wanted, length) == 0;
}

static int take_own(void *context, const char *key, size_t length, struct as_journal_scan *scan,
	struct as_error *error)
{
	struct log_body *body = context;

	if (is_key(key, length, "runs"))
		return take_rows(scan, take_run, &body->runs, error);
	return is_key(key, length, "begun") ? take_rows(scan, take_begun, &body->begun, error)
					    : AS_JOURNAL_FIELD;
}

/* Types that can be applied without a tree. */
static bool is_plain_type(const struct as_bytes *text)
{
	static const char *const beginnings[] = {
		"{\"type\":\"submission\",", "{\"type\":\"judgement\",", "{\"type\":\"judging\","};

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++)
		if (text->size > strlen(beginnings[i]) &&
			memcmp(text->data, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	return false;
}

/* ---- by a tree ---- */

static int64_t number_at(const json_t *item, size_t at)
{
	return json_integer_value(json_array_get(item, at));
}

static struct log_row run_row_of(const json_t *item)
{
	const bool is_long = json_array_size(item) >= LONG_ROW;
	const size_t verdict = is_long ? 2 : 1;
	const int64_t numbers[ROW_NUMBERS] = {number_at(item, 0), number_at(item, is_long ? 1 : 2),
		number_at(item, 3), number_at(item, 4)};

	return run_row(
		numbers, is_long, log_verdict(json_string_value(json_array_get(item, verdict))));
}

static struct log_row begun_row_of(const json_t *item)
{
	return begun_row(number_at(item, 0), number_at(item, 1));
}

static int read_rows(const json_t *list, struct log_row (*row_of)(const json_t *),
	struct log_rows *rows, struct as_error *error)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const struct log_row row = row_of(json_array_get(list, i));
		if (log_rows_add(rows, &row, error))
			return -1;
	}
	return 0;
}

static int read_tree(const struct as_bytes *text, struct log_body *body, struct as_error *error)
{
	if (as_journal_body_tree(&body->of, text, error))
		return -1;
	return read_rows(json_object_get(body->of.json, "runs"), run_row_of, &body->runs, error) ||
			       read_rows(json_object_get(body->of.json, "begun"), begun_row_of,
				       &body->begun, error)
		       ? -1
		       : 0;
}

/* ---- both formats ---- */

int log_body_read(
	const struct as_store_record *record, struct log_body *body, struct as_error *error)
{
	*body = (struct log_body){0};
	if (!record->body.size)
		return 0;
	if (is_plain_type(&record->body)) {
		const int done =
			as_journal_body_scan(&body->of, &record->body, take_own, body, error);
		if (done > 0)
			return 0;
		log_body_clear(body);
		if (done < 0)
			return -1;
	}
	return read_tree(&record->body, body, error);
}
