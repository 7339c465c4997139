/* SPDX-License-Identifier: MIT */
/*
 * Bodies of events. A JSON tree costs more than the rest of the processing of a long log, so an
 * owner can parse frequent types in place.
 */
#include <assay/journal/body.h>
#include <errno.h>
#include <string.h>

void as_journal_body_clear(struct as_journal_body *body)
{
	json_decref(body->json);
	*body = (struct as_journal_body){0};
}

/* Jansson reports an allocation that failed in a text as a wrong token, or not at all. Only errno
 * tells it from a text that is not JSON. */
int as_journal_body_tree(
	struct as_journal_body *body, const struct as_bytes *text, struct as_error *error)
{
	errno = 0;
	body->json = json_loadb(text->data, text->size, 0, NULL);
	return !body->json && errno == ENOMEM ? as_error_no_memory(error) : 0;
}

/* ---- in place ---- */

bool as_journal_scan_is(const struct as_journal_scan *scan, char wanted)
{
	return scan->at < scan->end && *scan->at == wanted;
}

bool as_journal_scan_char(struct as_journal_scan *scan, char wanted)
{
	if (!as_journal_scan_is(scan, wanted))
		return false;
	scan->at++;
	return true;
}

/* At most 18 digits, which fit 64 bits, without leading zeros, as in JSON. */
bool as_journal_scan_number(struct as_journal_scan *scan, int64_t *number)
{
	const bool is_negative = as_journal_scan_char(scan, '-');
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
bool as_journal_scan_text(struct as_journal_scan *scan, char **text, char **end)
{
	if (!as_journal_scan_char(scan, '"'))
		return false;
	*text = scan->at;
	while (scan->at < scan->end && *scan->at >= ' ' && *scan->at < 0x7f && *scan->at != '"' &&
		*scan->at != '\\')
		scan->at++;
	*end = scan->at;
	return as_journal_scan_char(scan, '"');
}

/* Positions of NULs that are written when the whole body has been accepted. */
struct ends {
	char *key, *text; /* text NULL: a number */
};

/* How a body is parsed: its own keys are taken by `take`. */
struct parsing {
	struct as_journal_scan scan;
	struct as_journal_body *body;
	as_journal_take take; /* or NULL */
	void *context;
};

static int take_field(struct parsing *parsing, struct ends *ends, struct as_error *error)
{
	struct as_journal_scan *scan = &parsing->scan;
	struct as_journal_body *body = parsing->body;
	struct as_journal_field *field;
	char *key, *text;

	if (body->field_count == AS_JOURNAL_FIELDS)
		return 0;
	field = &body->fields[body->field_count];
	if (!as_journal_scan_text(scan, &key, &ends->key) || !as_journal_scan_char(scan, ':'))
		return 0;
	const int taken = parsing->take ? parsing->take(parsing->context, key,
						  (size_t)(ends->key - key), scan, error)
					: AS_JOURNAL_FIELD;
	if (taken != AS_JOURNAL_FIELD)
		return taken;
	*field = (struct as_journal_field){.key = key};
	ends->text = NULL;
	if (as_journal_scan_is(scan, '"')) {
		if (!as_journal_scan_text(scan, &text, &ends->text))
			return 0;
		field->text = text;
	} else if (!as_journal_scan_number(scan, &field->number)) {
		return 0;
	}
	body->field_count++;
	return 1;
}

static int take_fields(struct parsing *parsing, struct ends *ends, struct as_error *error)
{
	struct as_journal_scan *scan = &parsing->scan;
	int done;

	if (!as_journal_scan_char(scan, '{'))
		return 0;
	do {
		done = take_field(parsing, &ends[parsing->body->field_count], error);
		if (done <= 0)
			return done;
	} while (as_journal_scan_char(scan, ','));
	return as_journal_scan_char(scan, '}') && scan->at == scan->end;
}

int as_journal_body_scan(struct as_journal_body *body, const struct as_bytes *text,
	as_journal_take take, void *context, struct as_error *error)
{
	struct ends ends[AS_JOURNAL_FIELDS];
	struct parsing parsing = {{text->data, text->data + text->size}, body, take, context};
	const int done = take_fields(&parsing, ends, error);

	/* The keys of fields that do not count have no NUL. */
	if (done <= 0)
		body->field_count = 0;
	for (size_t i = 0; done > 0 && i < body->field_count; i++) {
		*ends[i].key = '\0';
		if (ends[i].text)
			*ends[i].text = '\0';
	}
	return done;
}

/* ---- both formats ---- */

static const struct as_journal_field *find_body_field(
	const struct as_journal_body *body, const char *key)
{
	/* For a repeated key the last value counts, as in a tree. */
	for (size_t i = body->field_count; i-- > 0;)
		if (strcmp(body->fields[i].key, key) == 0)
			return &body->fields[i];
	return NULL;
}

const char *as_journal_body_text(const struct as_journal_body *body, const char *key)
{
	const struct as_journal_field *field = find_body_field(body, key);

	return field ? field->text : json_string_value(json_object_get(body->json, key));
}

bool as_journal_body_number(const struct as_journal_body *body, const char *key, int64_t *number)
{
	const struct as_journal_field *field = find_body_field(body, key);
	const json_t *value = json_object_get(body->json, key);

	if ((field && field->text) || (!field && !json_is_integer(value)))
		return false;
	*number = field ? field->number : json_integer_value(value);
	return true;
}
