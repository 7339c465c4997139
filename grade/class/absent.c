/* SPDX-License-Identifier: MIT */
/* Students of earlier runs who are missing from this run, perhaps added by a wrong run. */
#include "report.h"

#include <assay/base/fit.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* More students are only counted. */
#define MAX_NAMED 4

struct absent {
	size_t count;
	char text[256]; /* "'x', 'y', ..." */
};

static void note(const struct as_class *class, struct absent *absent, const char *id)
{
	const size_t length = strlen(absent->text);
	char buffer[AS_PSEUDONYM_SIZE];
	const char *label = as_class_label(class, id, buffer);

	if (++absent->count > MAX_NAMED + 1)
		return;
	if (absent->count > MAX_NAMED)
		label = "...";
	const char *quote = absent->count > MAX_NAMED ? "" : "'";
	snprintf(absent->text + length, sizeof(absent->text) - length, "%s%s%.*s%s",
		length ? ", " : "", quote, as_text_fit(label, 50), label, quote);
}

static bool has_override(const struct as_overrides *overrides, const char *id)
{
	for (size_t i = 0; i < overrides->count; i++)
		if (strcmp(overrides->items[i].id, id) == 0)
			return true;
	return false;
}

static bool has_manual(const struct as_manual *manual, const char *id)
{
	const struct as_manual_mark *marks = as_manual_of(manual, id);

	for (size_t i = 0; marks && i < manual->item_count; i++)
		if (marks[i].is_marked || marks[i].comment)
			return true;
	return false;
}

/* True if the row never had a complete mark, and has no manual mark or override. */
static bool is_void(const struct as_class_row *row, const struct as_manual *manual,
	const struct as_overrides *overrides)
{
	return !row->is_forgotten && !as_class_is_final(row) && !has_manual(manual, row->id) &&
	       !has_override(overrides, row->id);
}

/* The other files are tables, or pages that are removed with everything that is not written. */
static int remove_files(const struct as_class *class, const char *id, struct as_error *error)
{
	static const char *const folders[] = {"documents", "gradescope"};
	char key[AS_CLASS_KEY_SIZE], path[AS_CLASS_KEY_SIZE + 32];

	if (class->out_fd < 0)
		return 0;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s/%s.json", folders[i],
			as_class_shown_key(class, id, key));
		if (unlinkat(class->out_fd, path, 0) && errno != ENOENT)
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, class->config.out,
				"%s cannot be removed", path);
	}
	return 0;
}

/* In the order of the files, which is not that of the class in blind marking. */
static int note_all(const struct as_class *class, const char *const *entered,
	const struct as_manual *manual, const struct as_overrides *overrides,
	struct absent *dropped, struct absent *kept, struct as_error *error)
{
	AS_AUTO_FREE size_t *order = as_class_order(class, error);

	for (size_t i = 0; order && i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[order[i]];
		if (as_class_is_entered(class, entered, row->id))
			continue;
		if (is_void(row, manual, overrides))
			note(class, dropped, row->id);
		else if (!row->is_forgotten)
			note(class, kept, row->id);
	}
	return order ? 0 : -1;
}

static int report(const struct as_class *class, const struct absent *dropped,
	const struct absent *kept, struct as_findings *findings, struct as_error *error)
{
	const char *out = as_class_place(class);

	if (dropped->count &&
		as_findings_add(findings, AS_FINDING_INFO, out, error,
			"%zu %s missing from this run and never had a complete mark: left out (%s)",
			dropped->count,
			dropped->count == 1 ? "student of an earlier run is"
					    : "students of earlier runs are",
			dropped->text))
		return -1;
	if (kept->count == 0)
		return 0;
	AS_AUTO_FREE char *text = as_text_format(error, "%zu %s missing from this run and %s (%s)",
		kept->count,
		kept->count == 1 ? "student of an earlier run is" : "students of earlier runs are",
		kept->count == 1 ? "keeps the mark" : "keep their marks", kept->text);
	if (!text || class->config.store)
		return text ? as_findings_add(findings, AS_FINDING_INFO, out, error, "%s", text)
			    : -1;
	return as_findings_add(findings, AS_FINDING_INFO, out, error,
		"%s; if a wrong run added %s, use a new "
		"folder (-o), and copy manual.csv and overrides.csv into it after its first run",
		text, kept->count == 1 ? "the student" : "the students");
}

int as_class_drop_absent(struct as_class *class, const struct as_manual *manual,
	const struct as_overrides *overrides, struct as_findings *findings, struct as_error *error)
{
	struct absent dropped = {0}, kept = {0};
	AS_AUTO_FREE const char **entered = as_class_entered(class, error);
	size_t count = 0;

	if (!entered || note_all(class, entered, manual, overrides, &dropped, &kept, error))
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++) {
		struct as_class_row *row = &class->reg.rows[i];
		const bool is_absent = !as_class_is_entered(class, entered, row->id);
		if (is_absent && is_void(row, manual, overrides)) {
			if (remove_files(class, row->id, error))
				return -1;
			as_class_row_clear(row);
			continue;
		}
		const struct as_class_row found = *row;
		*row = (struct as_class_row){0};
		class->reg.rows[count++] = found;
	}
	class->reg.row_count = count;
	return report(class, &dropped, &kept, findings, error);
}
