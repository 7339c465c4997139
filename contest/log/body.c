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
	json_decref(body->json);
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

struct scan {
	char *at, *end;
};

static bool is_next(const struct scan *scan, char wanted)
{
	return scan->at < scan->end && *scan->at == wanted;
}

static bool take_char(struct scan *scan, char wanted)
{
	if (!is_next(scan, wanted))
		return false;
	scan->at++;
	return true;
}

/* At most 18 digits, which fit 64 bits, without leading zeros, as in JSON. */
static bool take_number(struct scan *scan, int64_t *number)
{
	const bool is_negative = take_char(scan, '-');
	const char *first = scan->at;

	*number = 0;
	while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9' &&
		scan->at - first < 18)
		*number = *number * 10 + (*scan->at++ - '0');
	const ptrdiff_t count = scan->at - first;
	if (is_negative)
		*number = -*number;
	return count > 0 && (count == 1 || *first != '0');
}

/* ASCII without escapes. The caller writes the NUL to `*end` later, when the whole body has been
 * accepted. */
static bool take_text(struct scan *scan, char **text, char **end)
{
	if (!take_char(scan, '"'))
		return false;
	*text = scan->at;
	while (scan->at < scan->end && *scan->at >= ' ' && *scan->at < 0x7f && *scan->at != '"' &&
		*scan->at != '\\')
		scan->at++;
	*end = scan->at;
	return take_char(scan, '"');
}

static bool take_verdict(struct scan *scan, uint8_t *verdict)
{
	char name[8], *text, *end;

	if (!take_text(scan, &text, &end) || end - text >= (ptrdiff_t)sizeof(name))
		return false;
	memcpy(name, text, (size_t)(end - text));
	name[end - text] = '\0';
	*verdict = log_verdict(name);
	return true;
}

static bool take_run(struct scan *scan, struct log_row *row)
{
	int64_t numbers[ROW_NUMBERS] = {0};
	uint8_t verdict = 0;
	size_t count = 0;

	if (!take_number(scan, &numbers[count++]) || !take_char(scan, ','))
		return false;
	const bool is_long = !is_next(scan, '"');
	if (is_long && (!take_number(scan, &numbers[count++]) || !take_char(scan, ',')))
		return false;
	if (!take_verdict(scan, &verdict) || !take_char(scan, ',') ||
		!take_number(scan, &numbers[count++]))
		return false;
	if (is_long && (!take_char(scan, ',') || !take_number(scan, &numbers[count++])))
		return false;
	*row = run_row(numbers, is_long, verdict);
	return true;
}

static bool take_begun(struct scan *scan, struct log_row *row)
{
	int64_t job, wall_ms;

	if (!take_number(scan, &job) || !take_char(scan, ',') || !take_number(scan, &wall_ms))
		return false;
	*row = begun_row(job, wall_ms);
	return true;
}

/* 1: parsed. 0: another format. */
static int take_rows(struct scan *scan, bool (*take_row)(struct scan *, struct log_row *),
	struct log_rows *rows, struct as_error *error)
{
	struct log_row row;

	/* For a repeated key the last value would count: leave that to the tree. */
	if (rows->items || !take_char(scan, '['))
		return 0;
	if (take_char(scan, ']'))
		return 1;
	do {
		if (!take_char(scan, '[') || !take_row(scan, &row) || !take_char(scan, ']'))
			return 0;
		if (log_rows_add(rows, &row, error))
			return -1;
	} while (take_char(scan, ','));
	return take_char(scan, ']');
}

/* Positions of NULs that are written when the whole body has been accepted. */
struct ends {
	char *key, *text; /* text NULL: a number */
};

static bool is_key(const char *key, const char *end, const char *wanted)
{
	return (size_t)(end - key) == strlen(wanted) && memcmp(key, wanted, strlen(wanted)) == 0;
}

static int take_field(
	struct scan *scan, struct log_body *body, struct ends *ends, struct as_error *error)
{
	struct log_field *field = &body->fields[body->field_count];
	char *key, *text;

	if (!take_text(scan, &key, &ends->key) || !take_char(scan, ':'))
		return 0;
	if (is_key(key, ends->key, "runs"))
		return take_rows(scan, take_run, &body->runs, error);
	if (is_key(key, ends->key, "begun"))
		return take_rows(scan, take_begun, &body->begun, error);
	*field = (struct log_field){.key = key};
	ends->text = NULL;
	if (is_next(scan, '"')) {
		if (!take_text(scan, &text, &ends->text))
			return 0;
		field->text = text;
	} else if (!take_number(scan, &field->number)) {
		return 0;
	}
	return ++body->field_count < LOG_FIELDS;
}

/* 1: parsed. 0: another format; the text is unchanged. */
static int take_fields(struct scan *scan, struct log_body *body, struct as_error *error)
{
	struct ends ends[LOG_FIELDS];
	int done;

	if (!take_char(scan, '{'))
		return 0;
	do {
		done = take_field(scan, body, &ends[body->field_count], error);
		if (done <= 0)
			return done;
	} while (take_char(scan, ','));
	if (!take_char(scan, '}') || scan->at != scan->end)
		return 0;
	for (size_t i = 0; i < body->field_count; i++) {
		*ends[i].key = '\0';
		if (ends[i].text)
			*ends[i].text = '\0';
	}
	return 1;
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
	body->json = json_loadb(text->data, text->size, 0, NULL);
	return read_rows(json_object_get(body->json, "runs"), run_row_of, &body->runs, error) ||
			       read_rows(json_object_get(body->json, "begun"), begun_row_of,
				       &body->begun, error)
		       ? -1
		       : 0;
}

/* ---- both formats ---- */

int log_body_read(
	const struct as_store_record *record, struct log_body *body, struct as_error *error)
{
	struct scan scan = {record->body.data, record->body.data + record->body.size};

	*body = (struct log_body){0};
	if (!record->body.size)
		return 0;
	if (is_plain_type(&record->body)) {
		const int done = take_fields(&scan, body, error);
		if (done > 0)
			return 0;
		log_body_clear(body);
		if (done < 0)
			return -1;
	}
	return read_tree(&record->body, body, error);
}

static const struct log_field *find_body_field(const struct log_body *body, const char *key)
{
	/* For a repeated key the last value counts, as in a tree. */
	for (size_t i = body->field_count; i-- > 0;)
		if (strcmp(body->fields[i].key, key) == 0)
			return &body->fields[i];
	return NULL;
}

const char *log_body_text(const struct log_body *body, const char *key)
{
	const struct log_field *field = find_body_field(body, key);

	return field ? field->text : json_string_value(json_object_get(body->json, key));
}

bool log_body_number(const struct log_body *body, const char *key, int64_t *number)
{
	const struct log_field *field = find_body_field(body, key);
	const json_t *value = json_object_get(body->json, key);

	if ((field && field->text) || (!field && !json_is_integer(value)))
		return false;
	*number = field ? field->number : json_integer_value(value);
	return true;
}
