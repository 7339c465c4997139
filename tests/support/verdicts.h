/* SPDX-License-Identifier: MIT */
/* Verdict documents of `assay judge --json`: each is validated against docs/verdict.schema.json,
 * then examined. */
#ifndef ASSAY_TESTS_VERDICTS_H
#define ASSAY_TESTS_VERDICTS_H

#include "command.h"
#include "schemas.h"

#define SCHEMA ASSAY_SOURCE_DIR "/docs/verdict.schema.json"

/* The documents that a command printed, one on each line, as an array; each conforms to the
 * schema. */
static inline json_t *documents_of(const struct outcome *outcome)
{
	const size_t count = schemas_hold(SCHEMA, &outcome->out);
	json_t *documents = json_array();
	for (const char *line = outcome->out.data; *line;) {
		const char *end = strchrnul(line, '\n');
		json_error_t why;
		json_t *document = json_loadb(line, (size_t)(end - line), 0, &why);
		cr_assert_not_null(document, "%s", why.text);
		json_array_append_new(documents, document);
		line = end + (*end == '\n');
	}
	cr_assert_eq(count, json_array_size(documents));
	return documents;
}

/* The only document that a command printed. */
static inline json_t *document_of(const struct outcome *outcome)
{
	AS_AUTO_JSON json_t *documents = documents_of(outcome);
	cr_assert_eq(json_array_size(documents), 1, "status %d; it said: %s%s", outcome->status,
		outcome->err.data, outcome->out.data);
	return json_incref(json_array_get(documents, 0));
}

/* A text by keys, such as text_at(document, "compile", "reason"); "" if it does not exist. */
static inline const char *text_below(json_t *document, const char *outer, const char *inner)
{
	json_t *value = json_object_get(document, outer);
	const char *text = json_string_value(inner ? json_object_get(value, inner) : value);
	return text ? text : "";
}

static inline const char *verdict_of(json_t *document)
{
	return text_below(document, "verdict", NULL);
}

/* The first test that was not accepted, or NULL. */
static inline json_t *failed_test(json_t *document)
{
	size_t index;
	json_t *test;
	json_array_foreach(json_object_get(document, "tests"), index, test)
	{
		if (strcmp(text_below(test, "verdict", NULL), "AC") != 0)
			return test;
	}
	return NULL;
}

/* "TLE cpu": the verdict, with the reason of the first failed test or of the compilation. */
static inline const char *fate_of(json_t *document)
{
	static char fate[64];
	json_t *test = failed_test(document);
	const char *reason =
		test ? text_below(test, "reason", NULL) : text_below(document, "compile", "reason");
	snprintf(fate, sizeof(fate), "%s%s%s", verdict_of(document), *reason ? " " : "", reason);
	return fate;
}

#define EXPECT_FATE(document, expected)                                                            \
	do {                                                                                       \
		AS_AUTO_FREE char *text_ = json_dumps(document, JSON_COMPACT);                     \
		cr_expect_str_eq(fate_of(document), (expected), "%s", text_);                      \
	} while (0)

#endif
