/* SPDX-License-Identifier: MIT */
/* Writes the scheme of packages without one, as text with comments: an item for each package, or
 * for each of its groups. as_scheme_of_packages reads the text with an item for each package. */
#include "reading.h"

#include <math.h>
#include <string.h>

#define TITLE_SIZE 200
/* Maximum number of groups of a package that a comment lists, or that have items of their own. */
#define MAX_GROUPS 50

/* An item, made from a package. */
struct entry {
	const struct as_package *package;
	const struct as_group *group; /* NULL: the whole package */
	const char *path;
	char id[READING_MAX_ID_BYTES + 1];
	enum as_partial partial;
	bool only_secret; /* the points of the secret tests, not of the package */
	int64_t points_e4;
};

/* ---- the entry ---- */

/* The name in the characters of an id; a run of other characters becomes one hyphen. */
static void make_id(const char *name, char id[READING_MAX_ID_BYTES + 1])
{
	size_t length = 0;

	for (; *name && length < READING_MAX_ID_BYTES; name++) {
		const char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
		const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
		if (plain || (length > 0 && id[length - 1] != '-'))
			id[length++] = plain ? c : '-';
	}
	while (length > 0 && id[length - 1] == '-')
		length--;
	id[length] = '\0';
	if (length == 0)
		snprintf(id, READING_MAX_ID_BYTES + 1, "item");
}

static bool is_free(const struct entry *entries, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(entries[i].id, id) == 0)
			return false;
	return !reading_reserved(id);
}

/* "sum" for the package, "sum-1" for its group secret/1. */
static void make_plain_id(const struct entry *entry, char id[READING_MAX_ID_BYTES + 1])
{
	char name[2 * READING_MAX_ID_BYTES];

	make_id(entry->package->short_name, id);
	if (!entry->group)
		return;
	snprintf(name, sizeof(name), "%.20s-%s", id, entry->group->name + strlen("secret/"));
	make_id(name, id);
}

/* NAME, or NAME-2 if another package or a column has that id. */
static void choose_id(struct entry *entries, size_t index)
{
	char name[READING_MAX_ID_BYTES + 1];
	struct entry *entry = &entries[index];

	make_plain_id(entry, name);
	snprintf(entry->id, sizeof(entry->id), "%s", name);
	for (unsigned n = 2; !is_free(entries, index, entry->id); n++)
		snprintf(entry->id, sizeof(entry->id), "%.30s-%u", name, n);
}

static bool is_maximum(const struct as_group *group)
{
	return group && isfinite(group->max_score) && group->max_score > 0 &&
	       group->max_score * AS_POINT_E4 <= (double)AS_POINTS_MAX_E4;
}

static int64_t count_secret(const struct as_package *package)
{
	int64_t count = 0;

	for (size_t t = 0; t < package->test_count; t++)
		count += strncmp(package->tests[t].name, "sample/", 7) != 0;
	return count > 0 ? count : (int64_t)package->test_count;
}

/* The package's points, if it has them; else one point for each test. */
static int fill_entry(struct entry *entry, struct as_error *error)
{
	const struct as_package *package = entry->package;
	const struct as_group *secret = as_package_find_group(package, "secret");
	const struct as_group *total =
		package->graded ? as_package_find_group(package, "data") : secret;

	if (as_package_require_data(package, error))
		return -1;
	entry->partial = AS_PARTIAL_PER_TEST;
	entry->points_e4 = count_secret(package) * AS_POINT_E4;
	if (!package->scoring || package->minimizes || !total)
		return 0;
	/* Legacy packages often have a range for their secret tests only. */
	entry->only_secret = !is_maximum(total);
	if (entry->only_secret)
		total = secret;
	if (!is_maximum(total))
		return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
			"a max_score of %s is no maximum for marks; write a scheme with partial: "
			"per_test",
			AS_NUMBER(total ? total->max_score : NAN));
	entry->partial = AS_PARTIAL_PER_GROUP;
	entry->points_e4 = llround(total->max_score * AS_POINT_E4);
	return 0;
}

/* ---- an item for each group ---- */

/* True for "secret/1", but not for "secret/1/a". */
static bool is_part(const struct as_group *group)
{
	return strncmp(group->name, "secret/", 7) == 0 && !strchr(group->name + 7, '/') &&
	       group->test_count > 0;
}

/* The points of a group if it has an item of its own; 0: it cannot have one. */
static int64_t points_of(const struct entry *whole, const struct as_group *group)
{
	if (whole->partial == AS_PARTIAL_PER_TEST)
		return (int64_t)group->test_count * AS_POINT_E4;
	return is_maximum(group) ? llround(group->max_score * AS_POINT_E4) : 0;
}

/* The number of groups that have the points of the package among them; 0: it stays one item. */
static size_t count_parts(const struct entry *whole)
{
	const struct as_package *package = whole->package;
	int64_t sum_e4 = 0;
	size_t count = 0;

	for (size_t g = 0; g < package->group_count; g++) {
		if (!is_part(&package->groups[g]))
			continue;
		const int64_t points_e4 = points_of(whole, &package->groups[g]);
		if (points_e4 <= 0)
			return 0;
		sum_e4 += points_e4;
		count++;
	}
	return count > 1 && count <= MAX_GROUPS && sum_e4 == whole->points_e4 ? count : 0;
}

/* Replaces the last entry, which is the whole package. */
static void split(struct entry *entries, size_t *count)
{
	const struct entry whole = entries[--*count];
	const struct as_package *package = whole.package;

	for (size_t g = 0; g < package->group_count; g++) {
		if (!is_part(&package->groups[g]))
			continue;
		entries[*count] = whole;
		entries[*count].group = &package->groups[g];
		entries[*count].points_e4 = points_of(&whole, &package->groups[g]);
		choose_id(entries, (*count)++);
	}
}

/* ---- all entries ---- */

static int check_paths(const char *const *paths, size_t count, struct as_error *error)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(paths[k], paths[i]) == 0)
				return as_error_at(error, AS_ERROR_USAGE, paths[i], 0, 0,
					"the package is named twice; remove one");
	return 0;
}

static struct entry *make_entries(const struct as_package *const *packages,
	const char *const *paths, size_t package_count, bool by_group, size_t *count,
	struct as_error *error)
{
	AS_AUTO_FREE struct entry *entries =
		calloc((package_count + 1) * (MAX_GROUPS + 1), sizeof(*entries));

	*count = 0;
	if (!entries)
		as_error_no_memory(error);
	if (!entries || check_paths(paths, package_count, error))
		return NULL;
	for (size_t i = 0; i < package_count; i++) {
		struct entry *entry = &entries[(*count)++];
		*entry = (struct entry){.package = packages[i], .path = paths[i]};
		if (fill_entry(entry, error))
			return NULL;
		if (by_group && count_parts(entry))
			split(entries, count);
		else
			choose_id(entries, *count - 1);
	}
	return as_steal(entries);
}

/* ---- the text ---- */

/* Quotes a text as in JSON, which is valid YAML; control characters are escaped. */
static char *quote(const char *text, struct as_error *error)
{
	char printable[TITLE_SIZE];
	AS_AUTO_JSON json_t *value =
		json_string(as_text_printable(text, strlen(text), printable, sizeof(printable)));
	char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	if (!quoted)
		as_error_no_memory(error);
	return quoted;
}

/* A path unchanged, because a file is opened by it. */
static char *quote_path(const char *path, struct as_error *error)
{
	AS_AUTO_JSON json_t *value = json_string(path);

	if (!value) {
		as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"the path is not UTF-8; rename the package's folder");
		return NULL;
	}
	char *quoted = json_dumps(value, JSON_ENCODE_ANY);
	if (!quoted)
		as_error_no_memory(error);
	return quoted;
}

static void write_head(FILE *out, const char *title, int64_t total_e4)
{
	fprintf(out,
		"# A marking scheme of `assay grade`. docs/scheme.md explains every key.\n"
		"title: %s\n"
		"\n"
		"# The points of all items but bonus ones: a check of their sum.\n"
		"total: %s\n",
		title, AS_POINTS(total_e4));
	fputs("\n"
	      "# The deadline, with its offset from UTC, or as the clocks of the zone show it "
	      "(2026-10-05 23:59).\n"
	      "# Without a deadline nothing is late.\n"
	      "#due: 2026-10-05T23:59:00+02:00\n"
	      "\n"
	      "# What each run needs: --zone, --fill and --roster take precedence.\n"
	      "#zone: Europe/Berlin\n"
	      "#fill: sheet.csv\n"
	      "#roster: class.csv\n"
	      "\n"
	      "# The late penalty: for each day (or hour) that has begun, as points or as a "
	      "percentage of the\n"
	      "# total (or of what was earned). A submission within the grace is not late; after "
	      "max_late it\n"
	      "# earns nothing.\n"
	      "#late:\n"
	      "#  per: day\n"
	      "#  penalty: 10%\n"
	      "#  of: total\n"
	      "#  max_penalty: 50%\n"
	      "#  grace: 15 min\n"
	      "#  max_late: 7d\n"
	      "\n"
	      "# More time for some students: an id, and the time that is added or the new "
	      "deadline.\n"
	      "#extensions:\n"
	      "#  s1234567: 2d\n"
	      "#  s7654321: 2026-10-09T12:00:00+02:00\n"
	      "\n"
	      "# Of several attempts: last, best or last_before_due.\n"
	      "attempt: last\n"
	      "\n"
	      "# The total is rounded to a multiple of step: half_up, half_even, up or "
	      "down.\n",
		out);
	fprintf(out, "rounding: {step: %s, mode: half_up}\n\n",
		AS_POINTS(as_rounding_step(total_e4)));
	fputs("# The visibility of items: visible, after_due_date, after_published or hidden.\n"
	      "visibility: visible\n"
	      "\n"
	      "# Feedback on tests: mark (nothing), verdicts, samples (also data of samples and "
	      "of tests with\n"
	      "# full_feedback), first_failure (also of the first failed test) or all.\n"
	      "feedback: samples\n"
	      "# true: feedback on a failure has a small input on which the submission fails.\n"
	      "#counterexample: true\n"
	      "# Endings of a program that cost no points if its outputs are right.\n"
	      "#tolerate: [exit-status, shell, end-of-input, signal]\n",
		out);
}

static void write_groups(FILE *out, const struct as_package *package)
{
	size_t listed = 0;

	if (package->group_count == 0)
		return;
	fputs("    # Groups of the package, for items of their own (groups: [NAME]):\n", out);
	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		if (group->test_count == 0 || ++listed > MAX_GROUPS)
			continue;
		char name[TITLE_SIZE];
		fprintf(out, "    # - %s: %zu test%s",
			as_text_printable(group->name, strlen(group->name), name, sizeof(name)),
			group->test_count, group->test_count == 1 ? "" : "s");
		if (group->has_score && isfinite(group->max_score))
			fprintf(out, ", %s points", AS_NUMBER(group->max_score));
		fputc('\n', out);
	}
	if (listed > MAX_GROUPS)
		fprintf(out, "    # - and %zu more\n", listed - MAX_GROUPS);
}

/* "Sums", or "Sums, group 1" for secret/1. */
static char *name_entry(const struct entry *entry, struct as_error *error)
{
	const struct as_package *package = entry->package;
	const char *title = package->title ? package->title : package->short_name;
	AS_AUTO_FREE char *name = entry->group ? as_text_format(error, "%s, group %s", title,
							 entry->group->name + strlen("secret/"))
					       : as_text_format(error, "%s", title);

	return name ? quote(name, error) : NULL;
}

/* The line "groups: [NAME]" of an item. */
static char *name_groups(const struct entry *entry, struct as_error *error)
{
	if (!entry->group)
		return as_text_format(
			error, "%s", entry->only_secret ? "    groups: [secret]\n" : "");
	AS_AUTO_FREE char *group = quote(entry->group->name, error);
	return group ? as_text_format(error, "    groups: [%s]\n", group) : NULL;
}

static int write_entry(FILE *out, const struct entry *entry, struct as_error *error)
{
	AS_AUTO_FREE char *name = name_entry(entry, error);
	AS_AUTO_FREE char *path = quote_path(entry->path, error);
	AS_AUTO_FREE char *groups = name_groups(entry, error);
	char plain[READING_MAX_ID_BYTES + 1];

	if (!name || !path || !groups)
		return -1;
	make_plain_id(entry, plain);
	fprintf(out,
		"  - id: %s%s\n"
		"    name: %s\n"
		"    package: %s\n"
		"%s"
		"    points: %s\n"
		"    partial: %s\n",
		entry->id,
		strcmp(entry->id, plain) == 0
			? ""
			: "  # the id without the number is taken, by another "
			  "item or a column of marks.csv",
		name, path, groups, AS_POINTS(entry->points_e4), as_partial_name(entry->partial));
	if (!entry->group)
		write_groups(out, entry->package);
	return 0;
}

static void write_manual(FILE *out)
{
	fputs("  # An item that you mark, in manual.csv; then correct the total above.\n"
	      "  #- id: style\n"
	      "  #  name: Style and comments\n"
	      "  #  manual: true\n"
	      "  #  points: 4\n",
		out);
}

static int write_all(FILE *out, const struct entry *entries, size_t count, struct as_error *error)
{
	const struct as_package *first = entries[0].package;
	const bool has_others = entries[count - 1].package != first;
	AS_AUTO_FREE char *title = quote(has_others     ? "Assignment"
					 : first->title ? first->title
							: first->short_name,
		error);
	int64_t total_e4 = 0;

	if (!title)
		return -1;
	for (size_t i = 0; i < count; i++)
		total_e4 += entries[i].points_e4;
	write_head(out, title, total_e4);
	fputs("\n"
	      "# partial: all (every test or nothing), per_test, per_group (the package's points) "
	      "or best_of (the\n"
	      "# best group).\n"
	      "items:\n",
		out);
	for (size_t i = 0; i < count; i++)
		if (write_entry(out, &entries[i], error))
			return -1;
	write_manual(out);
	return 0;
}

static char *write_scheme(const struct as_package *const *packages, const char *const *paths,
	size_t count, bool by_group, struct as_error *error)
{
	char *text = NULL;
	size_t size = 0, entry_count;

	if (count == 0) {
		as_error_set(error, AS_ERROR_USAGE, "missing argument PACKAGE");
		return NULL;
	}
	AS_AUTO_FREE struct entry *entries =
		make_entries(packages, paths, count, by_group, &entry_count, error);
	FILE *out = entries ? open_memstream(&text, &size) : NULL;
	if (!out) {
		if (entries)
			as_error_no_memory(error);
		return NULL;
	}
	const int status = write_all(out, entries, entry_count, error);
	if (fclose(out) == 0 && status == 0)
		return text;
	free(text);
	if (status == 0)
		as_error_no_memory(error);
	return NULL;
}

char *as_scheme_write(const struct as_package *const *packages, const char *const *paths,
	size_t count, struct as_error *error)
{
	return write_scheme(packages, paths, count, true, error);
}

int as_scheme_of_packages(struct as_scheme *scheme, const struct as_package *const *packages,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE const char **paths = calloc(count + 1, sizeof(*paths));

	if (!paths)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		paths[i] = packages[i]->path;
	AS_AUTO_FREE char *text = write_scheme(packages, paths, count, false, error);
	if (!text || as_scheme_parse(scheme, "(no scheme)", text, strlen(text), error))
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (as_scheme_bind(scheme, i, packages[i], error)) {
			as_scheme_clear(scheme);
			return -1;
		}
	}
	return 0;
}
