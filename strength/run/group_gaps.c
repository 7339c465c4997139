/* SPDX-License-Identifier: MIT */
/* In a scoring package a wrong program must fail the group that it is wrong in. A killed mutant
 * that keeps the points of a group is searched for an input of this group on which it fails. Most
 * such mutants are right in the group, so each search is short, and all searches share what is left
 * of the time. */
#include "gaps.h"

#include <string.h>

/* A search ends after this time if it has tried AS_STRESS_ENOUGH inputs. */
#define ENOUGH_NS INT64_C(2000000000)
#define MIN_SEARCH_NS INT64_C(1000000000)
/* A mutant is run on at most so many inputs of other gaps of the group. */
#define MAX_INPUTS 64

/* A mutant and a group whose points it keeps. */
struct pair {
	size_t program, group; /* index in the package */
	size_t killers;        /* tests of other groups that kill the mutant */
};
struct pairs {
	struct pair *items;
	size_t count;
};

static void pairs_clear(struct pairs *pairs)
{
	free(pairs->items);
}

/* ---- pairs ---- */

static bool has_points(const struct as_package *package, size_t group)
{
	return package->scoring && groups_is_lowest(package, group) &&
	       package->groups[group].has_score && package->groups[group].max_score > 0;
}

static bool keeps_points(
	const struct as_matrix *matrix, const struct as_group *group, size_t program)
{
	for (size_t test = group->first_test; test < group->first_test + group->test_count; test++)
		if (as_matrix_get(matrix, program, test) != AS_VERDICT_AC ||
			as_matrix_kills(matrix, program, test))
			return false;
	return true;
}

static int add_pairs(const struct measuring *measuring, size_t program, struct pairs *pairs,
	struct as_error *error)
{
	const struct as_package *package = measuring->package;
	const struct as_matrix *matrix = &measuring->report->matrix;

	for (size_t group = 0; group < package->group_count; group++) {
		if (!has_points(package, group) ||
			!keeps_points(matrix, &package->groups[group], program))
			continue;
		if (!as_array_reserve(pairs->items, pairs->count, error))
			return -1;
		pairs->items[pairs->count++] = (struct pair){.program = program,
			.group = group,
			.killers = as_matrix_killers(matrix, program)};
	}
	return 0;
}

/* A mutant that many tests kill is probably wrong in all groups, so it comes first. */
static int compare_pairs(const void *one, const void *other)
{
	const struct pair *a = one, *b = other;

	if (a->killers != b->killers)
		return a->killers > b->killers ? -1 : 1;
	if (a->program != b->program)
		return a->program < b->program ? -1 : 1;
	return (a->group > b->group) - (a->group < b->group);
}

static int find_pairs(
	const struct measuring *measuring, struct pairs *pairs, struct as_error *error)
{
	const struct as_strength_report *report = measuring->report;

	for (size_t i = report->own_count; i < as_strength_count_programs(report); i++)
		if (report->programs[i].state == AS_MUTANT_KILLED &&
			add_pairs(measuring, i, pairs, error))
			return -1;
	if (pairs->count)
		qsort(pairs->items, pairs->count, sizeof(*pairs->items), compare_pairs);
	return 0;
}

/* Without input validators an input of any group would be a gap of each. */
static const char *find_obstacle(const struct measuring *measuring)
{
	return measuring->report->no_search ? measuring->report->no_search
	       : as_names_count(measuring->package->input_validators)
		       ? NULL
		       : "the package has no input validators, so the groups cannot be told apart";
}

bool group_gaps_are_wanted(const struct measuring *measuring)
{
	AS_AUTO(pairs_clear) struct pairs pairs = {0};

	return !find_obstacle(measuring) && find_pairs(measuring, &pairs, NULL) == 0 &&
	       pairs.count > 0;
}

/* ---- one pair ---- */

static struct as_strength_group_gap *add_gap(
	struct measuring *measuring, const struct pair *pair, struct as_error *error)
{
	struct as_strength_group_gaps *gaps = &measuring->report->group_gaps;

	if (!as_array_reserve(gaps->items, gaps->count, error))
		return NULL;
	gaps->items[gaps->count] = (struct as_strength_group_gap){.program = pair->program,
		.group = pair->group,
		.gap.first = gaps->count,
		.gap.kills = 1};
	return &gaps->items[gaps->count++];
}

/* 1: the mutant fails on an input of another gap of the group. */
static int try_inputs(struct measuring *measuring, const struct pair *pair,
	struct as_compiled *compiled, struct as_error *error)
{
	const struct as_strength_program *programs = measuring->report->programs;
	const struct as_strength_group_gaps *gaps = &measuring->report->group_gaps;
	unsigned tried = 0;

	for (size_t i = 0; i < gaps->count && tried < MAX_INPUTS; i++) {
		struct gap_fate fate;
		if (gaps->items[i].group != pair->group || gaps->items[i].gap.first != i ||
			!gap_may_share(&programs[pair->program], &programs[gaps->items[i].program]))
			continue;
		tried++;
		if (gap_run(measuring, &gaps->items[i].gap, compiled, &fate, error))
			return -1;
		if (fate.verdict != AS_VERDICT_WA && fate.verdict != AS_VERDICT_RTE)
			continue;
		struct as_strength_group_gap *gap = add_gap(measuring, pair, error);
		if (!gap || gap_copy(&gap->gap, &gaps->items[i].gap, fate.verdict, error))
			return -1;
		gap->gap.first = i;
		gaps->items[i].gap.kills++;
		return 1;
	}
	return 0;
}

static int search(struct measuring *measuring, const struct pair *pair,
	struct as_compiled *compiled, int64_t time_ns, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	const struct as_group *group = &package->groups[pair->group];
	char *folders[] = {group->name, NULL};
	struct as_stress_order order = gap_search(measuring, compiled, time_ns);
	AS_AUTO(as_stress_report_clear) struct as_stress_report found = {0};

	order.enough_ns = ENOUGH_NS;
	order.counts_draws = false;
	order.home.like = &package->tests[group->first_test];
	order.home.folders = folders;
	if (as_stress_run(&order, &found, error))
		return -1;
	measure_note_search(measuring, &found);
	if (!found.interrupted && gap_check_original(measuring, pair->program, &found, error))
		return -1;
	if (found.outcome == AS_STRESS_DISAGREE)
		return measure_take_dispute(measuring, &found, error);
	if (found.outcome != AS_STRESS_FAILS || found.interrupted) {
		/* A search that ended before its time tried all inputs that can be made. An input
		 * that was not compared with all right solutions proves nothing. */
		const bool is_cut = found.interrupted || found.elapsed_ns >= order.time_ns;
		measuring->report->group_gaps.few +=
			found.outcome == AS_STRESS_FAILS
				? found.interrupted
				: found.tried < AS_STRESS_ENOUGH && (!found.tried || is_cut);
		return 0;
	}
	if (!found.is_validated)
		return as_error_set(error, AS_ERROR_INPUT,
			"no input validator could be run, so the groups cannot be told apart");
	struct as_strength_group_gap *gap = add_gap(measuring, pair, error);
	return gap ? gap_take(&gap->gap, &found, error) : -1;
}

/* ---- all pairs ---- */

static int search_pair(struct measuring *measuring, const struct pairs *pairs, size_t index,
	struct as_error *error)
{
	const struct pair *pair = &pairs->items[index];
	struct trial *trial = &measuring->trials[pair->program];
	const bool is_last = index + 1 == pairs->count || pair[1].program != pair->program;
	const int64_t share_ns =
		(measuring->end_ns - as_now_ns()) / (int64_t)(pairs->count - index);

	if (!trial->compiled && trial_compile_again(trial, error))
		return -1;
	const int tried = try_inputs(measuring, pair, trial->compiled, error);
	const int failed =
		tried < 0 ||
		(!tried && search(measuring, pair, trial->compiled,
				   share_ns > MIN_SEARCH_NS ? share_ns : MIN_SEARCH_NS, error));
	if (is_last)
		as_compiled_free(as_steal(trial->compiled));
	return failed ? -1 : 0;
}

static int search_pairs(
	struct measuring *measuring, const struct pairs *pairs, struct as_error *error)
{
	struct as_strength_group_gaps *gaps = &measuring->report->group_gaps;
	struct as_strength_progress *progress = &measuring->progress;
	const atomic_bool *cancel = as_engine_settings(measuring->order->engine)->cancel;
	AS_AUTO(failures_clear) struct failures failures = {0};

	progress->pair_count = pairs->count;
	for (size_t i = 0; i < pairs->count; i++) {
		struct as_error why = {0};
		if (failures_are_all(&failures, progress->pairs_searched)) {
			gaps->unsearched += pairs->count - i;
			break;
		}
		if (as_now_ns() >= measuring->end_ns || as_is_cancelled(cancel)) {
			gaps->few += pairs->count - i;
			break;
		}
		if (!search_pair(measuring, pairs, i, &why))
			progress->pairs_searched++;
		else if (failures_add(&failures, &why, error))
			return -1;
		else
			gaps->unsearched++;
		measure_show(measuring);
	}
	gaps->no_search = as_steal(failures.reason);
	return 0;
}

int measure_find_group_gaps(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_group_gaps *gaps = &measuring->report->group_gaps;
	const char *obstacle = find_obstacle(measuring);
	AS_AUTO(pairs_clear) struct pairs pairs = {0};

	if (find_pairs(measuring, &pairs, error))
		return -1;
	if (!obstacle || !pairs.count)
		return search_pairs(measuring, &pairs, error);
	gaps->unsearched = pairs.count;
	gaps->no_search = as_text_format(error, "%s", obstacle);
	return gaps->no_search ? 0 : -1;
}

/* ---- the baseline, and the document ---- */

static bool was_known(const struct measuring *measuring, const struct as_strength_group_gap *gap)
{
	const json_t *baseline = measuring->order->baseline, *group, *entry;
	const json_t *mutants = json_object_get(baseline, "mutants");
	const char *name = measuring->package->groups[gap->group].name;
	AS_AUTO_JSON json_t *key =
		baseline_key(measuring->report, &measuring->report->programs[gap->program]);
	size_t i, j;

	json_array_foreach(json_object_get(baseline, "groups"), i, group)
	{
		const char *other = json_string_value(json_object_get(group, "name"));
		if (!other || strcmp(other, name) != 0)
			continue;
		json_array_foreach(json_object_get(group, "gaps"), j, entry)
		{
			const json_t *index = json_object_get(entry, "mutant");
			if (json_is_integer(index) && json_integer_value(index) >= 0 &&
				baseline_has_key(
					json_array_get(mutants, (size_t)json_integer_value(index)),
					key))
				return true;
		}
	}
	return false;
}

void measure_mark_known_groups(struct measuring *measuring)
{
	struct as_strength_group_gaps *gaps = &measuring->report->group_gaps;

	for (size_t i = 0; i < gaps->count; i++)
		gaps->items[i].is_known = was_known(measuring, &gaps->items[i]);
}

json_t *report_group_gaps(const struct as_strength_report *report, size_t group)
{
	json_t *list = json_array();

	for (size_t i = 0; i < report->group_gaps.count; i++) {
		const struct as_strength_group_gap *item = &report->group_gaps.items[i];
		if (item->group != group)
			continue;
		json_array_append_new(list,
			json_pack("{s:I, s:o, s:s, s:I, s:b}", "mutant",
				(json_int_t)(item->program - report->own_count), "input",
				as_stress_text_json(&item->gap.input), "verdict",
				as_verdict_name(item->gap.verdict), "kills",
				(json_int_t)report->group_gaps.items[item->gap.first].gap.kills,
				"known", item->is_known));
	}
	return list;
}

json_t *report_group_searches(const struct as_strength_report *report)
{
	const struct as_strength_group_gaps *gaps = &report->group_gaps;

	return json_pack("{s:I, s:I, s:o}", "inconclusive", (json_int_t)gaps->few, "not_made",
		(json_int_t)gaps->unsearched, "reason",
		gaps->no_search ? report_text(gaps->no_search) : json_null());
}
