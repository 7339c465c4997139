/* SPDX-License-Identifier: MIT */
/* The zone of a scheme: its times by the calendar of the class, and their order. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define DAY_S 86400
#define RIGHT_SIZE (2 * AS_TIME_SIZE + 8)

static const char *zone_name(const struct as_scheme *scheme)
{
	return scheme->of_class.zone;
}

/* ---- the offsets that are written ---- */

/* "Z" is UTC in any zone. */
static bool is_utc(const char *text)
{
	const size_t length = strlen(text);

	return length > 0 && (text[length - 1] == 'Z' || text[length - 1] == 'z');
}

/* Writes the times with this local time: one time, or two if clocks are set back, or in a gap the
 * time that clocks show instead. */
static enum as_zone_day write_right(struct as_zone *zone, int64_t local_s, char *text, size_t size)
{
	char first[AS_TIME_SIZE], last[AS_TIME_SIZE];
	int64_t first_s, last_s;
	const enum as_zone_day day = as_zone_find_local(zone, local_s, &first_s, &last_s);

	as_time_format(first_s, as_zone_offset(zone, first_s), first);
	as_time_format(last_s, as_zone_offset(zone, last_s), last);
	if (day == AS_ZONE_TWICE)
		snprintf(text, size, "%s or %s", first, last);
	else
		snprintf(text, size, "%s", last);
	return day;
}

static int refuse_offset(const struct as_scheme *scheme, const struct as_node *node,
	const char *text, int64_t local_s, struct as_error *error)
{
	char right[RIGHT_SIZE];
	const enum as_zone_day day =
		write_right(scheme->of_class.clock, local_s, right, sizeof(right));

	if (day == AS_ZONE_NEVER)
		return as_node_error(node, error,
			"'%.*s' does not exist in %s, because clocks are set forward; write %s",
			as_text_fit(text, 40), text, zone_name(scheme), right);
	return as_node_error(node, error, "'%.*s' does not have %s of %s at that time%s; write %s",
		as_text_fit(text, 40), text, day == AS_ZONE_TWICE ? "an offset" : "the offset",
		zone_name(scheme),
		day == AS_ZONE_TWICE ? ", which exists twice, because clocks are set back" : "",
		right);
}

/* True for a time without an offset; `local_s`: as if it were UTC. */
static bool is_bare(const char *text, int64_t *local_s)
{
	char utc[AS_TIME_SIZE + 8];

	return as_time_parse(text, local_s, NULL, NULL) &&
	       (size_t)snprintf(utc, sizeof(utc), "%sZ", text) < sizeof(utc) &&
	       as_time_parse(utc, local_s, NULL, NULL) == 0;
}

/* A time without an offset is a local time of the zone. It must exist exactly once. */
static int read_local(const struct as_scheme *scheme, const struct as_node *node, const char *text,
	int64_t local_s, int64_t *time_s, int32_t *offset_s, struct as_error *error)
{
	struct as_zone *clock = scheme->of_class.clock;
	char right[RIGHT_SIZE];
	int64_t last_s;
	const enum as_zone_day day = as_zone_find_local(clock, local_s, time_s, &last_s);

	if (offset_s)
		*offset_s = as_zone_offset(clock, *time_s);
	if (day == AS_ZONE_ONCE)
		return 0;
	(void)write_right(clock, local_s, right, sizeof(right));
	if (day == AS_ZONE_NEVER)
		return as_node_error(node, error,
			"%s: '%s' does not exist in %s, because clocks are set forward; write %s",
			node->key, text, zone_name(scheme), right);
	return as_node_error(node, error,
		"%s: '%s' has no offset from UTC and exists twice in %s, because clocks are set "
		"back; write %s",
		node->key, text, zone_name(scheme), right);
}

int scheme_time_read(const struct as_scheme *scheme, const struct as_node *node, int64_t *time_s,
	int32_t *offset_s, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	int64_t local_s;

	if (as_node_loose_text(node, &text, error))
		return -1;
	return scheme->of_class.clock && is_bare(text, &local_s)
		       ? read_local(scheme, node, text, local_s, time_s, offset_s, error)
		       : reading_time(node, time_s, offset_s, error);
}

/* The zone of a time: `is_new` if it is not the zone that the time was read in. `offset_s` may be
 * NULL. */
static int settle_time(const struct as_scheme *scheme, bool is_new, const struct as_node *node,
	int64_t *time_s, int32_t *offset_s, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	int64_t written_s;
	int32_t written_offset_s;

	if (as_node_loose_text(node, &text, error))
		return -1;
	if (is_bare(text, &written_s))
		return is_new ? read_local(scheme, node, text, written_s, time_s, offset_s, error)
			      : 0;
	if (reading_time(node, &written_s, &written_offset_s, error))
		return -1;
	if (is_utc(text) || as_zone_offset(scheme->of_class.clock, written_s) == written_offset_s)
		return 0;
	return refuse_offset(scheme, node, text, written_s + written_offset_s, error);
}

/* ---- the days of extensions ---- */

static int refuse_day(const struct as_scheme *scheme, const struct as_node *node,
	enum as_zone_day day, int64_t due_s, struct as_error *error)
{
	struct as_zone *zone = scheme->of_class.clock;
	char right[RIGHT_SIZE];

	(void)write_right(zone, due_s + as_zone_offset(zone, due_s), right, sizeof(right));
	return as_node_error(node, error,
		"the extension of %.*s ends at a time that %s in %s, because clocks change; write "
		"the time, such as %s",
		as_text_fit(node->key, 40), node->key,
		day == AS_ZONE_TWICE ? "exists twice" : "does not exist", zone_name(scheme), right);
}

static int check_extension(const struct as_scheme *scheme, bool is_new,
	struct as_extension *extension, const struct as_node *node, struct as_error *error)
{
	int64_t due_s;

	if (extension->is_time)
		return node->value
			       ? settle_time(scheme, is_new, node, &extension->due_s, NULL, error)
			       : 0;
	if (extension->days == 0)
		return 0;
	const enum as_zone_day day =
		as_zone_add_days(scheme->of_class.clock, scheme->due_s, extension->days, &due_s);
	return day == AS_ZONE_ONCE ? 0 : refuse_day(scheme, node, day, due_s, error);
}

int scheme_times_check(
	const struct as_scheme *scheme, const struct as_node *root, struct as_error *error)
{
	const struct as_hand_in *hand_in = &scheme->hand_in;
	const struct as_node due = as_node_child(root, "due");
	const struct as_node release = as_node_child(root, "release");

	if (scheme->has_due && hand_in->has_opens && scheme->due_s <= hand_in->opens_s)
		return as_node_error(
			&due, error, "due is not after opens; correct one of the times");
	if (scheme->has_due && hand_in->has_release && hand_in->release_s < scheme->due_s)
		return as_node_error(&release, error,
			"release is before due, when students still hand in; write a later time, "
			"or by hand");
	if (hand_in->has_opens && hand_in->has_release && hand_in->release_s <= hand_in->opens_s)
		return as_node_error(
			&release, error, "release is not after opens; correct one of the times");
	return 0;
}

static int check_times(struct as_scheme *scheme, bool is_new, struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node opens = as_node_child(&root, "opens");
	const struct as_node due = as_node_child(&root, "due");
	const struct as_node release = as_node_child(&root, "release");
	const struct as_node extensions = as_node_child(&root, "extensions");
	struct as_hand_in *hand_in = &scheme->hand_in;

	if ((hand_in->has_opens &&
		    settle_time(scheme, is_new, &opens, &hand_in->opens_s, NULL, error)) ||
		(due.value && settle_time(scheme, is_new, &due, &scheme->due_s,
				      &scheme->due_offset_s, error)) ||
		(hand_in->has_release &&
			settle_time(scheme, is_new, &release, &hand_in->release_s, NULL, error)))
		return -1;
	for (size_t i = 0; i < scheme->extensions.count; i++) {
		struct as_extension *extension = &scheme->extensions.items[i];
		const struct as_node own = as_node_child(&extensions, extension->id);
		if (check_extension(scheme, is_new, extension, &own, error))
			return -1;
	}
	return is_new ? scheme_times_check(scheme, &root, error) : 0;
}

/* ---- the zone ---- */

int scheme_zone_open(struct as_scheme *scheme, const char *name, struct as_error *error)
{
	struct as_zone *clock = as_zone_open(name, error);
	char *copy = clock ? strdup(name) : NULL;

	if (!copy) {
		as_zone_close(clock);
		return clock ? as_error_no_memory(error) : -1;
	}
	free(scheme->of_class.zone);
	as_zone_close(scheme->of_class.clock);
	scheme->of_class.zone = copy;
	scheme->of_class.clock = clock;
	return 0;
}

int as_scheme_set_zone(struct as_scheme *scheme, const char *zone, struct as_error *error)
{
	const char *old = zone_name(scheme);
	const bool is_new = zone && (!old || strcmp(zone, old) != 0);

	if (is_new && scheme_zone_open(scheme, zone, error))
		return -1;
	return scheme->of_class.clock && scheme->document ? check_times(scheme, is_new, error) : 0;
}

bool as_scheme_counts_days(const struct as_scheme *scheme)
{
	bool counts = scheme->late.exists &&
		      (scheme->late.unit_s == DAY_S || scheme->late.max_late_days > 0);

	for (size_t i = 0; i < scheme->extensions.count; i++)
		counts |= scheme->extensions.items[i].days > 0;
	return counts;
}

int32_t as_scheme_offset(const struct as_scheme *scheme, int64_t time_s)
{
	struct as_zone *clock = scheme->of_class.clock;

	return clock ? as_zone_offset(clock, time_s) : scheme->due_offset_s;
}
