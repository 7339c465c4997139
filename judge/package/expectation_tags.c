/* SPDX-License-Identifier: MIT */
/* @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER and @EXPECTED_SCORE@: 25 in a source. */
#include <assay/package/expectation.h>

#include <ctype.h>
#include <math.h>
#include <string.h>

#define LINE_BYTES 512

static const struct result {
	const char *name; /* '-' also matches '_' */
	enum as_verdict verdict;
} results[] = {
	{"CORRECT", AS_VERDICT_AC},
	{"ACCEPTED", AS_VERDICT_AC},
	{"AC", AS_VERDICT_AC},
	{"WRONG-ANSWER", AS_VERDICT_WA},
	{"NO-OUTPUT", AS_VERDICT_WA},
	{"WA", AS_VERDICT_WA},
	{"TIMELIMIT", AS_VERDICT_TLE},
	{"TIME-LIMIT-EXCEEDED", AS_VERDICT_TLE},
	{"TLE", AS_VERDICT_TLE},
	{"RUN-ERROR", AS_VERDICT_RTE},
	{"RUN-TIME-ERROR", AS_VERDICT_RTE},
	{"RUNTIME-ERROR", AS_VERDICT_RTE},
	{"RTE", AS_VERDICT_RTE},
	{"MEMORY-LIMIT", AS_VERDICT_MLE},
	{"OUTPUT-LIMIT", AS_VERDICT_OLE},
	{"COMPILER-ERROR", AS_VERDICT_CE},
	{"COMPILE-ERROR", AS_VERDICT_CE},
	{"CE", AS_VERDICT_CE},
	{"CHECK-FAILED", AS_VERDICT_JE},
};

static bool is_same(const char *known, const char *word, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char sign = word[i] == '_' ? '-' : (char)toupper((unsigned char)word[i]);
		if (known[i] != sign)
			return false;
	}
	return known[size] == '\0';
}

static void add_word(struct as_expectation_tags *tags, const char *word, size_t size)
{
	for (size_t i = 0; i < sizeof(results) / sizeof(*results); i++)
		if (is_same(results[i].name, word, size)) {
			tags->overall |= AS_VERDICT_BIT(results[i].verdict);
			return;
		}
	if (!tags->unknown[0])
		as_text_printable(word, size, tags->unknown, sizeof(tags->unknown));
}

static bool is_of_word(char sign)
{
	return isalnum((unsigned char)sign) || sign == '-' || sign == '_';
}

/* Words between commas; anything else after a word, such as the end of a comment, ends the list. */
static void read_results(struct as_expectation_tags *tags, const char *line)
{
	for (;;) {
		line += strspn(line, " \t");
		size_t size = 0;
		while (is_of_word(line[size]))
			size++;
		if (size > 0)
			add_word(tags, line, size);
		line += size;
		line += strspn(line, " \t");
		if (*line != ',')
			return;
		line++;
	}
}

static void read_score(struct as_expectation_tags *tags, const char *line)
{
	char *end;
	double score = strtod(line, &end);

	if (end != line && isfinite(score)) {
		tags->has_score = true;
		tags->score = score;
	} else if (!tags->unknown[0]) {
		as_text_printable(line, strcspn(line, " \t"), tags->unknown, sizeof(tags->unknown));
	}
}

/* Calls `read` with the rest of the line after each tag. */
static void find_tag(struct as_expectation_tags *tags, const char *tag, const char *text,
	size_t size, void (*read)(struct as_expectation_tags *, const char *))
{
	const char *end = text + size, *at = text;

	while ((at = memmem(at, (size_t)(end - at), tag, strlen(tag)))) {
		char line[LINE_BYTES];
		at += strlen(tag);
		size_t length = 0;
		while (length < sizeof(line) - 1 && at + length < end && at[length] &&
			at[length] != '\n' && at[length] != '\r')
			length++;
		memcpy(line, at, length);
		line[length] = '\0';
		read(tags, line + strspn(line, " \t"));
	}
}

void as_expectation_tags_read(struct as_expectation_tags *tags, const char *text, size_t size)
{
	if (size == 0)
		return;
	find_tag(tags, "@EXPECTED_RESULTS@:", text, size, read_results);
	find_tag(tags, "@EXPECTED_SCORE@:", text, size, read_score);
}
