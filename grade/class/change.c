/* SPDX-License-Identifier: MIT */
/* Finds how the marks that count would change, and why. */
#include "state.h"

#include <string.h>

void as_class_clear_changes(struct as_class *class)
{
	for (size_t i = 0; i < class->changes.count; i++) {
		free((char *)class->changes.items[i].id);
		free((char *)class->changes.items[i].item);
		free((char *)class->changes.items[i].why);
	}
	free(class->changes.items);
	class->changes = (struct as_class_changes_list){0};
}

const struct as_class_change *as_class_changes(const struct as_class *class, size_t *count)
{
	*count = class->changes.count;
	return class->changes.items;
}

/* ---- reasons ---- */

/* Reasons, joined with "; ". */
struct reasons {
	char text[1024];
	size_t length;
};

static void add_reason(struct reasons *reasons, const char *format, ...) AS_PRINTF(2, 3);
static void add_reason(struct reasons *reasons, const char *format, ...)
{
	char one[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(one, sizeof(one), format, arguments);
	va_end(arguments);
	if (strstr(reasons->text, one) || reasons->length >= sizeof(reasons->text))
		return;
	reasons->length += (size_t)snprintf(reasons->text + reasons->length,
		sizeof(reasons->text) - reasons->length, "%s%s", reasons->length ? "; " : "", one);
}

static bool is_other(const char *before, const char *now)
{
	return strcmp(before ? before : "", now ? now : "") != 0;
}

/* "compiler of python3: Python 3.11.4, was Python 3.11.2" */
static void explain_compiler(
	struct reasons *reasons, const struct as_class *class, const char *language)
{
	const char *before = as_text_map_get(&class->reg.compilers, language);
	const char *now = as_text_map_get(class->config.compilers, language);

	if (before && now && strcmp(before, now) != 0)
		add_reason(reasons, "compiler of %s: %s, was %s", language, now, before);
	else
		add_reason(reasons, "compiler of %s changed", language);
}

static void explain_work(struct reasons *reasons, const struct as_class *class,
	const struct as_class_work *before, const struct as_class_work *now)
{
	const size_t begin = reasons->length;

	if (is_other(before->files, now->files))
		add_reason(reasons, "submission changed");
	if (is_other(before->package_digest, now->package_digest))
		add_reason(reasons, "package %s changed", now->package);
	if (is_other(before->language, now->language))
		add_reason(reasons, "language: %s, was %s", now->language ? now->language : "none",
			before->language ? before->language : "none");
	else if (now->language && is_other(before->compiler, now->compiler))
		explain_compiler(reasons, class, now->language);
	if (is_other(before->version, now->version))
		add_reason(reasons, "assay %s, was %s", now->version ? now->version : "?",
			before->version ? before->version : "?");
	if (is_other(before->limits, now->limits))
		add_reason(reasons, "limits changed");
	if (is_other(before->sandbox, now->sandbox))
		add_reason(reasons, "isolation of this machine changed");
	if (is_other(before->worker, now->worker))
		add_reason(reasons, "judged by %s, before by %s",
			now->worker ? now->worker : "this machine",
			before->worker ? before->worker : "this machine");
	if (before->job != now->job && !now->worker && !before->worker &&
		is_other(class->reg.machine, class->config.machine))
		add_reason(reasons, "machine: %s, was %s", class->config.machine,
			class->reg.machine ? class->reg.machine : "unknown");
	if (reasons->length == begin && before->job != now->job)
		add_reason(reasons, "judged again");
	else if (reasons->length == begin && before->lenient_job != now->lenient_job)
		add_reason(reasons, "also judged leniently");
}

static void explain_works(struct reasons *reasons, const struct as_class *class,
	const struct as_class_row *before, const struct as_class_row *now)
{
	for (size_t i = 0; i < now->work_count; i++) {
		const struct as_class_work *work = &now->works[i];
		size_t j = 0;
		while (j < before->work_count && is_other(before->works[j].package, work->package))
			j++;
		if (j < before->work_count)
			explain_work(reasons, class, &before->works[j], work);
		else
			add_reason(reasons, "submission for %s is new", work->package);
	}
	if (now->work_count < before->work_count)
		add_reason(reasons, "submission missing");
}

static void explain(struct reasons *reasons, const struct as_class *class,
	const struct as_class_row *before, const struct as_class_row *now)
{
	explain_works(reasons, class, before, now);
	if (is_other(before->scheme, now->scheme))
		add_reason(reasons, "scheme changed");
	if (before->time_known != now->time_known || before->time_s != now->time_s)
		add_reason(reasons, "time of submission changed");
}

static bool is_manual(enum as_mark_state state)
{
	return state == AS_MARK_GIVEN || state == AS_MARK_NEEDS_PERSON;
}

static void explain_mark(struct reasons *reasons, const struct as_class_mark *before,
	const struct as_class_mark *now)
{
	if (before->overridden != now->overridden ||
		(now->overridden && before->raw_e4 == now->raw_e4))
		add_reason(reasons, "overrides.csv changed");
	if (is_manual(now->state) && before->raw_e4 != now->raw_e4)
		add_reason(reasons, "manual.csv changed");
	else if (is_manual(before->state) && before->state != now->state)
		add_reason(reasons, "manual.csv changed");
}

/* ---- changes ---- */

static bool is_open(const struct as_class_mark *mark)
{
	return !mark->overridden && as_mark_state_is_open(mark->state);
}

static int add_change(struct as_class *class, const struct as_class_row *before,
	const struct as_class_change *change, struct as_error *error)
{
	struct as_class_change *items =
		reallocarray(class->changes.items, class->changes.count + 1, sizeof(*items));

	if (!items)
		return as_error_no_memory(error);
	class->changes.items = items;
	struct as_class_change *added = &items[class->changes.count];
	*added = *change;
	added->id = strdup(before->id);
	added->item = strdup(change->item);
	added->why = strdup(*change->why ? change->why : "unknown");
	class->changes.count++;
	return added->id && added->item && added->why ? 0 : as_error_no_memory(error);
}

static const struct as_class_mark *find_mark(const struct as_class_row *row, const char *item)
{
	for (size_t i = 0; i < row->mark_count; i++)
		if (strcmp(row->marks[i].item, item) == 0)
			return &row->marks[i];
	return NULL;
}

/* 1: the mark would change. */
static int compare_mark(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, const struct as_class_mark *mark, struct as_error *error)
{
	static const struct as_class_mark none = {.state = AS_MARK_NOT_JUDGED};
	const struct as_class_mark *found = find_mark(now, mark->item);
	const struct as_class_mark *fresh = found ? found : &none;
	struct reasons reasons = {0};

	if (is_open(mark) || (!is_open(fresh) && fresh->mark_e4 == mark->mark_e4))
		return 0;
	explain(&reasons, class, before, now);
	if (found)
		explain_mark(&reasons, mark, found);
	const struct as_class_change change = {.item = mark->item,
		.is_open = is_open(fresh),
		.before_e4 = mark->mark_e4,
		.now_e4 = fresh->mark_e4,
		.why = reasons.text};
	return add_change(class, before, &change, error) ? -1 : 1;
}

/* True if a mark was found that was missing before: then the total that was incomplete grows. */
static bool gains_mark(const struct as_class_row *before, const struct as_class_row *now)
{
	for (size_t i = 0; i < now->mark_count; i++) {
		const struct as_class_mark *old = find_mark(before, now->marks[i].item);
		if (!is_open(&now->marks[i]) && (!old || is_open(old)))
			return true;
	}
	return false;
}

bool as_class_has_total(const struct as_class_row *row)
{
	bool has_mark = row->total.complete || !row->mark_count;

	for (size_t i = 0; i < row->mark_count; i++)
		has_mark |= !is_open(&row->marks[i]);
	return has_mark;
}

static int compare_total(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error)
{
	const struct as_class_total *old = &before->total, *new = &now->total;
	struct reasons reasons = {0};

	if (old->total_e4 == new->total_e4 || !as_class_has_total(before) ||
		(!old->complete && gains_mark(before, now)))
		return 0;
	explain(&reasons, class, before, now);
	if (old->overridden != new->overridden || (old->overridden && new->overridden))
		add_reason(&reasons, "overrides.csv changed");
	const struct as_class_change change = {.item = "total",
		.before_e4 = old->total_e4,
		.now_e4 = new->total_e4,
		.why = reasons.text};
	return add_change(class, before, &change, error);
}

int as_class_compare(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error)
{
	bool changes = false;

	for (size_t i = 0; i < before->mark_count; i++) {
		const int changed = compare_mark(class, before, now, &before->marks[i], error);
		if (changed < 0)
			return -1;
		changes |= changed;
	}
	return changes ? 0 : compare_total(class, before, now, error);
}
