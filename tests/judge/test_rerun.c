/* SPDX-License-Identifier: MIT */
/*
 * Which tests are run again, by table. A run is a word: its share of the limit in percent, then the
 * letter of its verdict: A, W, J, R for RTE, K for an RTE by a kill. T follows from a share over
 * 100. A ~ marks a disturbed run, a ? one with unknown usage. "s" before the number: it is the
 * share of the wall limit, and the CPU time is 0. The table has the number of runs that are made,
 * and the one that counts.
 */
#include "rerun.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#define LIMIT_NS INT64_C(1000000000)
#define WALL_NS INT64_C(3000000000)

static const struct {
	const char *what;
	const char *runs;    /* all possible runs, in order */
	const char *counted; /* the runs that are made, and the one that counts */
	unsigned max;
} cases[] = {
	/* Rules 1 and 2: decided by one run. */
	{"one run far below the limit is AC", "85A", "1: 85A", 4},
	{"also if it was disturbed", "85A~", "1: 85A~", 4},
	{"far over the limit and undisturbed is TLE", "151T", "1: 151T", 4},
	{"WA is final at any share of the limit", "99W~", "1: 99W~", 4},
	{"an RTE is final", "99R", "1: 99R", 4},
	{"sleeping far beyond the wall limit is TLE", "s111T", "1: s111T", 4},
	/* An AC near the limit. */
	{"AC near the limit: one rerun confirms it", "95A 94A", "2: 94A", 4},
	{"90 percent is near the limit", "90A 91A", "2: 90A", 4},
	{"also near the wall limit", "s95A s94A", "2: s95A", 4},
	{"two undisturbed reruns over the limit make it TLE", "99A 101T 102T", "3: 101T", 4},
	{"one does not", "99A 101T 98A", "3: 98A", 4},
	{"disturbed reruns over the limit are inconclusive", "99A 120T~ 120T~ 120T~ 120T~",
		"4: 99A", 4},
	{"two undisturbed ones do, also with disturbed ones between", "99A 101T 130T~ 130T~ 102T",
		"5: 101T", 4},
	{"a rerun with WA does not change the AC", "95A 94W", "2: 95A", 4},
	/* A TLE near the limit, or disturbed. */
	{"TLE near the limit: four reruns confirm it", "101T 102T 149T 104T 105T", "5: 101T", 6},
	{"also if one of the first was within the limit", "101T 102T 103T 104T 99A 98A", "6: 98A",
		6},
	{"disturbed reruns are not among the four", "149T 102T~ 102T~ 104T 105T 101T~ 102T",
		"6: 104T", 6},
	{"one undisturbed rerun far over the limit confirms it", "101T 151T", "2: 101T", 4},
	{"two reruns within the limit make it AC", "101T 99A 98A", "3: 98A", 4},
	{"one rerun within the limit does not", "101T 50A 102T 103T 104T", "5: 101T", 4},
	{"two of four reruns within the limit do", "101T 99A 102T 103T 98A", "5: 98A", 4},
	{"a disturbed run far over the limit is run again", "151T~ 85A 86A", "3: 85A", 4},
	{"and is TLE if the next is undisturbed", "151T~ 151T", "2: 151T", 4},
	{"always disturbed and always over the limit stays TLE", "111T~ 111T~ 111T~ 111T~ 111T~",
		"4: 111T~", 4},
	{"disturbed reruns over the limit do not outvote two within it",
		"111T~ 111T~ 111T~ 85A~ 86A~", "5: 85A~", 4},
	{"the undisturbed run counts, although it used more", "101T 85A~ 86A", "3: 86A", 4},
	{"a sleeping run near the wall limit is run again", "s101T s99A s98A", "3: s99A", 4},
	{"beyond twice the limit it is TLE, even if disturbed", "111T~ 201T~", "2: 111T~", 4},
	{"but that does not change an AC", "99A 201T~ 202T~ 203T~", "4: 99A", 4},
	{"two reruns with WA within the limit make it WA", "101T 98W 97W", "3: 97W", 4},
	{"a rerun with WA and one with AC make it WA", "101T 98W 90A", "3: 98W", 4},
	{"in either order", "101T 90A 98W", "3: 98W", 4},
	{"two reruns with unknown usage are enough", "s111T~? s111T~?", "2: s111T~?", 10},
	{"also with a rerun within the limit between them", "s111T~? s95A s111T~?", "3: s111T~?",
		10},
	/* A kill. */
	{"a second kill confirms the first", "20K 30K", "2: 20K", 4},
	{"one AC between the kills changes nothing", "30K 85A 20K", "3: 20K", 4},
	{"two equal reruns show that the kill came from outside", "20K 85A 84A", "3: 84A", 4},
	{"also if both are WA", "20K 30W 20W", "3: 20W", 4},
	{"also if both are another RTE", "20K 30R 20R", "3: 20R", 4},
	{"also if both are TLE", "20K 150T 115T", "3: 115T", 4},
	{"two different reruns are not enough", "20K 85A 84W 83A", "4: 83A", 4},
	{"one rerun is not enough", "20K 85A 84W", "3: 20K", 2},
	{"nor is a disturbed rerun over the limit", "20K 150T~ 150T~ 150T~ 150T~", "4: 20K", 4},
	{"two AC reruns after a disturbed one are enough", "20K 150T~ 85A 86A", "4: 85A", 4},
	{"one permitted rerun cannot change a kill", "20K", "1: 20K", 1},
	{"without reruns a kill is final", "20K", "1: 20K", 0},
	{"a killed rerun is inconclusive for an AC", "99A 20K 98A", "3: 98A", 4},
	{"and for a TLE", "101T 20K 99A 98A", "4: 98A", 4},
	{"but it is counted", "101T 20K 99A 20K 102T", "5: 101T", 4},
	{"a judging error after a kill is the verdict", "20K 0J", "2: 0J", 4},
	/* The number of runs. */
	{"without permitted reruns there are none", "101T", "1: 101T", 0},
	{"one permitted rerun cannot change a verdict", "101T", "1: 101T", 1},
	{"nor one of AC", "99A", "1: 99A", 1},
	{"two can", "101T 99A 99A", "3: 99A", 2},
	{"after a TLE at most two of two permitted reruns", "101T 102T", "2: 101T", 2},
	{"many reruns can be requested", "111T~ 111T~ 111T~ 111T~ 111T~ 111T~ 50A 50A", "8: 50A",
		10},
	/* A judging error is never hidden. */
	{"a judging error is final", "0J", "1: 0J", 4},
	{"in a rerun too", "95A 0J", "2: 0J", 4},
	{"also after a TLE", "101T 0J", "2: 0J", 4},
};

static enum as_verdict verdict_of(char letter, bool over)
{
	return over || letter == 'T' ? AS_VERDICT_TLE
	       : letter == 'A'       ? AS_VERDICT_AC
	       : letter == 'W'       ? AS_VERDICT_WA
	       : letter == 'R'       ? AS_VERDICT_RTE
	       : letter == 'K'       ? AS_VERDICT_RTE
				     : AS_VERDICT_JE;
}

static struct as_attempt attempt_of(const char *word)
{
	struct as_attempt attempt = AS_ATTEMPT_INIT;
	struct as_test_result *result = &attempt.result;
	const char *at = word;
	attempt.disturbed = strchr(word, '~') != NULL;
	attempt.run.usage_unknown = strchr(word, '?') != NULL;
	snprintf(result->feedback, sizeof(result->feedback), "%s", word);
	at += *word == 's';
	char *letter;
	int64_t percent = strtol(at, &letter, 10);
	result->verdict = verdict_of(*letter, percent > 100);
	attempt.run.signal = *letter == 'K' ? SIGKILL : 0;
	result->usage.cpu_time_ns = *word == 's' ? 0 : LIMIT_NS * percent / 100;
	result->usage.wall_time_ns =
		*word == 's' ? WALL_NS * percent / 100 : result->usage.cpu_time_ns;
	return attempt;
}

/* "RUNS: THE ONE THAT COUNTS" */
static const char *judge_runs(const char *runs, unsigned max, bool *unconfirmed)
{
	static char counted[64];
	static const struct as_limits limits = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	AS_AUTO(as_rerun_clear) struct as_rerun rerun = AS_RERUN_INIT;
	rerun.limits = &limits;
	rerun.max = max;
	char text[128], *rest = text;
	snprintf(text, sizeof(text), "%s", runs);
	do {
		const char *word = strsep(&rest, " ");
		if (!word)
			return "more runs than there are";
		AS_AUTO(as_attempt_clear) struct as_attempt attempt = attempt_of(word);
		as_rerun_add(&rerun, &attempt);
	} while (!as_rerun_is_decided(&rerun));
	const struct as_attempt *best = as_rerun_counted(&rerun);
	cr_expect_eq(best->result.reruns, rerun.count - 1);
	*unconfirmed = best->result.unconfirmed;
	snprintf(counted, sizeof(counted), "%u: %.40s", rerun.count, best->result.feedback);
	return counted;
}

Test(rerun, every_case_of_the_table)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		bool unconfirmed;
		const char *counted = judge_runs(cases[i].runs, cases[i].max, &unconfirmed);
		cr_expect_str_eq(counted, cases[i].counted, "%s: %s gave %s, expected %s",
			cases[i].what, cases[i].runs, counted, cases[i].counted);
	}
}

static const struct {
	const char *what;
	const char *runs;
	unsigned max;
	bool unconfirmed;
} confirmations[] = {
	{"AC is confirmed, even if disturbed", "85A~", 0, false},
	{"so is WA", "85W~", 0, false},
	{"undisturbed and over", "101T", 0, false},
	{"disturbed and over", "101T~", 0, true},
	{"also by the wall clock", "s111T~", 0, true},
	{"a sleeper", "s111T", 0, false},
	{"beyond twice the limit", "201T~", 0, false},
	{"one undisturbed rerun counts", "151T~ 151T", 4, false},
	{"a rerun beyond twice the limit confirms", "111T~ 201T~", 4, false},
	{"also after a run without its core", "s111T~ 201T~", 4, false},
	{"every run disturbed", "111T~ 111T~ 111T~ 111T~ 111T~", 4, true},
	{"two within", "151T~ 85A 86A", 4, false},
	{"one kill", "20K", 0, true},
	{"two kills", "20K 30K", 4, false},
	{"a kill by another process", "20K 85A 84A", 4, false},
	{"a kill, and different reruns", "20K 85A 84W", 2, true},
};

Test(rerun, verdicts_with_a_possible_outside_cause_are_unconfirmed)
{
	for (size_t i = 0; i < sizeof(confirmations) / sizeof(*confirmations); i++) {
		bool unconfirmed;
		judge_runs(confirmations[i].runs, confirmations[i].max, &unconfirmed);
		cr_expect_eq(unconfirmed, confirmations[i].unconfirmed, "%s: %s",
			confirmations[i].what, confirmations[i].runs);
	}
}

/* Every sequence of five runs of every kind satisfies the rules. */
Test(rerun, a_tle_becomes_accepted_only_if_two_reruns_agree)
{
	static const char *const kinds[] = {
		"85A", "95A", "101T", "101T~", "111T", "151T", "95W", "95K"};
	enum { KINDS = sizeof(kinds) / sizeof(*kinds), SEQUENCES = 8 * 8 * 8 * 8 * 8 };
	for (int n = 0; n < SEQUENCES; n++) {
		char runs[64];
		const char *words[5];
		for (int i = 0, rest = n; i < 5; i++, rest /= KINDS)
			words[i] = kinds[rest % KINDS];
		snprintf(runs, sizeof(runs), "%s %s %s %s %s", words[0], words[1], words[2],
			words[3], words[4]);
		bool unconfirmed;
		const char *counted = judge_runs(runs, 4, &unconfirmed);
		int made = atoi(counted), accepted = 0, clean_over = 0;
		char verdict = strpbrk(counted, "ATWK")[0];
		cr_assert_leq(made, 5);
		for (int i = 1; i < made; i++) {
			accepted += strchr(words[i], 'A') != NULL;
			clean_over += strchr(words[i], 'T') && !strchr(words[i], '~');
		}
		if (strpbrk(words[0], "TK") && verdict == 'A')
			cr_expect_geq(accepted, 2, "%s: %s", runs, counted);
		if (strchr(words[0], 'A') && verdict == 'T')
			cr_expect_geq(clean_over, 2, "%s: %s", runs, counted);
		if (strchr(words[0], 'W'))
			cr_expect_eq(made, 1, "%s: %s", runs, counted);
	}
}

/* ---- disturbances ---- */

static const struct {
	const char *what;
	struct as_disturbance found;
	unsigned hits;
	bool disturbed;
} disturbances[] = {
	{"nobody else", {.watched_ns = LIMIT_NS}, 0, false},
	{"a few ticks", {.watched_ns = LIMIT_NS, .others_ns = 40000000}, 0, false},
	{"a twentieth and more", {.watched_ns = LIMIT_NS, .others_ns = 60000000}, 0, true},
	{"the hypervisor", {.watched_ns = LIMIT_NS, .steal_ns = 60000000}, 0, true},
	{"both together", {.watched_ns = LIMIT_NS, .steal_ns = 30000000, .others_ns = 30000000}, 0,
		true},
	{"two ticks of a short run", {.watched_ns = 60000000, .others_ns = 20000000}, 0, false},
	{"its own threads wait for each other",
		{.watched_ns = LIMIT_NS, .pressure_ns = LIMIT_NS, .involuntary_switches = 1000}, 0,
		false},
	{"only the pressure is known",
		{.watched_ns = LIMIT_NS, .others_ns = -1, .steal_ns = -1, .pressure_ns = 60000000},
		0, true},
	{"only the switches are known",
		{.watched_ns = LIMIT_NS,
			.others_ns = -1,
			.steal_ns = -1,
			.pressure_ns = -1,
			.involuntary_switches = 30},
		0, true},
	{"a short run without interruption",
		{.others_ns = -1, .steal_ns = -1, .pressure_ns = -1, .involuntary_switches = 3}, 0,
		false},
	{"a killed run with unknown usage", {.others_ns = -1, .steal_ns = -1, .pressure_ns = -1},
		AS_HIT_CPU, true},
};

Test(rerun, disturbances_of_a_run_are_detected)
{
	for (size_t i = 0; i < sizeof(disturbances) / sizeof(*disturbances); i++) {
		const struct as_run_result run = {
			.hits = disturbances[i].hits, .disturbance = disturbances[i].found};
		cr_expect_eq(as_rerun_is_disturbed(&run), disturbances[i].disturbed, "%s",
			disturbances[i].what);
	}
}

Test(rerun, a_run_may_exceed_its_limits_by_a_margin)
{
	const struct as_limits package = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	struct as_rerun rerun = {.limits = &package, .max = 1};
	struct as_limits limits = {.processes = 7};
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS * 3 / 2);
	cr_expect_eq(limits.wall_time_ns, WALL_NS * 11 / 10);
	rerun.count = 1;
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS * 2);
	cr_expect_eq(limits.wall_time_ns, WALL_NS * 11 / 10);
	cr_expect_eq(limits.processes, 7u);
}

/* A disturbed run that was ended at 110 % of its wall limit after that share of its CPU limit. */
static struct as_attempt cut_at_wall(int cpu_percent)
{
	struct as_attempt attempt = attempt_of("s110T~");

	attempt.result.usage.cpu_time_ns = LIMIT_NS * cpu_percent / 100;
	return attempt;
}

static int64_t wall_of_next(const struct as_rerun *rerun)
{
	struct as_limits limits = {0};

	as_rerun_overrun(rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS * 2);
	return limits.wall_time_ns;
}

/* An endless loop beside three other programs on its core is decided by two runs. */
Test(rerun, a_run_with_a_part_of_its_core_gets_one_long_rerun)
{
	static const struct as_limits limits = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	struct as_rerun rerun = AS_RERUN_INIT;
	struct as_attempt first = cut_at_wall(77), second = attempt_of("201T~");

	rerun.limits = &limits;
	rerun.max = 10;
	as_rerun_add(&rerun, &first);
	cr_expect_not(as_rerun_is_decided(&rerun));
	cr_expect_eq(wall_of_next(&rerun), 6 * WALL_NS);
	as_rerun_add(&rerun, &second);
	cr_expect(as_rerun_is_decided(&rerun));
	cr_expect_eq(as_rerun_counted(&rerun)->result.verdict, AS_VERDICT_TLE);
	cr_expect_not(as_rerun_counted(&rerun)->result.unconfirmed);
	as_rerun_clear(&rerun);
}

Test(rerun, only_one_rerun_is_long_and_only_if_it_can_decide)
{
	static const struct as_limits limits = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	static const struct {
		int percents[3]; /* of the CPU limit in the runs so far; 0: no more runs */
		bool is_long;    /* the next run */
	} rows[] = {{{77}, true}, {{100}, true}, {{45}, true}, {{40}, false}, {{4}, false},
		{{40, 60}, true}, {{60, 60}, false}, {{60, 4, 60}, false}};

	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		AS_AUTO(as_rerun_clear) struct as_rerun rerun = AS_RERUN_INIT;
		rerun.limits = &limits;
		rerun.max = 10;
		for (size_t i = 0; i < 3 && rows[r].percents[i]; i++) {
			struct as_attempt attempt = cut_at_wall(rows[r].percents[i]);
			as_rerun_add(&rerun, &attempt);
		}
		cr_expect_eq(wall_of_next(&rerun),
			rows[r].is_long ? 6 * WALL_NS : WALL_NS * 11 / 10, "row %zu", r);
	}
}

Test(rerun, without_reruns_no_verdict_needs_more_than_the_limit)
{
	const struct as_limits package = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	const struct as_rerun rerun = {.limits = &package};
	struct as_limits limits = {0};
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS);
	cr_expect_eq(limits.wall_time_ns, WALL_NS * 11 / 10);
}

Test(rerun, without_reruns_an_overrun_ends_at_the_margin)
{
	const struct as_limits package = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	struct as_rerun rerun = {.limits = &package, .margin_time_ns = 4 * LIMIT_NS};
	struct as_limits limits = {0};
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, 4 * LIMIT_NS);
	cr_expect_eq(limits.wall_time_ns, LIMIT_NS * 44 / 10);
	rerun.margin_time_ns = LIMIT_NS;
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS);
	cr_expect_eq(limits.wall_time_ns, WALL_NS * 11 / 10);
	rerun.max = 1;
	as_rerun_overrun(&rerun, &limits);
	cr_expect_eq(limits.cpu_time_ns, LIMIT_NS * 3 / 2);
}

Test(rerun, the_sandbox_enforces_the_overrun_and_the_allowances_of_the_language)
{
	const struct as_package package = {
		.limits = {.memory_bytes = 1000, .output_bytes = 500}, .interactive = true};
	const struct as_language language = {.needs = {.processes = 9, .extra_memory_bytes = 24}};
	const struct as_limits judged = as_limits_judged(&package, LIMIT_NS);
	const struct as_limits allowed = as_limits_allowed(&judged, &language);
	const struct as_rerun rerun = {.limits = &judged, .max = 1};
	const struct as_limits enforced = as_limits_enforced(&rerun, &language);

	cr_expect_eq(judged.cpu_time_ns, LIMIT_NS);
	cr_expect_eq(judged.wall_time_ns, 2 * WALL_NS);
	cr_expect_eq(judged.memory_bytes, 1000u);
	cr_expect_eq(allowed.cpu_time_ns, LIMIT_NS);
	cr_expect_eq(allowed.memory_bytes, 1024u);
	cr_expect_eq(allowed.processes, 9u);
	cr_expect_eq(enforced.cpu_time_ns, LIMIT_NS * 3 / 2);
	cr_expect_eq(enforced.wall_time_ns, 2 * WALL_NS * 11 / 10);
	cr_expect_eq(enforced.memory_bytes, 1024u);
	cr_expect_eq(enforced.processes, 9u);
	cr_expect_eq(enforced.output_bytes, 500u);
	cr_expect_eq(as_limits_allowed(&judged, NULL).memory_bytes, 1000u);
}

/* An observed run: other processes had the core for `others` percent of the time, and the run for
 * `own`. */
static struct as_run_result waiting(unsigned hits, int own, int others)
{
	return (struct as_run_result){.hits = hits,
		.wall_time_ns = WALL_NS,
		.cpu_time_ns = WALL_NS * own / 100,
		.disturbance = {.watched_ns = WALL_NS, .others_ns = WALL_NS * others / 100}};
}

Test(rerun, a_sleeping_run_is_not_disturbed_by_other_programs)
{
	struct as_run_result asleep = waiting(AS_HIT_WALL, 4, 45);
	struct as_run_result awake = waiting(AS_HIT_WALL, 6, 43);
	cr_expect_not(as_rerun_is_disturbed(&asleep));
	cr_expect(as_rerun_is_disturbed(&awake));
}

/* A run that worked longer than permitted before may have been kept from its core. */
Test(rerun, a_deadlock_is_disturbed_only_if_its_cpu_time_is)
{
	struct as_run_result stuck = waiting(AS_HIT_STALL, 1, 90);
	struct as_run_result late = waiting(AS_HIT_STALL | AS_HIT_CPU, 10, 90);
	cr_expect_not(as_rerun_is_disturbed(&stuck));
	cr_expect(as_rerun_is_disturbed(&late));
}

Test(rerun, a_deadlock_is_a_tle_at_once)
{
	static const struct as_limits limits = {.cpu_time_ns = LIMIT_NS, .wall_time_ns = WALL_NS};
	AS_AUTO(as_rerun_clear) struct as_rerun rerun = AS_RERUN_INIT;
	AS_AUTO(as_attempt_clear) struct as_attempt attempt = attempt_of("1T");

	rerun.limits = &limits;
	rerun.max = 4;
	attempt.run.hits = AS_HIT_STALL;
	as_rerun_add(&rerun, &attempt);
	cr_expect(as_rerun_is_decided(&rerun));
	cr_expect_eq(as_rerun_counted(&rerun)->result.verdict, AS_VERDICT_TLE);
	cr_expect_not(as_rerun_counted(&rerun)->result.unconfirmed);
}

Test(rerun, a_run_without_a_core_is_not_a_sleeping_run)
{
	struct as_run_result at_memory_limit = waiting(AS_HIT_WALL, 4, 96);
	struct as_run_result hardly = waiting(AS_HIT_WALL, 4, 47);
	struct as_run_result stolen = waiting(AS_HIT_WALL, 4, 0);
	stolen.disturbance.steal_ns = WALL_NS * 60 / 100;
	cr_expect(as_rerun_is_disturbed(&at_memory_limit));
	cr_expect(as_rerun_is_disturbed(&hardly));
	cr_expect(as_rerun_is_disturbed(&stolen));
	/* If it is unknown which process had the core, it may have been another one. */
	at_memory_limit.disturbance = (struct as_disturbance){
		.watched_ns = WALL_NS, .others_ns = -1, .pressure_ns = WALL_NS};
	cr_expect(as_rerun_is_disturbed(&at_memory_limit));
}
