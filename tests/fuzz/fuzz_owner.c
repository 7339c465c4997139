/* SPDX-License-Identifier: MIT */
/* A name of any bytes: its owner and its time of submission, in each layout. */
#include "fold.h"
#include "owner.h"
#include "source_name.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct clock *clock_of(enum as_date_order order)
{
	static struct clock *clocks[3];

	if (!clocks[order] && !(clocks[order] = clock_open("Europe/Paris", order, NULL)))
		abort();
	return clocks[order];
}

static void check_owner(enum as_layout layout, const char *path, bool has_attempts)
{
	struct owner owner;
	const int done =
		owner_read(&owner, layout, path, has_attempts, clock_of(AS_DATE_YEAR_FIRST), NULL);

	if (done < 0)
		abort();
	if (done && (!owner.key || owner.rest < path || owner.rest > path + strlen(path)))
		abort();
	owner_clear(&owner);
}

static void check_names(const char *path)
{
	AS_AUTO_FREE char *words = fold_words(path, NULL), *sorted = fold_sorted(path, NULL);
	AS_AUTO_FREE char *plain = as_text_format(NULL, "%s____", path);
	static struct as_languages *languages;

	if (!languages)
		languages = as_languages_open(NULL, NULL);
	if (!words || !sorted || !plain || !languages || strlen(words) != strlen(sorted))
		abort();
	plain[strlen(plain) - 4] = '\0';
	source_drop_false_ending(languages, plain);
	source_drop_number(plain);
	source_make_plain(plain);
	for (const char *at = plain; *at; at++)
		if (strchr(" \t\n\\<>&\"'`$;", *at))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_FREE char *path = strndup((const char *)data, size);
	int64_t time_s = 0;

	if (!path)
		abort();
	for (int order = 0; order < 3; order++) {
		const int answer =
			clock_read(clock_of((enum as_date_order)order), path, &time_s, NULL);
		if (answer < 0 || (answer == CLOCK_TIME && time_s < -86400))
			abort();
	}
	for (int layout = AS_LAYOUT_MOODLE; layout <= AS_LAYOUT_FILES; layout++) {
		check_owner((enum as_layout)layout, path, false);
		check_owner((enum as_layout)layout, path, true);
	}
	check_names(path);
	return 0;
}
