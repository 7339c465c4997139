/* SPDX-License-Identifier: MIT */
/*
 * Which tests are run again, by table. A run is a word: its share of the limit in percent, then the
 * letter of its verdict (A, W, R for RTE, K for an RTE by a kill, J; T follows from being over),
 * then ~ where it was disturbed, and ? where its usage is unknown. "s" before the number: the share
 * is of the wall limit, and CPU time is nothing. The table says how many of the runs are wanted,
 * and which one counts.
 */
#include "judging.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#define LIMIT_NS INT64_C(1000000000)
#define WALL_NS INT64_C(3000000000)

static const struct {
	const char *what;
	const char *runs;    /* as many as there can be */
	const char *counted; /* the runs that are made, and the one that counts */
	unsigned max;
} cases[] = {
	/* Rules 1 and 2: decided by one run. */
	{"far below is accepted at once", "85A", "1: 85A", 4},
	{"also where it was disturbed", "85A~", "1: 85A~", 4},
	{"far over and undisturbed is over", "151T", "1: 151T", 4},
	{"wrong is wrong, near the limit or not", "99W~", "1: 99W~", 4},
	{"a crash is a crash", "99R", "1: 99R", 4},
	{"sleeping far beyond the wall limit is over", "s111T", "1: s111T", 4},
	/* An AC near the limit. */
	{"near the limit one rerun agrees", "95A 94A", "2: 94A", 4},
	{"ninety percent is near", "90A 91A", "2: 90A", 4},
	{"near the wall limit too", "s95A s94A", "2: s95A", 4},
	{"two undisturbed reruns over the limit overrule it", "99A 101T 102T", "3: 101T", 4},
	{"one does not", "99A 101T 98A", "3: 98A", 4},
	{"disturbed ones over the limit say nothing", "99A 120T~ 120T~ 120T~ 120T~", "4: 99A", 4},
	{"whatever comes after two", "99A 101T 130T~ 130T~ 102T", "5: 101T", 4},
	{"a rerun that prints something else does not take it back", "95A 94W", "2: 95A", 4},
	/* A TLE near the limit, or disturbed. */
	{"four reruns agree that it is over", "101T 102T 149T 104T 105T", "5: 101T", 6},
	{"though two within come before", "101T 102T 103T 104T 99A 98A", "6: 98A", 6},
	{"disturbed ones are none of the four", "149T 102T~ 102T~ 104T 105T 101T~ 102T", "6: 104T",
		6},
	{"one far over is enough", "101T 151T", "2: 101T", 4},
	{"two within make it accepted", "101T 99A 98A", "3: 98A", 4},
	{"one within does not", "101T 50A 102T 103T 104T", "5: 101T", 4},
	{"two within of four do", "101T 99A 102T 103T 98A", "5: 98A", 4},
	{"a disturbed one far over is run again", "151T~ 85A 86A", "3: 85A", 4},
	{"and over where the next is undisturbed", "151T~ 151T", "2: 151T", 4},
	{"always disturbed and always over stays over", "111T~ 111T~ 111T~ 111T~ 111T~", "4: 111T~",
		4},
	{"disturbed ones over do not outvote two within", "111T~ 111T~ 111T~ 85A~ 86A~", "5: 85A~",
		4},
	{"the undisturbed one counts, though it used more", "101T 85A~ 86A", "3: 86A", 4},
	{"sleeping near the wall limit is run again", "s101T s99A s98A", "3: s99A", 4},
	{"beyond twice the limit it is over, whoever disturbs", "111T~ 201T~", "2: 111T~", 4},
	{"though that takes no AC back", "99A 201T~ 202T~ 203T~", "4: 99A", 4},
	{"two wrong ones within make it wrong", "101T 98W 97W", "3: 97W", 4},
	{"a wrong and an accepted one make it wrong", "101T 98W 90A", "3: 98W", 4},
	{"in either order", "101T 90A 98W", "3: 98W", 4},
	{"two of which nothing is known are enough", "s111T~? s111T~?", "2: s111T~?", 10},
	{"though one within comes between", "s111T~? s95A s111T~?", "3: s111T~?", 10},
	/* A kill. */
	{"a second kill confirms the first", "20K 30K", "2: 20K", 4},
	{"one accepted run between them changes nothing", "30K 85A 20K", "3: 20K", 4},
	{"two that agree show that it was not its own", "20K 85A 84A", "3: 84A", 4},
	{"also on a wrong answer", "20K 30W 20W", "3: 20W", 4},
	{"also on another crash", "20K 30R 20R", "3: 20R", 4},
	{"also that it is over", "20K 150T 115T", "3: 115T", 4},
	{"two that do not agree are not enough", "20K 85A 84W 83A", "4: 83A", 4},
	{"nor is one", "20K 85A 84W", "3: 20K", 2},
	{"nor a disturbed one over its limit", "20K 150T~ 150T~ 150T~ 150T~", "4: 20K", 4},
	{"which are run on where they are accepted", "20K 150T~ 85A 86A", "4: 85A", 4},
	{"one allowed cannot change a kill", "20K", "1: 20K", 1},
	{"a kill without reruns is believed", "20K", "1: 20K", 0},
	{"a killed rerun says nothing of an AC", "99A 20K 98A", "3: 98A", 4},
	{"nor of a TLE", "101T 20K 99A 98A", "4: 98A", 4},
	{"though it is counted", "101T 20K 99A 20K 102T", "5: 101T", 4},
	{"a judging error after a kill is one", "20K 0J", "2: 0J", 4},
	/* The number of runs. */
	{"none allowed, none made", "101T", "1: 101T", 0},
	{"one cannot change anything", "101T", "1: 101T", 1},
	{"nor of an AC", "99A", "1: 99A", 1},
	{"two can", "101T 99A 99A", "3: 99A", 2},
	{"no more than two where one is over", "101T 102T", "2: 101T", 2},
	{"many can be asked for", "111T~ 111T~ 111T~ 111T~ 111T~ 111T~ 50A 50A", "8: 50A", 10},
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
	result->cpu_time_ns = *word == 's' ? 0 : LIMIT_NS * percent / 100;
	result->wall_time_ns = *word == 's' ? WALL_NS * percent / 100 : result->cpu_time_ns;
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
	{"accepted is accepted, whoever disturbs", "85A~", 0, false},
	{"so is wrong", "85W~", 0, false},
	{"undisturbed and over", "101T", 0, false},
	{"disturbed and over", "101T~", 0, true},
	{"also by the wall clock", "s111T~", 0, true},
	{"a sleeper", "s111T", 0, false},
	{"beyond twice the limit", "201T~", 0, false},
	{"one undisturbed rerun is what counts", "151T~ 151T", 4, false},
	{"every run disturbed", "111T~ 111T~ 111T~ 111T~ 111T~", 4, true},
	{"two within", "151T~ 85A 86A", 4, false},
	{"one kill", "20K", 0, true},
	{"two kills", "20K 30K", 4, false},
	{"a kill that was another's doing", "20K 85A 84A", 4, false},
	{"a kill, and reruns that do not agree", "20K 85A 84W", 2, true},
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

/* ---- what disturbs ---- */

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
	{"threads of its own that wait for each other",
		{.watched_ns = LIMIT_NS, .pressure_ns = LIMIT_NS, .involuntary_switches = 1000}, 0,
		false},
	{"pressure, where that is all there is",
		{.watched_ns = LIMIT_NS, .others_ns = -1, .steal_ns = -1, .pressure_ns = 60000000},
		0, true},
	{"switches, where that is all there is",
		{.watched_ns = LIMIT_NS,
			.others_ns = -1,
			.steal_ns = -1,
			.pressure_ns = -1,
			.involuntary_switches = 30},
		0, true},
	{"a short run that nobody interrupted",
		{.others_ns = -1, .steal_ns = -1, .pressure_ns = -1, .involuntary_switches = 3}, 0,
		false},
	{"a killed run of which nothing is known",
		{.others_ns = -1, .steal_ns = -1, .pressure_ns = -1}, AS_HIT_CPU, true},
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

Test(rerun, a_run_has_room_beyond_its_limits)
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
Test(rerun, nobody_disturbs_a_deadlock_but_the_time_before)
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

Test(rerun, a_run_that_got_no_core_did_not_sleep)
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
