/* SPDX-License-Identifier: MIT */
/* The line that shows how far `assay strength` is, and the note before the first mutant. */
#include "strength.h"

#include "cli.h"

#include <assay/base/fit.h>
#include <string.h>

/* ---- the note ---- */

/* "3 h 20 min", "7 min", "12 s" */
static void write_time(int64_t time_ns, char text[32])
{
	const int64_t seconds = (time_ns + 500000000) / 1000000000;

	if (seconds >= 3600)
		snprintf(text, 32, "%d h %d min", (int)(seconds / 3600), (int)(seconds / 60 % 60));
	else if (seconds >= 100)
		snprintf(text, 32, "%d min", (int)((seconds + 30) / 60));
	else
		snprintf(text, 32, "%d s", seconds ? (int)seconds : 1);
}

/* The mutants of submissions in one language. */
static size_t count_mutants(const struct as_strength_report *report, const char *language)
{
	size_t count = 0;

	for (size_t i = 0; i < report->source_count; i++)
		if (strcmp(report->sources[i].language, language) == 0)
			count += report->sources[i].mutant_count;
	return count;
}

static void announce(const struct strength_live *live)
{
	static const char *const languages[] = {"C", "C++", "Java", "Python"};
	const struct as_strength_report *report = live->report;
	const int64_t limit_ns = live->time_ns ? live->time_ns : AS_STRENGTH_TIME_NS;
	const int64_t workers = live->workers ? live->workers : 1;
	char text[320] = "", expected[32], limit[32];
	int64_t mutants_ns = 0;
	int size = 0;

	for (size_t i = 0; i < report->source_count; i++)
		mutants_ns += (int64_t)report->sources[i].mutant_count * report->sources[i].pace_ns;
	for (size_t i = 0; i < sizeof(languages) / sizeof(*languages); i++) {
		const size_t count = count_mutants(report, languages[i]);
		if (count)
			size += snprintf(text + size, sizeof(text) - (size_t)size, "%s%zu in %s",
				size ? ", " : "", count, languages[i]);
	}
	if (report->own_count)
		size += snprintf(text + size, sizeof(text) - (size_t)size,
			"; wrong submissions: %zu", report->own_count);
	write_time((mutants_ns + report->own_pace_ns) / workers, expected);
	write_time(limit_ns, limit);
	size += snprintf(text + size, sizeof(text) - (size_t)size,
		"; expected time: %s, less for those that an earlier measurement judged", expected);
	if (mutants_ns / workers > limit_ns)
		snprintf(text + size, sizeof(text) - (size_t)size,
			"; no mutant is begun after %s (--time)", limit);
	AS_AUTO_FREE char *note = as_text_format(NULL, "mutants: %s", text);
	if (note)
		cli_note(note);
}

/* ---- the live line ---- */

static struct strength_stage stage_of(const struct as_strength_progress *now)
{
	if (now->is_checking_validators)
		return (struct strength_stage){"checking validators", 0, 1};
	if (now->gap_count)
		return (struct strength_stage){"checking new tests", now->checked, now->gap_count};
	if (now->pair_count)
		return (struct strength_stage){
			"searching for inputs of groups", now->pairs_searched, now->pair_count};
	if (now->survivor_count)
		return (struct strength_stage){
			"searching for inputs", now->searched, now->survivor_count};
	if (now->program_count)
		return (struct strength_stage){
			"compiling mutants", now->compiled, now->program_count};
	return (struct strength_stage){
		"judging accepted submissions", now->accepted, now->source_count};
}

void strength_show_progress(void *context, const struct as_strength_progress *now)
{
	struct strength_live *live = context;
	const struct strength_stage stage = stage_of(now);
	char text[128];

	if (stage.what != live->stage.what) {
		as_progress_free(as_steal(live->progress));
		if (now->program_count && !live->is_silent && live->report->mutant_count)
			announce(live);
		live->is_silent |= now->program_count > 0;
		live->progress = as_progress_new(stage.what, stage.total);
		live->stage = (struct strength_stage){.what = stage.what};
	}
	snprintf(text, sizeof(text), "judged %zu, killed %zu, gaps %zu", now->judged, now->killed,
		now->gaps);
	for (; live->stage.done < stage.done; live->stage.done++)
		as_progress_step(live->progress, text);
	as_progress_note(live->progress, text);
}
