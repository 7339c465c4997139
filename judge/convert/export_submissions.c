/* SPDX-License-Identifier: MIT */
/*
 * submissions/ of a scoring package on its way into the legacy format, where what earns points is
 * accepted, and partially_accepted is its folder. Who earns some is only known where
 * submissions.yaml says so.
 */
#include "export.h"
#include <string.h>

#define FOLDER "submissions/"
#define PARTIAL FOLDER "partially_accepted/"

enum earning { EARNS_UNKNOWN, EARNS_NOTHING, EARNS_SOME };

/* A later pattern is more particular, as people write them. `name`: "wrong_answer/a.py". */
static enum earning earning_of(const struct as_expectations *all, const char *name)
{
	enum earning earning = EARNS_UNKNOWN;
	for (size_t i = 0; i < all->count; i++) {
		const struct as_expectation *item = &all->items[i];
		for (size_t r = 0; as_glob_covers(&item->glob, name) && r < item->count; r++)
			if (item->requirements[r].has_score && !item->requirements[r].tests)
				earning = item->requirements[r].score_min > 0 ? EARNS_SOME
									      : EARNS_NOTHING;
	}
	return earning;
}

/* "wrong_answer/a" of "submissions/wrong_answer/a/b.py", on the heap; NULL and no error where it is
 * no part of a submission that must fail. */
static char *submission_of(const char *path, struct as_error *error)
{
	static const char *const right[] = {"accepted/", "partially_accepted/"};
	if (!path || strncmp(path, FOLDER, strlen(FOLDER)) != 0)
		return NULL;
	const char *name = path + strlen(FOLDER), *slash = strchr(name, '/');
	for (size_t i = 0; i < sizeof right / sizeof *right; i++)
		if (strncmp(name, right[i], strlen(right[i])) == 0)
			return NULL;
	return slash ? as_text_format(error, "%.*s%.*s", (int)(slash - name) + 1, name,
			       (int)strcspn(slash + 1, "/"), slash + 1)
		     : NULL;
}

static bool is_taken(const struct export *export, const char *path)
{
	const size_t length = strlen(path);
	for (size_t i = 0; i < export->file_count; i++) {
		const char *name = export->files[i].name;
		if (name && strncmp(name, path, length) == 0 &&
			(name[length] == '\0' || name[length] == '/'))
			return true;
	}
	return false;
}

/* Into partially_accepted; where its name is taken there into a folder that is one program. */
static int move_one(struct export *export, const char *submission, struct as_error *error)
{
	const char *slash = strchr(submission, '/');
	AS_AUTO_FREE char *from = as_text_format(error, FOLDER "%s", submission);
	AS_AUTO_FREE char *to = as_text_format(error, PARTIAL "%s", slash + 1);
	if (!from || !to)
		return -1;
	if (!is_taken(export, to))
		return export_move(export, from, to, error);
	const bool file = export_find(export, from) != NULL;
	AS_AUTO_FREE char *aside = as_text_format(error, PARTIAL "%.*s_%.*s%s%s",
		(int)strcspn(slash + 1, "."), slash + 1, (int)(slash - submission), submission,
		file ? "/" : "", file ? slash + 1 : "");
	return aside ? export_move(export, from, aside, error) : -1;
}

static int tell(struct export *export, size_t moved, const char *first, bool unknown,
	struct as_error *error)
{
	if (moved > 0 && export_note(export, error,
				 "submissions/%s earns points and is moved to partially_accepted "
				 "(%zu submission%s affected)",
				 first, moved, moved == 1 ? "" : "s") < 0)
		return -1;
	return !unknown ? 0
			: export_note(export, error,
				  "move wrong submissions that earn points to partially_accepted: "
				  "submissions.yaml does not say which they are, and in the legacy "
				  "format they are accepted");
}

int export_submissions_to_legacy(struct export *export, struct as_error *error)
{
	AS_AUTO_EXPECTATIONS struct as_expectations all = {0};
	AS_AUTO_FREE char *first = NULL;
	size_t moved = 0;
	bool unknown = false;
	if (!export->package->scoring)
		return 0;
	if (as_expectations_load(&all, export->package, error) < 0)
		return -1;
	for (size_t i = 0; i < export->file_count; i++) {
		AS_AUTO_FREE char *submission = submission_of(export->files[i].name, error);
		if (!submission)
			continue;
		const enum earning earning = earning_of(&all, submission);
		unknown |= earning == EARNS_UNKNOWN;
		if (earning != EARNS_SOME)
			continue;
		if (move_one(export, submission, error) < 0)
			return -1;
		if (moved++ == 0)
			first = as_steal(submission);
	}
	return tell(export, moved, first, unknown, error);
}
