/* SPDX-License-Identifier: MIT */
/* Runs the shrinker with a C predicate instead of a program. */
#ifndef ASSAY_TESTS_SHRINK_CASE_H
#define ASSAY_TESTS_SHRINK_CASE_H

#include <assay/shrink.h>
#include <criterion/criterion.h>

#include <string.h>

/* The verdict of a test on a text. */
enum text_result { TEXT_INVALID, TEXT_PASSES, TEXT_FAILS };

struct shrink_case {
	enum text_result (*show)(void *context, const char *text, size_t size);
	void *context;
	uint64_t calls, candidates, max_batch;
	bool tells_invalid;
};

static inline int try_texts(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	struct shrink_case *c = context;

	(void)error;
	cr_assert_eq(found->index, count);
	c->calls++;
	if (count > c->max_batch)
		c->max_batch = count;
	for (size_t i = 0; i < count; i++) {
		cr_assert_eq(candidates[i].text[candidates[i].size], '\0');
		enum text_result shown =
			c->show(c->context, candidates[i].text, candidates[i].size);
		c->candidates++;
		if (shown == TEXT_INVALID && c->tells_invalid)
			found->invalid[i] = 1;
		if (shown == TEXT_FAILS) {
			found->index = i;
			break;
		}
	}
	return 0;
}

static inline struct as_shrink_config config_of(struct shrink_case *c, size_t batch)
{
	return (struct as_shrink_config){
		.attempt = try_texts, .context = c, .batch = batch, .deadline_ns = AS_UNLIMITED_NS};
}

static inline void set_text(struct as_bytes *bytes, const char *text)
{
	as_bytes_clear(bytes);
	bytes->size = strlen(text);
	bytes->data = strdup(text);
	cr_assert_not_null(bytes->data);
}

/* Checks that the start fails, shrinks, and checks that the result still fails. */
static inline struct as_shrink_report shrink(
	struct shrink_case *c, struct as_bytes *text, size_t batch)
{
	struct as_shrink_config config = config_of(c, batch);
	struct as_shrink_report report;
	struct as_error error = {0};

	cr_assert_eq(c->show(c->context, text->data, text->size), TEXT_FAILS);
	cr_assert_eq(as_shrink_text(&config, text, &report, &error), 0, "%s", error.text);
	cr_assert_eq(c->show(c->context, text->data, text->size), TEXT_FAILS);
	return report;
}

#endif
