/* SPDX-License-Identifier: MIT */
/* Writes the scheme of packages without one, as text with comments. as_scheme_of_packages reads the
 * same text, so that both are the same scheme. */
#include "reading.h"

#include <math.h>
#include <string.h>

#define TITLE_SIZE 200
/* Maximum number of groups of a package that a comment lists. */
#define MAX_GROUPS 50

/* An item, made from a package. */
struct entry {
	const struct as_package *package;
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
	return !reading_is_reserved(id);
}

/* NAME, or NAME-2 if another package or a column has that id. */
static void choose_id(struct entry *entries, size_t index)
{
	char name[READING_MAX_ID_BYTES + 1];
	struct entry *entry = &entries[index];

	make_id(entry->package->short_name, name);
	snprintf(entry->id, sizeof(entry->id), "%s", name);
	for (unsigned n = 2; !is_free(entries, index, entry->id); n++)
		snprintf(entry->id, sizeof(entry->id), "%.30s-%u", name, n);
}

static const struct as_group *find_group(const struct as_package *package, const char *name)
{
	for (size_t g = 0; g < package->group_count; g++)
		if (strcmp(package->groups[g].name, name) == 0)
			return &package->groups[g];
	return NULL;
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
	const struct as_group *secret = find_group(package, "secret");
	const struct as_group *total = package->graded ? find_group(package, "data") : secret;

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

static struct entry *make_entries(const struct as_package *const *packages,
	const char *const *paths, size_t count, struct as_error *error)
{
	AS_AUTO_FREE struct entry *entries = calloc(count + 1, sizeof(*entries));

	if (!entries)
		as_error_no_memory(error);
	for (size_t i = 0; entries && i < count; i++) {
		entries[i].package = packages[i];
		entries[i].path = paths[i];
		for (size_t k = 0; k < i; k++) {
			if (strcmp(paths[k], paths[i]) != 0)
				continue;
			as_error_at(error, AS_ERROR_USAGE, paths[i], 0, 0,
				"the package is named twice; remove one");
			return NULL;
		}
		choose_id(entries, i);
		if (fill_entry(&entries[i], error))
			return NULL;
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
	      "# The deadline, with its offset from UTC. Without a deadline nothing is late.\n"
	      "#due: 2026-10-05T23:59:00+02:00\n"
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
	      "# More time for some people: an id, and the time that is added or the new "
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
	      "# true: feedback on a failure has a small input that the submission fails.\n"
	      "#counterexample: true\n"
	      "# Endings of a program that cost no points if its outputs are right.\n"
	      "#tolerate: [exit-status, shell, end-of-input]\n",
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

static int write_entry(FILE *out, const struct entry *entry, struct as_error *error)
{
	const struct as_package *package = entry->package;
	AS_AUTO_FREE char *name =
		quote(package->title ? package->title : package->short_name, error);
	AS_AUTO_FREE char *path = quote_path(entry->path, error);
	char plain[READING_MAX_ID_BYTES + 1];

	if (!name || !path)
		return -1;
	make_id(package->short_name, plain);
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
		name, path, entry->only_secret ? "    groups: [secret]\n" : "",
		AS_POINTS(entry->points_e4), as_partial_name(entry->partial));
	write_groups(out, package);
	return 0;
}

static void write_manual(FILE *out)
{
	fputs("  # An item that a person marks, in manual.csv; then correct the total above.\n"
	      "  #- id: style\n"
	      "  #  name: Style and comments\n"
	      "  #  manual: true\n"
	      "  #  points: 4\n",
		out);
}

static int write_all(FILE *out, const struct entry *entries, size_t count, struct as_error *error)
{
	const struct as_package *first = entries[0].package;
	AS_AUTO_FREE char *title = quote(count > 1      ? "Assignment"
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

char *as_scheme_write(const struct as_package *const *packages, const char *const *paths,
	size_t count, struct as_error *error)
{
	char *text = NULL;
	size_t size = 0;

	if (count == 0) {
		as_error_set(error, AS_ERROR_USAGE, "missing argument PACKAGE");
		return NULL;
	}
	AS_AUTO_FREE struct entry *entries = make_entries(packages, paths, count, error);
	FILE *out = entries ? open_memstream(&text, &size) : NULL;
	if (!out) {
		if (entries)
			as_error_no_memory(error);
		return NULL;
	}
	const int status = write_all(out, entries, count, error);
	if (fclose(out) == 0 && status == 0)
		return text;
	free(text);
	if (status == 0)
		as_error_no_memory(error);
	return NULL;
}

int as_scheme_of_packages(struct as_scheme *scheme, const struct as_package *const *packages,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE const char **paths = calloc(count + 1, sizeof(*paths));

	if (!paths)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		paths[i] = packages[i]->path;
	AS_AUTO_FREE char *text = as_scheme_write(packages, paths, count, error);
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
