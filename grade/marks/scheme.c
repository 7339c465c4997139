/* SPDX-License-Identifier: MIT */
/* Reads the file of a scheme; the items and the late policy have files of their own. */
#include "reading.h"

#include <fcntl.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* The values that are read before the items. */
struct draft {
	struct as_scheme *scheme;
	struct reading_defaults defaults;
	bool has_total;
};

static const char *const attempt_names[] = {
	[AS_ATTEMPT_LAST] = "last",
	[AS_ATTEMPT_BEST] = "best",
	[AS_ATTEMPT_LAST_BEFORE_DUE] = "last_before_due",
};

/* ---- keys ---- */

static int read_title(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_text(node, &((struct draft *)target)->scheme->title, error);
}

static int read_total(const struct as_node *node, void *target, struct as_error *error)
{
	struct draft *draft = target;

	draft->has_total = true;
	return reading_points(node, &draft->scheme->total_e4, error);
}

static int read_above(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->scheme->above_total, error);
}

static int read_opens(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_opens_read(node, ((struct draft *)target)->scheme, error);
}

static int read_release(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_release_read(node, ((struct draft *)target)->scheme, error);
}

static int read_hand_in(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_hand_in_read(node, ((struct draft *)target)->scheme, error);
}

static int read_attempts(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_attempts_read(node, ((struct draft *)target)->scheme, error);
}

static int read_due(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_scheme *scheme = ((struct draft *)target)->scheme;

	scheme->has_due = true;
	return scheme_time_read(scheme, node, &scheme->due_s, &scheme->due_offset_s, error);
}

/* An unknown zone is a fault of the file. That of an option replaces it. */
static int read_zone(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_scheme *scheme = ((struct draft *)target)->scheme;
	struct as_scheme unused = {0};
	struct as_error why = {0};
	const char *name;

	if (as_node_text(node, &name, error))
		return -1;
	const int failed = scheme_zone_open(scheme->of_class.zone ? &unused : scheme, name, &why);
	as_scheme_clear(&unused);
	return failed ? as_node_error(node, error, "%s", why.text) : 0;
}

static int read_path(const struct as_node *node, char **path, struct as_error *error)
{
	if (reading_text(node, path, error))
		return -1;
	return **path ? 0 : as_node_error(node, error, "an empty path; name a CSV file");
}

static int read_fill(const struct as_node *node, void *target, struct as_error *error)
{
	return read_path(node, &((struct draft *)target)->scheme->of_class.fill, error);
}

static int read_roster(const struct as_node *node, void *target, struct as_error *error)
{
	return read_path(node, &((struct draft *)target)->scheme->of_class.roster, error);
}

static bool has_parent(const char *path)
{
	for (const char *part = path; part; part = strchr(part, '/')) {
		part += *part == '/';
		if (strncmp(part, "..", 2) == 0 && (part[2] == '\0' || part[2] == '/'))
			return true;
	}
	return false;
}

/* A path that cannot leave the folder of the scheme or package. */
static int check_given(
	const struct as_node *node, char **given, size_t index, struct as_error *error)
{
	const struct as_node item = as_node_item(node, index);
	const char *path = given[index];

	if (*path == '\0' || *path == '/' || has_parent(path))
		return as_node_error(&item, error,
			"given: '%s' must be a path beneath the folder of the scheme or of a "
			"package",
			path);
	for (size_t i = 0; i < index; i++)
		if (strcmp(given[i], path) == 0)
			return as_node_error(
				&item, error, "given: '%s' is named twice; remove one", path);
	return 0;
}

static int read_given(const struct as_node *node, void *target, struct as_error *error)
{
	char ***given = &((struct draft *)target)->scheme->of_class.given;

	if (reading_words(node, given, error))
		return -1;
	for (size_t i = 0; (*given)[i]; i++)
		if (check_given(node, *given, i, error))
			return -1;
	return 0;
}

static int read_late(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_late_read(node, ((struct draft *)target)->scheme, error);
}

static int read_extensions(const struct as_node *node, void *target, struct as_error *error)
{
	return scheme_extensions_read(node, ((struct draft *)target)->scheme, error);
}

static int read_attempt(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_scheme *scheme = ((struct draft *)target)->scheme;
	size_t index;

	if (reading_word(node, attempt_names, COUNT(attempt_names), &index, error))
		return -1;
	scheme->attempt = (enum as_attempt_rule)index;
	if (scheme->attempt == AS_ATTEMPT_LAST_BEFORE_DUE && !scheme->has_due)
		return as_node_error(node, error,
			"attempt: last_before_due needs a deadline; add one, such as due: "
			"2026-10-05T23:59:00+02:00");
	return 0;
}

static int read_step(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_scheme *scheme = target;

	if (reading_points(node, &scheme->rounding_step_e4, error))
		return -1;
	if (scheme->rounding_step_e4 == 0)
		return as_node_error(
			node, error, "step must be greater than 0; write for example 0.5");
	return 0;
}

static int read_mode(const struct as_node *node, void *target, struct as_error *error)
{
	const char *const names[] = {as_rounding_mode_name(AS_ROUND_HALF_UP),
		as_rounding_mode_name(AS_ROUND_HALF_EVEN), as_rounding_mode_name(AS_ROUND_UP),
		as_rounding_mode_name(AS_ROUND_DOWN)};
	size_t index;

	if (reading_word(node, names, COUNT(names), &index, error))
		return -1;
	((struct as_scheme *)target)->rounding_mode = (enum as_rounding_mode)index;
	return 0;
}

static int read_rounding(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"step", read_step, false},
		{"mode", read_mode, false},
	};
	return as_node_read(node, keys, COUNT(keys), ((struct draft *)target)->scheme, error);
}

static int read_package(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_text(node, &((struct draft *)target)->defaults.package, error);
}

static int read_visibility(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_visibility(node, &((struct draft *)target)->defaults.visibility, error);
}

static int read_feedback(const struct as_node *node, void *target, struct as_error *error)
{
	struct draft *draft = target;

	return scheme_feedback_read(node, &draft->scheme->hand_in, &draft->defaults, error);
}

static int read_counterexample(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->defaults.counterexample, error);
}

static int read_tolerate(const struct as_node *node, void *target, struct as_error *error)
{
	struct reading_defaults *defaults = &((struct draft *)target)->defaults;

	defaults->tolerate_key = AS_TOLERATE_KEY_SCHEME;
	return reading_tolerate(node, &defaults->tolerate, error);
}

static int read_items(const struct as_node *node, void *target, struct as_error *error)
{
	struct draft *draft = target;

	return scheme_items_read(node, &draft->defaults, draft->scheme, error);
}

/* ---- rules about several keys ---- */

static int check_sum(const struct draft *draft, const struct as_node *root, struct as_error *error)
{
	struct as_scheme *scheme = draft->scheme;
	const struct as_node items = as_node_child(root, "items");
	const struct as_node total = as_node_child(root, "total");
	int64_t sum_e4 = 0;

	for (size_t i = 0; i < scheme->item_count; i++)
		*(scheme->items[i].bonus ? &scheme->bonus_e4 : &sum_e4) +=
			scheme->items[i].points_e4;
	if (sum_e4 > AS_POINTS_MAX_E4 || scheme->bonus_e4 > AS_POINTS_MAX_E4)
		return as_node_error(&items, error,
			"the points of the items add up to more than a million; write smaller "
			"ones");
	if (draft->has_total && scheme->total_e4 != sum_e4)
		return as_node_error(&total, error,
			"total is %s, but the points of the items add up to %s; correct one of "
			"them",
			AS_POINTS(scheme->total_e4), AS_POINTS(sum_e4));
	scheme->total_e4 = sum_e4;
	return 0;
}

/* Otherwise rounding could change the greatest mark. */
static int check_rounding(
	struct as_scheme *scheme, const struct as_node *root, struct as_error *error)
{
	const struct as_node rounding = as_node_child(root, "rounding");
	const struct as_node step = as_node_child(&rounding, "step");

	if (!step.value)
		scheme->rounding_step_e4 = as_rounding_step(scheme->total_e4);
	if (scheme->total_e4 % scheme->rounding_step_e4 == 0)
		return 0;
	return as_node_error(&step, error,
		"the total of %s is not a multiple of the rounding step %s; choose a step that "
		"divides it, such as 0.0001",
		AS_POINTS(scheme->total_e4), AS_POINTS(scheme->rounding_step_e4));
}

static int check_visibilities(
	const struct as_scheme *scheme, const struct as_node *root, struct as_error *error)
{
	const struct as_node items = as_node_child(root, "items");

	for (size_t i = 0; !scheme->has_due && i < scheme->item_count; i++) {
		const struct as_node item = as_node_item(&items, i);
		const struct as_node own = as_node_child(&item, "visibility");
		const struct as_node common = as_node_child(root, "visibility");
		if (scheme->items[i].visibility == AS_VISIBILITY_AFTER_DUE_DATE)
			return as_node_error(own.value ? &own : &common, error,
				"visibility: after_due_date needs a deadline; add one, such as "
				"due: 2026-10-05T23:59:00+02:00");
	}
	return 0;
}

/* ---- the file ---- */

static int read_root(struct as_scheme *scheme, struct as_error *error)
{
	/* The deadline and the defaults come before the keys that depend on them. */
	static const struct as_node_key keys[] = {
		{"title", read_title, false},
		{"total", read_total, false},
		{"above_total", read_above, false},
		{"zone", read_zone, false},
		{"fill", read_fill, false},
		{"roster", read_roster, false},
		{"given", read_given, false},
		{"opens", read_opens, false},
		{"due", read_due, false},
		{"release", read_release, false},
		{"late", read_late, false},
		{"extensions", read_extensions, false},
		{"attempt", read_attempt, false},
		{"attempts", read_attempts, false},
		{"hand_in", read_hand_in, false},
		{"rounding", read_rounding, false},
		{"package", read_package, false},
		{"visibility", read_visibility, false},
		{"feedback", read_feedback, false},
		{"counterexample", read_counterexample, false},
		{"tolerate", read_tolerate, false},
		{"items", read_items, true},
	};
	const struct as_node root = as_node_root(scheme->document);
	struct draft draft = {.scheme = scheme,
		.defaults = {.visibility = AS_VISIBILITY_VISIBLE, .feedback = AS_FEEDBACK_SAMPLES}};

	if (as_node_read(&root, keys, COUNT(keys), &draft, error) ||
		scheme_times_check(scheme, &root, error) || check_sum(&draft, &root, error) ||
		check_rounding(scheme, &root, error))
		return -1;
	return check_visibilities(scheme, &root, error);
}

/* Takes ownership of the document. */
static int read_document(struct as_scheme *scheme, const char *path, const char *zone,
	struct as_document *document, struct as_error *error)
{
	struct as_scheme draft = {
		.rounding_mode = AS_ROUND_HALF_UP, .document = document, .path = strdup(path)};
	int status = draft.path ? 0 : as_error_no_memory(error);

	scheme_hand_in_init(&draft.hand_in);

	if (!status && zone)
		status = scheme_zone_open(&draft, zone, error);
	if (!status)
		status = read_root(&draft, error);
	if (status)
		as_scheme_clear(&draft);
	else
		*scheme = draft;
	return status;
}

int as_scheme_load(
	struct as_scheme *scheme, const char *path, const char *zone, struct as_error *error)
{
	struct as_document *document = calloc(1, sizeof(*document));

	if (!document)
		return as_error_no_memory(error);
	if (as_document_load(document, AT_FDCWD, path, path, error)) {
		free(document);
		return -1;
	}
	return read_document(scheme, path, zone, document, error);
}

int as_scheme_parse(struct as_scheme *scheme, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	struct as_document *document = calloc(1, sizeof(*document));

	if (!document)
		return as_error_no_memory(error);
	if (as_document_parse_yaml(document, name, text, size, error)) {
		free(document);
		return -1;
	}
	return read_document(scheme, name, NULL, document, error);
}

void scheme_item_clear(struct as_item *item)
{
	free(item->id);
	free(item->name);
	free(item->about);
	free(item->needs);
	as_names_free(item->groups);
	as_names_free(item->tests);
	as_item_scope_free(item->scope);
}

void as_scheme_clear(struct as_scheme *scheme)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		scheme_item_clear(&scheme->items[i]);
	for (size_t i = 0; i < scheme->package_count; i++)
		free(scheme->packages[i]);
	for (size_t i = 0; i < scheme->extensions.count; i++)
		free(scheme->extensions.items[i].id);
	free(scheme->items);
	free(scheme->packages);
	free(scheme->extensions.items);
	free(scheme->of_class.zone);
	free(scheme->of_class.fill);
	free(scheme->of_class.roster);
	as_names_free(scheme->of_class.given);
	scheme_hand_in_clear(&scheme->hand_in);
	as_zone_close(scheme->of_class.clock);
	free(scheme->title);
	free(scheme->path);
	if (scheme->document)
		as_document_clear(scheme->document);
	free(scheme->document);
	*scheme = (struct as_scheme){0};
}

/* ---- its packages ---- */

char *as_scheme_package_path(const struct as_scheme *scheme, size_t package, struct as_error *error)
{
	return as_scheme_path(scheme, scheme->packages[package], error);
}

char *as_scheme_path(const struct as_scheme *scheme, const char *written, struct as_error *error)
{
	const char *slash = strrchr(scheme->path, '/');

	if (written[0] == '/' || !slash)
		return as_text_format(error, "%s", written);
	return as_text_format(error, "%.*s/%s", (int)(slash - scheme->path), scheme->path, written);
}

int as_scheme_given_error(
	const struct as_scheme *scheme, size_t given, const char *text, struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node list = as_node_child(&root, "given");
	const struct as_node item = as_node_item(&list, given);

	return as_node_error(&item, error, "given: '%s' %s", scheme->of_class.given[given], text);
}

int as_scheme_package_error(const struct as_scheme *scheme, size_t package,
	const struct as_error *why, struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node items = as_node_child(&root, "items");
	const struct as_node common = as_node_child(&root, "package");
	char text[sizeof(why->text) + sizeof(why->where)];

	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_node item = as_node_item(&items, i);
		const struct as_node own = as_node_child(&item, "package");
		if (scheme->items[i].package != package)
			continue;
		struct as_error place = {0};
		as_node_error(own.value ? &own : &common, &place, "package: %s",
			as_error_format(why, text, sizeof(text)));
		return as_error_at(error, why->kind == AS_ERROR_USAGE ? AS_ERROR_INPUT : why->kind,
			place.where, place.line, place.column, "%s", place.text);
	}
	return as_error_set(error, AS_ERROR_INTERNAL, "package %zu is in no item", package);
}

bool as_scheme_has_manual(const struct as_scheme *scheme)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].kind == AS_ITEM_MANUAL)
			return true;
	return false;
}
