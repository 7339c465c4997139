/* SPDX-License-Identifier: MIT */
/* Keys of problem.yaml that affect no verdict: they are only checked. */
#include "metadata.h"
#include <assay/base/fit.h>
#include <string.h>

int package_key_ignore(const struct as_node *node, void *target, struct as_error *error)
{
	(void)node, (void)target, (void)error;
	return 0;
}

int package_texts_check(const struct as_node *node, void *target, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;
	(void)target;
	return as_node_words(node, &words, &count, error);
}

typedef int reader(const struct as_node *node, void *target, struct as_error *error);

/* One value, or a non-empty sequence of values. */
static int read_one_or_more(const struct as_node *node, reader *read_item, struct as_error *error)
{
	if (!json_is_array(node->value))
		return read_item(node, NULL, error);
	if (json_array_size(node->value) == 0)
		return as_node_error(node, error, "%s must not be empty", node->key);
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct as_node item = as_node_item(node, i);
		if (read_item(&item, NULL, error) < 0)
			return -1;
	}
	return 0;
}

static int read_person(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"name", as_node_check_text, true},
		{"email", as_node_check_text, false},
		{"orcid", as_node_check_text, false},
		{"kattis", as_node_check_text, false},
	};
	if (!json_is_object(node->value))
		return as_node_check_text(node, target, error);
	return as_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_persons(const struct as_node *node, void *target, struct as_error *error)
{
	(void)target;
	return read_one_or_more(node, read_person, error);
}

static int read_translators(const struct as_node *node, void *target, struct as_error *error)
{
	const char *code;
	json_t *value;
	if (!json_is_object(node->value))
		return as_node_error(node, error,
			"translators must be a mapping from language codes to persons");
	json_object_foreach(node->value, code, value)
	{
		struct as_node child = as_node_child(node, code);
		if (!package_is_language_code(code))
			return as_node_error(&child, error,
				"invalid language code '%.*s'; use one such as en or pt-BR",
				as_text_fit(code, 40), code);
		if (read_persons(&child, target, error) < 0)
			return -1;
	}
	return 0;
}

int package_credits_check(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"authors", read_persons, false},
		{"contributors", read_persons, false},
		{"testers", read_persons, false},
		{"translators", read_translators, false},
		{"packagers", read_persons, false},
		{"acknowledgements", read_persons, false},
	};
	if (!json_is_object(node->value))
		return as_node_check_text(node, target, error);
	return as_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_one_source(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"name", as_node_check_text, true},
		{"url", as_node_check_text, false},
	};
	if (!json_is_object(node->value))
		return as_node_check_text(node, target, error);
	return as_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

int package_source_check(const struct as_node *node, void *target, struct as_error *error)
{
	(void)target;
	return read_one_or_more(node, read_one_source, error);
}

static const char *const licenses[] = {
	"unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"};

bool as_package_is_license(const char *text)
{
	for (size_t i = 0; i < sizeof licenses / sizeof *licenses; i++)
		if (strcmp(licenses[i], text) == 0)
			return true;
	return false;
}

int package_license_check(const struct as_node *node, void *target, struct as_error *error)
{
	const char *text;
	(void)target;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	if (as_package_is_license(text))
		return 0;
	/* Without a suggestion: the nearest name would often be another license. */
	return as_node_error(node, error,
		"unknown license '%.*s'; use unknown, public domain, cc0, cc by, cc by-sa, "
		"educational or permission",
		as_text_fit(text, 100), text);
}

/* Matches a text against a pattern in which 0 stands for any digit. */
static bool matches(const char *text, const char *pattern)
{
	for (; *text && *pattern; text++, pattern++)
		if (*pattern == '0' ? *text < '0' || *text > '9' : *text != *pattern)
			return false;
	return *text == *pattern;
}

/* The two-digit number at an offset; the pattern has matched its digits. */
static int digits_at(const char *text, size_t at)
{
	return 10 * (text[at] - '0') + text[at + 1] - '0';
}

/* "2026-01-31" or "2026-01-31T12:00:00Z"; the second may be a leap second. */
static bool is_moment(const char *text)
{
	static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	const bool timed = matches(text, "0000-00-00T00:00:00Z");
	if (!timed && !matches(text, "0000-00-00"))
		return false;
	const int month = digits_at(text, 5), day = digits_at(text, 8);
	if (month < 1 || month > 12 || day < 1 || day > days[month - 1])
		return false;
	return !timed ||
	       (digits_at(text, 11) < 24 && digits_at(text, 14) < 60 && digits_at(text, 17) <= 60);
}

int package_embargo_check(const struct as_node *node, void *target, struct as_error *error)
{
	const char *text;
	(void)target;
	if (as_node_text(node, &text, error) < 0)
		return -1;
	if (is_moment(text))
		return 0;
	return as_node_error(node, error,
		"embargo_until must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z");
}
