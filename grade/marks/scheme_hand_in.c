/* SPDX-License-Identifier: MIT */
/* Reads the keys of a course: `opens`, `hand_in`, `attempts`, `release`, and the mapping
 * `feedback`. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MAX_ATTEMPTS 100000

static const char *const groups_names[] = {
	[AS_HAND_IN_ALONE] = "none",
	[AS_HAND_IN_ROSTER] = "roster",
	[AS_HAND_IN_FORMED] = "formed",
};

const char *as_hand_in_groups_name(enum as_hand_in_groups groups)
{
	return groups_names[groups];
}

static const char *const disclosure_names[] = {
	[AS_DISCLOSURE_NONE] = "none",
	[AS_DISCLOSURE_VERDICT] = "verdict",
	[AS_DISCLOSURE_GROUPS] = "groups",
	[AS_DISCLOSURE_FIRST_FAILURE] = "first_failure",
	[AS_DISCLOSURE_COUNTEREXAMPLE] = "counterexample",
	[AS_DISCLOSURE_ALL] = "all",
};

const char *as_disclosure_name(enum as_disclosure disclosure)
{
	return disclosure_names[disclosure];
}

/* ---- hand_in ---- */

static int read_files(const struct as_node *node, void *target, struct as_error *error)
{
	char ***files = &((struct as_hand_in *)target)->files;

	if (reading_words(node, files, error))
		return -1;
	for (size_t i = 0; (*files)[i]; i++) {
		const struct as_node item = as_node_item(node, i);
		if (strchr((*files)[i], '/'))
			return as_node_error(&item, error,
				"files: '%.*s' contains a '/'; write the name of a file, such as "
				"*.py",
				as_text_fit((*files)[i], 40), (*files)[i]);
	}
	return 0;
}

static int read_languages(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_words(node, &((struct as_hand_in *)target)->languages, error);
}

static int read_size(const struct as_node *node, void *target, struct as_error *error)
{
	uint64_t *size_bytes = &((struct as_hand_in *)target)->size_bytes;
	struct as_error why = {0};
	AS_AUTO_FREE char *text = NULL;

	if (as_node_loose_text(node, &text, error))
		return -1;
	if (as_size_parse(text, size_bytes, &why))
		return as_node_error(node, error, "size: %s", why.text);
	if (*size_bytes == 0 || *size_bytes > AS_HAND_IN_MAX_BYTES)
		return as_node_error(node, error,
			"size '%.*s' is out of range; write a size from 1B to 64MiB, such as 2MiB",
			as_text_fit(text, 40), text);
	return 0;
}

static int read_groups(const struct as_node *node, void *target, struct as_error *error)
{
	size_t index;

	if (reading_word(node, groups_names, COUNT(groups_names), &index, error))
		return -1;
	((struct as_hand_in *)target)->groups = (enum as_hand_in_groups)index;
	return 0;
}

int scheme_hand_in_read(const struct as_node *node, void *scheme, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"files", read_files, false},
		{"languages", read_languages, false},
		{"size", read_size, false},
		{"groups", read_groups, false},
	};

	return as_node_read(node, keys, COUNT(keys), &((struct as_scheme *)scheme)->hand_in, error);
}

/* ---- attempts ---- */

static int read_count(const struct as_node *node, void *target, struct as_error *error)
{
	static const char *const names[] = {
		[AS_ATTEMPT_LAST] = "last",
		[AS_ATTEMPT_BEST] = "best",
		[AS_ATTEMPT_LAST_BEFORE_DUE] = "last_before",
	};
	struct as_scheme *scheme = target;
	size_t index;

	if (reading_word(node, names, COUNT(names), &index, error))
		return -1;
	scheme->attempt = (enum as_attempt_rule)index;
	if (scheme->attempt == AS_ATTEMPT_LAST_BEFORE_DUE && !scheme->has_due)
		return as_node_error(node, error,
			"count: last_before needs a deadline; add it, such as due: "
			"2026-10-05T23:59:00+02:00");
	return 0;
}

static int read_attempts(
	const struct as_node *node, int64_t least, uint64_t *count, struct as_error *error)
{
	int64_t value;

	if (as_node_integer(node, least, MAX_ATTEMPTS, &value, error))
		return -1;
	*count = (uint64_t)value;
	return 0;
}

static int read_free(const struct as_node *node, void *target, struct as_error *error)
{
	return read_attempts(node, 0, &((struct as_scheme *)target)->hand_in.free_count, error);
}

static int read_cool_down(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_span(node, &((struct as_scheme *)target)->hand_in.cool_down_s, error);
}

static int read_most(const struct as_node *node, void *target, struct as_error *error)
{
	return read_attempts(node, 1, &((struct as_scheme *)target)->hand_in.most_count, error);
}

/* Free attempts are those before the first wait. */
static int check_free(
	const struct as_node *node, struct as_hand_in *hand_in, struct as_error *error)
{
	const struct as_node own = as_node_child(node, "free");
	const struct as_node cool_down = as_node_child(node, "cool_down");

	if (!own.value) {
		hand_in->free_count = cool_down.value ? 0 : AS_ATTEMPTS_UNLIMITED;
		return 0;
	}
	if (!cool_down.value)
		return as_node_error(&own, error,
			"free needs cool_down, the wait after the free attempts; add it, such as "
			"cool_down: 10 min, or use most to limit all attempts");
	if (hand_in->free_count <= hand_in->most_count)
		return 0;
	return as_node_error(&own, error,
		"free is %ju, but most permits only %ju attempts; correct one of them",
		(uintmax_t)hand_in->free_count, (uintmax_t)hand_in->most_count);
}

int scheme_attempts_read(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"count", read_count, false},
		{"free", read_free, false},
		{"cool_down", read_cool_down, false},
		{"most", read_most, false},
	};
	struct as_scheme *scheme = target;

	if (as_node_child(node->parent, "attempt").value)
		return as_node_key_error(node, error,
			"attempt and attempts are mutually exclusive; write attempts: {count: "
			"WORD} instead of attempt");
	return as_node_read(node, keys, COUNT(keys), scheme, error)
		       ? -1
		       : check_free(node, &scheme->hand_in, error);
}

/* ---- feedback by time ---- */

static int read_disclosure(
	const struct as_node *node, enum as_disclosure *disclosure, struct as_error *error)
{
	size_t index;

	if (reading_word(node, disclosure_names, COUNT(disclosure_names), &index, error))
		return -1;
	*disclosure = (enum as_disclosure)index;
	return 0;
}

/* A later time must not show less than the time before it, which is also its default. */
static int read_later(const struct as_node *node, const char *before_name,
	enum as_disclosure before, enum as_disclosure *disclosure, struct as_error *error)
{
	if (read_disclosure(node, disclosure, error))
		return -1;
	if (*disclosure >= before)
		return 0;
	return as_node_error(node, error,
		"%s: %s shows less than %s: %s; write the same or a later word of this "
		"list: none, verdict, groups, first_failure, counterexample, all",
		node->key, disclosure_names[*disclosure], before_name, disclosure_names[before]);
}

static int read_at_once(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_hand_in *hand_in = target;

	if (read_disclosure(node, &hand_in->at_once, error))
		return -1;
	hand_in->after_due = hand_in->after_release = hand_in->at_once;
	return 0;
}

static int read_after_due(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_hand_in *hand_in = target;

	if (read_later(node, "at_once", hand_in->at_once, &hand_in->after_due, error))
		return -1;
	hand_in->after_release = hand_in->after_due;
	return 0;
}

static int read_after_release(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_hand_in *hand_in = target;

	return read_later(node, "after_due", hand_in->after_due, &hand_in->after_release, error);
}

/* The pages of `assay grade` are for the time after the release. */
static void choose_feedback(enum as_disclosure disclosure, struct reading_defaults *defaults)
{
	static const enum as_feedback feedback[] = {
		[AS_DISCLOSURE_NONE] = AS_FEEDBACK_MARK,
		[AS_DISCLOSURE_VERDICT] = AS_FEEDBACK_VERDICTS,
		[AS_DISCLOSURE_GROUPS] = AS_FEEDBACK_VERDICTS,
		[AS_DISCLOSURE_FIRST_FAILURE] = AS_FEEDBACK_FIRST_FAILURE,
		[AS_DISCLOSURE_COUNTEREXAMPLE] = AS_FEEDBACK_FIRST_FAILURE,
		[AS_DISCLOSURE_ALL] = AS_FEEDBACK_ALL,
	};

	defaults->feedback = feedback[disclosure];
	defaults->counterexample = disclosure >= AS_DISCLOSURE_COUNTEREXAMPLE;
}

int scheme_feedback_read(const struct as_node *node, struct as_hand_in *hand_in,
	struct reading_defaults *defaults, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"at_once", read_at_once, false},
		{"after_due", read_after_due, false},
		{"after_release", read_after_release, false},
	};

	if (!json_is_object(node->value))
		return reading_feedback(node, &defaults->feedback, error);
	hand_in->has_feedback = true;
	if (as_node_read(node, keys, COUNT(keys), hand_in, error))
		return -1;
	choose_feedback(hand_in->after_release, defaults);
	return 0;
}

/* ---- times ---- */

int scheme_opens_read(const struct as_node *node, struct as_scheme *scheme, struct as_error *error)
{
	scheme->hand_in.has_opens = true;
	return scheme_time_read(scheme, node, &scheme->hand_in.opens_s, NULL, error);
}

int scheme_release_read(
	const struct as_node *node, struct as_scheme *scheme, struct as_error *error)
{
	const char *text = json_string_value(node->value);

	if (text && strcmp(text, "by hand") == 0)
		return 0;
	scheme->hand_in.has_release = true;
	return scheme_time_read(scheme, node, &scheme->hand_in.release_s, NULL, error);
}

void scheme_hand_in_init(struct as_hand_in *hand_in)
{
	*hand_in = (struct as_hand_in){.size_bytes = AS_HAND_IN_BYTES,
		.free_count = AS_ATTEMPTS_UNLIMITED,
		.most_count = AS_ATTEMPTS_UNLIMITED};
}

void scheme_hand_in_clear(struct as_hand_in *hand_in)
{
	as_names_free(hand_in->files);
	as_names_free(hand_in->languages);
}
