/* SPDX-License-Identifier: MIT */
/*
 * Settings of runs. Groups of a package can differ in three ways: arguments of the output validator
 * (such as the opponents of a game), arguments of the submission, and bounds for input validators.
 * An input is tried with every setting that it is valid for.
 */
#include "stream.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_words(char *const *a, char *const *b)
{
	if (!a || !b)
		return (!a || !*a) && (!b || !*b);
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return false;
	return !*a && !*b;
}

static bool same_flags(const struct as_check_flags *a, const struct as_check_flags *b)
{
	return a->case_sensitive == b->case_sensitive &&
	       a->space_change_sensitive == b->space_change_sensitive &&
	       a->absolute_tolerance == b->absolute_tolerance &&
	       a->relative_tolerance == b->relative_tolerance;
}

static bool same_judging(const struct as_test *a, const struct as_test *b)
{
	return same_words(a->output_validator_args, b->output_validator_args) &&
	       same_text(a->only_validator, b->only_validator) && same_words(a->args, b->args) &&
	       same_text(a->files_path, b->files_path) &&
	       same_flags(&a->check_flags, &b->check_flags);
}

static struct as_setting *find_setting(struct as_settings *settings, const struct as_test *test)
{
	for (size_t i = 0; i < settings->count; i++)
		if (same_judging(settings->items[i].like, test))
			return &settings->items[i];
	return NULL;
}

static int add_variant(
	struct as_setting *setting, const struct as_test *test, struct as_error *error)
{
	for (size_t i = 0; i < setting->variant_count; i++)
		if (as_input_args_same(setting->variants[i].test->input_validator_args,
			    test->input_validator_args))
			return 0;
	if (!as_array_reserve(setting->variants, setting->variant_count, error))
		return -1;
	setting->variants[setting->variant_count++] = (struct as_variant){.test = test};
	return 0;
}

static bool is_secret(const struct as_test *test)
{
	return strncmp(test->name, "secret/", strlen("secret/")) == 0;
}

/* The last tests usually have the widest bounds, so tests are read from the end. Samples count only
 * if there are no secret tests. */
int as_settings_find(
	struct as_settings *settings, const struct as_package *package, struct as_error *error)
{
	const bool has_secret =
		package->test_count && is_secret(&package->tests[package->test_count - 1]);

	for (size_t i = package->test_count; i-- > 0;) {
		const struct as_test *test = &package->tests[i];
		if (has_secret && !is_secret(test))
			continue;
		struct as_setting *setting = find_setting(settings, test);
		if (!setting && settings->count == AS_MAX_SETTINGS)
			continue;
		if (!setting) {
			setting = &settings->items[settings->count++];
			setting->like = test;
		}
		if (add_variant(setting, test, error))
			return -1;
	}
	if (settings->count)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"no tests, so the settings of a run are unknown; add a test");
}

/* The first variant is kept, because it usually has the widest bounds. */
#define LEARNED_COUNT 16

void as_settings_learn(struct as_settings *settings)
{
	for (size_t i = 0; i < settings->count; i++)
		for (size_t k = 1; k < settings->items[i].variant_count; k++) {
			struct as_variant *variant = &settings->items[i].variants[k];
			variant->is_skipped = atomic_load(&variant->runs) >= LEARNED_COUNT &&
					      atomic_load(&variant->accepted) == 0;
		}
}

int as_settings_use(
	struct as_settings *settings, const struct as_test *like, struct as_error *error)
{
	struct as_variant *variant = calloc(1, sizeof(*variant));

	if (!variant)
		return as_error_no_memory(error);
	variant->test = like;
	as_settings_clear(settings);
	settings->items[settings->count++] =
		(struct as_setting){.like = like, .variants = variant, .variant_count = 1};
	return 0;
}

void as_settings_clear(struct as_settings *settings)
{
	for (size_t i = 0; i < settings->count; i++)
		free(settings->items[i].variants);
	settings->count = 0;
}
