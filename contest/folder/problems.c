/* SPDX-License-Identifier: MIT */
/* Problems. */
#include "reading.h"

#include <assay/base/fit.h>
#include <assay/base/points.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MAX_LABEL_BYTES 10
#define LETTER_COUNT 26
#define MIB_BYTES (UINT64_C(1) << 20)
#define KIB_BYTES (UINT64_C(1) << 10)

#define PROBLEM(member) offsetof(struct as_contest_problem, member)

/* ---- keys ---- */

static int read_label(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *label;

	if (as_node_text(node, &label, error))
		return -1;
	if (strlen(label) > MAX_LABEL_BYTES)
		return as_node_error(node, error,
			"label '%.*s' is too long for a board; use at most %d bytes, such as A",
			as_text_fit(label, 40), label, MAX_LABEL_BYTES);
	return folder_line(folder, node, member, error);
}

static int read_rgb(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *rgb;

	if (as_node_text(node, &rgb, error))
		return -1;
	const size_t digits = *rgb == '#' ? strspn(rgb + 1, "0123456789abcdefABCDEF") : 0;
	if ((digits != 3 && digits != 6) || rgb[1 + digits])
		return as_node_error(node, error,
			"rgb '%.*s' is not a colour; write # and 3 or 6 hexadecimal digits, such "
			"as '#ff0000'",
			as_text_fit(rgb, 40), rgb);
	return folder_line(folder, node, member, error);
}

/* A path, or a FILE of the Contest Package in the problem's folder. */
static int read_package(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const struct as_node first = as_node_item(node, 0);
	const struct as_node name = as_node_child(&first, "filename");

	if (json_is_string(node->value))
		return folder_line(folder, node, member, error);
	if (json_array_size(node->value) != 1 || !json_is_string(name.value))
		return as_node_error(node, error,
			"package must be a path, such as package: ../coins, or a list of one FILE "
			"object with a filename");
	if (strchr(json_string_value(name.value), '/'))
		return as_node_error(&name, error,
			"'%.*s' is not the name of a file; write the last part of its path only",
			as_text_fit(json_string_value(name.value), 60),
			json_string_value(name.value));
	if (!folder->files_dir)
		return 0;
	char **path = member;
	free(*path);
	*path = as_text_format(error, "%s/%s", folder->files_dir, json_string_value(name.value));
	return *path ? 0 : -1;
}

/* Only checks the value; order() reads it again. */
static int read_ordinal(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char text[AS_NUMBER_SIZE];
	int64_t ordinal;

	(void)member;
	if (as_node_integer(node, 0, INT32_MAX, &ordinal, error))
		return -1;
	snprintf(text, sizeof(text), "%jd", (intmax_t)ordinal);
	return folder_unique(folder, node, text, error);
}

static int read_max_score(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	struct as_contest_problem *problem = member;
	double points;

	(void)folder;
	if (as_node_number(node, &points, error))
		return -1;
	if (!as_points_to_e6(points, &problem->points_e6))
		return as_node_error(node, error,
			"max_score is %s; write a number of points from 0 to %jd",
			AS_NUMBER(points), (intmax_t)(AS_SCORE_MAX_E6 / AS_POINT_E6));
	problem->has_points = true;
	return 0;
}

static const struct folder_key keys[] = {
	{"id", folder_unused, 0, 0},
	{"uuid", folder_line, PROBLEM(uuid), 0},
	{"label", read_label, PROBLEM(label), FOLDER_TEXT},
	{"name", folder_line, PROBLEM(name), 0},
	{"ordinal", read_ordinal, 0, 0},
	{"rgb", read_rgb, PROBLEM(rgb), FOLDER_TEXT},
	{"color", folder_line, PROBLEM(color), 0},
	{"package", read_package, PROBLEM(package_path), FOLDER_TEXT},
	{"statement", folder_files, PROBLEM(files), 0},
	{"attachments", folder_files, PROBLEM(files), 0},
	{"feedback", folder_feedback, PROBLEM(feedback), 0},
	{"counterexample", folder_bool, PROBLEM(counterexample), 0},
	{"languages", folder_languages, PROBLEM(languages), 0},
	/* The package's value counts; check_limits warns about a different one. */
	{"time_limit", folder_unused, 0, 0},
	{"memory_limit", folder_unused, 0, 0},
	{"output_limit", folder_unused, 0, 0},
	{"code_limit", folder_unused, 0, 0},
	{"test_data_count", folder_unused, 0, 0},
	/* Counts if the package has no points of its own. */
	{"max_score", read_max_score, 0, 0},
};

/* ---- a problem ---- */

static int check_limit(struct folder *folder, const struct as_node *node, const char *key,
	double own, struct as_error *error)
{
	const struct as_node child = as_node_child(node, key);

	if (folder_is_absent(node, key))
		return 0;
	if (!json_is_number(child.value))
		return folder_note(
			folder, AS_FINDING_ERROR, &child, error, "%s must be a number", key);
	if (isinf(own))
		return folder_note(folder, AS_FINDING_WARNING, &child, error,
			"%s is %s, but the package's score has no maximum; remove the key", key,
			AS_NUMBER(json_number_value(child.value)));
	/* Documents are written with 15 digits. */
	if (fabs(json_number_value(child.value) - own) <= 1e-12 * fabs(own))
		return 0;
	return folder_note(folder, AS_FINDING_WARNING, &child, error,
		"%s is %s, but the package's is %s, which counts; change the package, or remove "
		"the key",
		key, AS_NUMBER(json_number_value(child.value)), AS_NUMBER(own));
}

/* Exports of other systems have these keys. Warn about a different value: ignoring it silently
 * would judge with other limits than the file says. */
static int check_limits(struct folder *folder, const struct as_node *node,
	const struct as_contest_problem *problem, struct as_error *error)
{
	const struct as_package_limits *limits = &problem->package->limits;

	if (problem->package->scoring &&
		check_limit(folder, node, "max_score", as_contest_problem_points(problem), error))
		return -1;
	return check_limit(
		       folder, node, "time_limit", (double)limits->time_limit_ns / 1e9, error) ||
			       check_limit(folder, node, "memory_limit",
				       (double)limits->memory_bytes / (double)MIB_BYTES, error) ||
			       check_limit(folder, node, "output_limit",
				       (double)limits->output_bytes / (double)MIB_BYTES, error) ||
			       check_limit(folder, node, "code_limit",
				       (double)limits->code_bytes / (double)KIB_BYTES, error)
		       ? -1
		       : 0;
}

/* Sets defaults from the contest and from the package. */
static int set_defaults(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, struct as_error *error)
{
	const struct as_contest_settings *settings = &folder->contest->settings;

	if (!problem->has_points)
		problem->points_e6 = AS_CONTEST_POINTS_E6;
	if (folder_is_absent(node, "feedback"))
		problem->feedback = settings->insight.feedback;
	if (folder_is_absent(node, "counterexample"))
		problem->counterexample = settings->insight.counterexample;
	if (!problem->languages && settings->languages &&
		!(problem->languages = as_names_copy(settings->languages, error)))
		return -1;
	if (!problem->name)
		problem->name = as_text_format(
			error, "%s", problem->package ? problem->package->title : problem->id);
	return problem->name ? 0 : -1;
}

static int check_problem(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_problem *problem = item;
	const struct as_node named = as_node_child(node, "package");
	const struct as_node label = as_node_child(node, "label");

	if (problem->label && folder_unique(folder, &label, problem->label, error))
		return -1;
	if (!problem->id)
		return 0;
	if (folder_package_open(folder, named.value ? &named : node, problem, error) ||
		(problem->package && check_limits(folder, node, problem, error)))
		return -1;
	return set_defaults(folder, node, problem, error);
}

static void clear_problem(void *item)
{
	as_package_close(((struct as_contest_problem *)item)->package);
}

const struct folder_list folder_problem_list = {.part = FOLDER_PROBLEMS,
	.noun = "problem",
	.item_bytes = sizeof(struct as_contest_problem),
	.items = offsetof(struct as_contest, problems),
	.count = offsetof(struct as_contest, problem_count),
	.keys = {keys, COUNT(keys)},
	.check = check_problem,
	.clear = clear_problem,
	.keeps_order = true};

/* ---- their order ---- */

struct place {
	int64_t ordinal;
	struct as_contest_problem problem;
};

static int compare_places(const void *left, const void *right)
{
	const int64_t a = ((const struct place *)left)->ordinal;
	const int64_t b = ((const struct place *)right)->ordinal;

	return (a > b) - (a < b);
}

static struct as_node find_node(const struct as_node *root, const char *id)
{
	for (size_t i = 0; i < json_array_size(root->value); i++) {
		const struct as_node node = as_node_item(root, i);
		const char *own = json_string_value(as_node_child(&node, "id").value);
		if (own && strcmp(own, id) == 0)
			return node;
	}
	return *root;
}

/* Sorts by `ordinal` if all problems have one; otherwise keeps the order of the file. */
static int order(struct folder *folder, const struct as_node *root, struct as_error *error)
{
	struct as_contest *contest = folder->contest;
	const size_t count = contest->problem_count;
	size_t with_ordinal = 0;

	AS_AUTO_FREE struct place *places = calloc(count + 1, sizeof(*places));
	if (!places)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node node = find_node(root, contest->problems[i].id);
		const struct as_node ordinal = as_node_child(&node, "ordinal");
		places[i].ordinal = json_integer_value(ordinal.value);
		places[i].problem = contest->problems[i];
		with_ordinal += json_is_integer(ordinal.value);
	}
	if (with_ordinal > 0 && with_ordinal < count)
		return folder_note(folder, AS_FINDING_ERROR, root, error,
			"some problems have an ordinal and some have none; give one to all, or to "
			"none");
	/* Either the ordinals are unique, or none is set and the order stays: no stable sort is
	 * needed. */
	if (with_ordinal == count)
		qsort(places, count, sizeof(*places), compare_places);
	for (size_t i = 0; i < count; i++)
		contest->problems[i] = places[i].problem;
	return 0;
}

/* "A" to "Z", then "AA". */
static char *make_label(size_t index, struct as_error *error)
{
	const char last = (char)('A' + index % LETTER_COUNT);

	if (index < LETTER_COUNT)
		return as_text_format(error, "%c", last);
	return as_text_format(
		error, "%c%c", (char)('A' + (index / LETTER_COUNT - 1) % LETTER_COUNT), last);
}

static const struct as_contest_problem *find_label(
	const struct as_contest *contest, const struct as_contest_problem *but)
{
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		if (problem != but && problem->label && strcmp(problem->label, but->label) == 0)
			return problem;
	}
	return NULL;
}

static int label_all(struct folder *folder, const struct as_node *root, struct as_error *error)
{
	struct as_contest *contest = folder->contest;

	for (size_t i = 0; i < contest->problem_count; i++) {
		struct as_contest_problem *problem = &contest->problems[i];
		if (problem->label)
			continue;
		problem->label = make_label(i, error);
		if (!problem->label)
			return -1;
		const struct as_contest_problem *other = find_label(contest, problem);
		const struct as_node node = find_node(root, problem->id);
		if (other && folder_note(folder, AS_FINDING_ERROR, &node, error,
				     "the default label of '%s' is %s, the label of '%s'; add a "
				     "label",
				     problem->id, problem->label, other->id))
			return -1;
	}
	return 0;
}

/* ---- the file ---- */

static int read_list(struct folder *folder, const struct as_node *root, struct as_error *error)
{
	struct as_contest *contest = folder->contest;

	if (folder_list_read(folder, &folder_problem_list, root, &contest->problems,
		    &contest->problem_count, error))
		return -1;
	return order(folder, root, error) || label_all(folder, root, error) ? -1 : 0;
}

int folder_problems_read(struct folder *folder, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const int status = folder_document(folder, FOLDER_PROBLEMS, &document, error);

	if (status < 0)
		return -1;
	const struct as_node root = as_node_root(&document);
	/* An empty YAML file is an empty mapping. */
	const bool is_empty = (json_is_object(root.value) || json_is_array(root.value)) &&
			      json_object_size(root.value) + json_array_size(root.value) == 0;
	if (status > 0 && !is_empty)
		return read_list(folder, &root, error);
	return folder->is_broken[FOLDER_PROBLEMS]
		       ? 0
		       : folder_add(folder, AS_FINDING_ERROR, "problems.yaml", error,
				 "the contest has no problems; write a list with an id for each");
}
