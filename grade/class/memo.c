/* SPDX-License-Identifier: MIT */
/*
 * The cache of an open class. With it, a change of one student does not read the results of all
 * students again. It contains:
 *
 * - The job of each entry, by a digest of its package, files, entry point and round.
 * - The result of each job. A result never changes, except a judging error, which a new judging
 *   replaces. Results are kept without the texts, times and usage that marks do not need, so that
 *   results of many submissions are equal; equal ones are kept once.
 */
#include "state.h"

#include <string.h>

struct class_lean {
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_result *result;
};

struct class_result {
	int64_t job;
	const struct as_result *result; /* of a class_lean */
};

struct class_known {
	char key[AS_DIGEST_HEX_SIZE];
	int64_t job;
};

/* ---- sorted arrays ---- */

/* The place of a key, the first member of each element. SIZE_MAX: no such key; `at` is the place at
 * which to insert the key. */
static size_t memo_find(const void *items, size_t count, size_t size, const void *key,
	int (*compare)(const void *, const void *), size_t *at)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = compare(key, (const char *)items + middle * size);
		if (order == 0)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	*at = low;
	return SIZE_MAX;
}

/* Makes room for an element. NULL: out of memory. */
static void *memo_insert(
	void **items, size_t *count, size_t size, size_t at, struct as_error *error)
{
	/* The array grows by doubling: its capacity is the next power of 2. */
	if ((*count & (*count - 1)) == 0) {
		void *grown = reallocarray(*items, *count ? 2 * *count : 1, size);
		if (!grown) {
			as_error_no_memory(error);
			return NULL;
		}
		*items = grown;
	}
	char *place = (char *)*items + at * size;
	memmove(place + size, place, (*count - at) * size);
	(*count)++;
	return memset(place, 0, size);
}

static int compare_digests(const void *left, const void *right)
{
	return strcmp(left, right);
}

/* ---- results ---- */

static void strip_tests(struct as_result_test *tests, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct as_result_test *test = &tests[i];
		free(as_steal(test->feedback));
		free(as_steal(test->team_message));
		free(as_steal(test->transcript));
		free(as_steal(test->hint));
		test->usage = (struct as_result_usage){0};
		test->exit_code = test->signal = 0;
		test->reruns = test->passes = 0;
		test->unconfirmed = false;
	}
}

/* Keeps only what as_marks_compute and the rows of the register need. */
static int strip(struct as_result *result, struct as_error *error)
{
	struct as_result_compile *compile = &result->compile;

	strip_tests(result->tests, result->test_count);
	strip_tests(result->statics, result->static_count);
	if (result->verdict != AS_VERDICT_CE) {
		free(as_steal(compile->output));
		free(as_steal(compile->entry));
	}
	as_names_free(as_steal(compile->notes));
	compile->cpu_time_ns = compile->wall_time_ns = 0;
	compile->cached = false;
	*result->digests.source = '\0';
	return as_text_copy(&result->path, "", error);
}

/* Takes the result, also on failure. */
static const struct as_result *share_result(
	struct as_class_memo *memo, struct as_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char digest[AS_DIGEST_HEX_SIZE];
	size_t at = 0;

	if (strip(result, error) || as_result_write(result, &bytes, error))
		return NULL;
	as_digest_bytes(bytes.data, bytes.size, digest);
	const size_t found = memo_find(
		memo->leans, memo->lean_count, sizeof(*memo->leans), digest, compare_digests, &at);
	if (found != SIZE_MAX)
		return memo->leans[found].result;
	struct as_result *kept = malloc(sizeof(*kept));
	struct class_lean *lean = kept ? memo_insert((void **)&memo->leans, &memo->lean_count,
						 sizeof(*memo->leans), at, error)
				       : NULL;
	if (!lean) {
		free(kept);
		return NULL;
	}
	*kept = *result;
	*result = (struct as_result){0};
	strcpy(lean->digest, digest);
	return lean->result = kept;
}

int as_class_find_result(const struct as_class *class, int64_t job, const struct as_result **result,
	struct as_error *error)
{
	struct as_class_memo *memo = class->memo;
	AS_AUTO(as_result_clear) struct as_result read = {0};
	size_t at = 0;

	*result = NULL;
	if (!job)
		return 0;
	const size_t known = memo_find(memo->results, memo->result_count, sizeof(*memo->results),
		&job, as_int64_compare, &at);
	if (known != SIZE_MAX) {
		*result = memo->results[known].result;
		return 1;
	}
	const int found = as_store_result_read(class->store, job, &read, error);
	if (found != 1)
		return found;
	*result = share_result(memo, &read, error);
	if (!*result)
		return -1;
	struct class_result *added = memo_insert(
		(void **)&memo->results, &memo->result_count, sizeof(*memo->results), at, error);
	if (!added)
		return -1;
	*added = (struct class_result){job, *result};
	return 1;
}

void as_class_memo_refresh(struct as_class_memo *memo)
{
	size_t count = 0;

	for (size_t i = 0; i < memo->result_count; i++)
		if (memo->results[i].result->verdict != AS_VERDICT_JE)
			memo->results[count++] = memo->results[i];
	memo->result_count = count;
}

/* ---- jobs ---- */

static void make_key(const struct as_class *class, const struct as_class_piece *piece,
	bool is_lenient, char key[AS_DIGEST_HEX_SIZE])
{
	const struct as_class_entry *entry = piece->entry;
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, class->config.packages[entry->package]->digest);
	as_digest_add_text(&digest, entry->files);
	as_digest_add_text(&digest, entry->entry_point);
	as_digest_add(&digest, &class->reg.round, sizeof(class->reg.round));
	as_digest_add(&digest, &is_lenient, sizeof(is_lenient));
	as_digest_end(&digest, key);
}

int64_t as_class_recall(
	const struct as_class *class, const struct as_class_piece *piece, bool is_lenient)
{
	const struct as_class_memo *memo = class->memo;
	char key[AS_DIGEST_HEX_SIZE];
	size_t at;

	make_key(class, piece, is_lenient, key);
	const size_t found = memo_find(
		memo->known, memo->known_count, sizeof(*memo->known), key, compare_digests, &at);
	if (found != SIZE_MAX)
		return memo->known[found].job;
	return is_lenient ? 0 : piece->entry->job;
}

int as_class_remember(const struct as_class *class, const struct as_class_piece *piece,
	bool is_lenient, struct as_error *error)
{
	struct as_class_memo *memo = class->memo;
	char key[AS_DIGEST_HEX_SIZE];
	size_t at = 0;

	make_key(class, piece, is_lenient, key);
	const size_t found = memo_find(
		memo->known, memo->known_count, sizeof(*memo->known), key, compare_digests, &at);
	struct class_known *known = found != SIZE_MAX
					    ? &memo->known[found]
					    : memo_insert((void **)&memo->known, &memo->known_count,
						      sizeof(*memo->known), at, error);
	if (!known)
		return -1;
	strcpy(known->key, key);
	known->job = is_lenient ? piece->lenient_job : piece->job;
	return 0;
}

void as_class_memo_clear(struct as_class_memo *memo)
{
	for (size_t i = 0; i < memo->lean_count; i++) {
		as_result_clear(memo->leans[i].result);
		free(memo->leans[i].result);
	}
	free(memo->leans);
	free(memo->results);
	free(memo->known);
	free(memo->waiting);
	*memo = (struct as_class_memo){0};
}
