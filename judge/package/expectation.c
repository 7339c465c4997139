/* SPDX-License-Identifier: MIT */
/* The folders of submissions, and the verdicts that each expects (2025-09 and legacy, "Example
 * submissions"). */
#include "read.h"
#include <assay/package/expectation.h>

#include <string.h>

#define AC AS_VERDICT_BIT(AS_VERDICT_AC)
#define WA AS_VERDICT_BIT(AS_VERDICT_WA)
#define TLE AS_VERDICT_BIT(AS_VERDICT_TLE)
#define RTE AS_VERDICT_BIT(AS_VERDICT_RTE)
#define ALL AS_VERDICTS_OF_TESTS

struct folder {
	const char *name;
	unsigned permitted, required;
	enum as_time_use time_use;
	unsigned overall;
	bool below_full_score;
};

static const struct folder newer[] = {
	{"accepted", AC, ALL, AS_TIME_BY_VERDICTS, 0, false},
	{"rejected", ALL, RTE | TLE | WA, AS_TIME_BY_VERDICTS, 0, false},
	{"wrong_answer", AC | WA, WA, AS_TIME_BY_VERDICTS, 0, false},
	{"time_limit_exceeded", AC | TLE, TLE, AS_TIME_BY_VERDICTS, 0, false},
	{"run_time_error", AC | RTE, RTE, AS_TIME_BY_VERDICTS, 0, false},
	{"brute_force", AC | RTE | TLE, RTE | TLE, AS_TIME_BY_VERDICTS, 0, false},
	/* Of the draft, in scoring packages; last, so that it can be left out. */
	{"partially_accepted", ALL, ALL, AS_TIME_UNUSED, 0, true},
};

static const struct folder legacy[] = {
	{"accepted", AC, ALL, AS_TIME_LOWER, 0, false},
	{"wrong_answer", AC | WA, WA, AS_TIME_UNUSED, 0, false},
	{"time_limit_exceeded", AC | WA | TLE, TLE, AS_TIME_UPPER, 0, false},
	{"run_time_error", ALL, RTE, AS_TIME_UNUSED, 0, false},
};

/* If graders determine the verdict, an accepted submission may fail a test. */
static const struct folder legacy_scoring[] = {
	{"accepted", ALL, ALL, AS_TIME_LOWER, AC, false},
	{"partially_accepted", ALL, ALL, AS_TIME_UNUSED, AC, true},
	{"wrong_answer", AC | WA, WA, AS_TIME_UNUSED, 0, false},
	{"time_limit_exceeded", AC | WA | TLE, TLE, AS_TIME_UPPER, 0, false},
	{"run_time_error", ALL, RTE, AS_TIME_UNUSED, 0, false},
};

static int add_folder(
	struct as_expectations *expectations, const struct folder *folder, struct as_error *error)
{
	struct as_expectation *item = &expectations->items[expectations->count++];

	*item = (struct as_expectation){.of_format = true,
		.submissions = strdup(folder->name),
		.requirements = calloc(1, sizeof(*item->requirements))};
	if (!item->submissions || !item->requirements)
		return as_error_no_memory(error);
	item->count = 1;
	item->requirements[0] = (struct as_requirement){.permitted = folder->permitted,
		.required = folder->required,
		.time_use = folder->time_use,
		.overall = folder->overall,
		.below_full_score = folder->below_full_score};
	return as_glob_parse(&item->glob, folder->name, error);
}

int as_expectations_init(struct as_expectations *expectations, enum as_format format, bool scoring,
	struct as_error *error)
{
	bool is_legacy = format == AS_FORMAT_LEGACY;
	bool knows_part = format == AS_FORMAT_2023_07_DRAFT && scoring;
	const struct folder *folders = !is_legacy ? newer : scoring ? legacy_scoring : legacy;
	size_t count = !is_legacy ? sizeof(newer) / sizeof(*newer) - !knows_part
		       : scoring  ? sizeof(legacy_scoring) / sizeof(*legacy_scoring)
				  : sizeof(legacy) / sizeof(*legacy);

	*expectations =
		(struct as_expectations){.items = calloc(count, sizeof(*expectations->items))};
	if (!expectations->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (add_folder(expectations, &folders[i], error))
			return -1;
	return 0;
}

/* DOMjudge has only an overall verdict, and allows a score with any verdict. */
static void expect_whole(struct as_expectations *expectations, const struct as_package *package)
{
	static const struct {
		const char *name;
		unsigned overall;
	} folders[] = {{"accepted", AC}, {"partially_accepted", 0}, {"wrong_answer", WA},
		{"time_limit_exceeded", TLE}, {"run_time_error", RTE}};

	for (size_t i = 0; i < expectations->count; i++) {
		struct as_expectation *item = &expectations->items[i];
		size_t k = 0;
		while (k < sizeof folders / sizeof *folders &&
			strcmp(folders[k].name, item->submissions) != 0)
			k++;
		if (k == sizeof folders / sizeof *folders)
			continue;
		if (folders[k].overall && !package->domjudge_scores)
			continue;
		item->requirements[0].overall = folders[k].overall;
		item->requirements[0].permitted = item->requirements[0].required = ALL;
	}
}

int as_expectations_load(struct as_expectations *expectations, const struct as_package *package,
	struct as_error *error)
{
	static const char path[] = "submissions/submissions.yaml";
	AS_AUTO_DOCUMENT struct as_document document = {0};
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *name = as_text_format(error, "%s/%s", package->path, path);

	if (!name || as_expectations_init(expectations, package->format, package->scoring, error))
		return -1;
	if (package->keeps_scores)
		expect_whole(expectations, package);
	/* It may be a link to another file of the package. */
	if (as_tree_find(&package->tree, path, &type, &real, error))
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	if (as_document_load(&document, package->tree.fd, real, name, error))
		return -1;
	return as_expectations_add(expectations, &document, error);
}

static void requirement_clear(struct as_requirement *requirement)
{
	free(requirement->tests);
	free(requirement->message);
	as_glob_clear(&requirement->tests_glob);
}

void as_expectations_clear(struct as_expectations *expectations)
{
	for (size_t i = 0; i < expectations->count; i++) {
		struct as_expectation *item = &expectations->items[i];
		for (size_t k = 0; k < item->count; k++)
			requirement_clear(&item->requirements[k]);
		free(item->requirements);
		free(item->submissions);
		free(item->language);
		free(item->entrypoint);
		as_glob_clear(&item->glob);
	}
	free(expectations->items);
	*expectations = (struct as_expectations){0};
}

bool as_expectations_know(const struct as_expectations *expectations, const char *folder)
{
	for (size_t i = 0; i < expectations->count; i++)
		if (expectations->items[i].of_format &&
			strcmp(expectations->items[i].submissions, folder) == 0)
			return true;
	return false;
}

bool as_expectations_is_model(const struct as_expectations *expectations, const char *path)
{
	for (size_t i = 0; i < expectations->count; i++)
		if (expectations->items[i].model_solution &&
			as_glob_covers(&expectations->items[i].glob, path))
			return true;
	return false;
}

/* A later pattern is usually more specific. DOMjudge's own file is for packages without
 * submissions.yaml. */
struct as_expected_start as_expectations_start(const struct as_expectations *expectations,
	const struct as_package *package, const char *path)
{
	const char *name = path + strlen("submissions/");
	struct as_expected_start start = {0};

	for (size_t i = 0; i < expectations->count; i++) {
		const struct as_expectation *item = &expectations->items[i];
		if (!as_glob_covers(&item->glob, name))
			continue;
		start.language = item->language ? item->language : start.language;
		start.entry_point = item->entrypoint ? item->entrypoint : start.entry_point;
	}
	if (!start.entry_point)
		start.entry_point = as_text_map_get(&package->entry_points, path);
	return start;
}

struct as_expected_start as_expectations_start_at(const struct as_expectations *expectations,
	const struct as_package *package, const char *path)
{
	size_t length = strlen(package->folder);

	while (length > 1 && package->folder[length - 1] == '/')
		length--;
	if (strncmp(path, package->folder, length) != 0 || path[length] != '/')
		return (struct as_expected_start){0};
	path += length + strspn(path + length, "/");
	if (strncmp(path, "submissions/", strlen("submissions/")) != 0)
		return (struct as_expected_start){0};
	return as_expectations_start(expectations, package, path);
}

static bool is_wrong_only(const struct as_requirement *requirement)
{
	return !(as_requirement_permitted(requirement) & AC) ||
	       !(as_requirement_required(requirement) & AC) ||
	       (requirement->overall && !(requirement->overall & AC)) ||
	       requirement->below_full_score;
}

static bool is_slow_once(const struct as_requirement *requirement)
{
	return as_requirement_required(requirement) == AS_VERDICT_BIT(AS_VERDICT_TLE);
}

static bool have_one(const struct as_expectations *expectations, const char *path,
	bool (*holds)(const struct as_requirement *requirement))
{
	for (size_t i = 0; i < expectations->count; i++) {
		const struct as_expectation *item = &expectations->items[i];
		if (!as_glob_covers(&item->glob, path + strlen("submissions/")))
			continue;
		for (size_t k = 0; k < item->count; k++)
			if (holds(&item->requirements[k]))
				return true;
	}
	return false;
}

bool as_expectations_is_wrong(const struct as_expectations *expectations, const char *path)
{
	return have_one(expectations, path, is_wrong_only);
}

bool as_expectations_is_slow(const struct as_expectations *expectations, const char *path)
{
	return have_one(expectations, path, is_slow_once);
}

unsigned as_requirement_permitted(const struct as_requirement *requirement)
{
	/* An explicit `lower` is the requirement itself; legacy folders have their own. */
	return requirement->time_use == AS_TIME_LOWER ? requirement->permitted & (AC | WA | RTE)
						      : requirement->permitted;
}

unsigned as_requirement_required(const struct as_requirement *requirement)
{
	return requirement->time_use == AS_TIME_UPPER ? TLE : requirement->required;
}

enum as_time_use as_requirement_time_use(const struct as_requirement *requirement)
{
	if (requirement->time_use != AS_TIME_BY_VERDICTS)
		return requirement->time_use;
	if (!(requirement->permitted & TLE))
		return AS_TIME_LOWER;
	return requirement->required == TLE ? AS_TIME_UPPER : AS_TIME_UNUSED;
}

bool as_requirement_covers(const struct as_requirement *requirement, const char *test)
{
	return !requirement->tests || as_glob_covers(&requirement->tests_glob, test);
}
