/* SPDX-License-Identifier: MIT */
/* The flags of the default output validator in legacy packages, which have them in two places. */
#include "metadata.h"
#include "words.h"
#include <string.h>

/* If two flags contradict each other, the later one counts; the check itself accepts no duplicates.
 */
struct last_flags {
	const char *absolute, *relative;
	bool overridden;
};

static void note_flag(struct last_flags *last, char *const *word)
{
	bool both = strcmp(word[0], "float_tolerance") == 0;
	if (both || strcmp(word[0], "float_absolute_tolerance") == 0) {
		last->overridden |= last->absolute != NULL;
		last->absolute = word[1];
	}
	if (both || strcmp(word[0], "float_relative_tolerance") == 0) {
		last->overridden |= last->relative != NULL;
		last->relative = word[1];
	}
}

static bool takes_number(const char *word)
{
	return strcmp(word, "float_tolerance") == 0 ||
	       strcmp(word, "float_absolute_tolerance") == 0 ||
	       strcmp(word, "float_relative_tolerance") == 0;
}

/* Rewrites the words so that each tolerance occurs once. */
static int keep_last_flags(
	char *const *words, char ***kept, bool *overridden, struct as_error *error)
{
	struct last_flags last = {0};
	for (char *const *word = words; word && *word; word++) {
		const char *one[] = {*word, NULL};
		if (takes_number(*word) && word[1])
			note_flag(&last, word++);
		else if (package_words_append(kept, one, error) < 0)
			return -1;
	}
	const char *const absolute[] = {"float_absolute_tolerance", last.absolute, NULL};
	const char *const relative[] = {"float_relative_tolerance", last.relative, NULL};
	*overridden = last.overridden;
	if (last.absolute && package_words_append(kept, absolute, error) < 0)
		return -1;
	return last.relative ? package_words_append(kept, relative, error) : 0;
}

int package_legacy_check_flags(
	char *const *words, struct as_check_flags *flags, bool *overridden, struct as_error *error)
{
	AS_AUTO_NAMES char **kept = NULL;
	if (keep_last_flags(words, &kept, overridden, error) < 0)
		return -1;
	return as_check_flags_parse((const char *const *)kept, as_names_count(kept), flags, error);
}
