/* SPDX-License-Identifier: MIT */
/*
 * When a test is run again, and which run counts.
 *
 * Theory: a program's time varies. Another program on the core, the hypervisor, or load on the
 * memory bus makes a run longer, and nothing makes it shorter than the program needs. So a run
 * within the limit proves that the program can keep it. A run over the limit proves the contrary
 * only if it was undisturbed. Near the limit one run is inconclusive in either direction. The
 * rules:
 *
 * 1. Only AC and TLE depend on time, and a kill (SIGKILL without a limit) may come from outside.
 *    Any other verdict is that of the first run. A run over a limit is a TLE whatever it did
 *    afterwards: it may overrun only to measure by how much. A run that reached its memory limit
 *    within its time limits, and stayed there, is an MLE.
 * 2. An AC that used less than 90 % of its limits is final. So is a TLE of an undisturbed run that
 *    is beyond 150 % of the CPU time or 110 % of the wall time, or in a deadlock. Any other is run
 *    again, at most `max` times.
 * 3. The first verdict stands unless two reruns disagree with it. A disturbed run over the limit is
 *    inconclusive, and so is a rerun that was killed. Thus a TLE becomes AC only if two reruns are
 *    within the limits and right, and an AC becomes TLE only if two undisturbed reruns are over.
 * 4. Reruns end as soon as the verdict is decided: one rerun confirms an AC. A TLE is confirmed by
 *    one undisturbed rerun that is as far over as in rule 2, by any rerun beyond 200 % of the CPU
 *    time, or by four undisturbed reruns: four, since load on the memory bus, which no counter
 *    shows, slows several runs. Also decided: two reruns disagree, or too few reruns are left to
 *    disagree. A second run over the limit with unknown usage, as in a weak sandbox, also confirms
 *    a TLE: further runs would add nothing.
 * 5. A first run that was killed also stands, as an RTE by signal 9: a second kill confirms it, and
 *    only two reruns with an equal verdict replace it. A self-inflicted kill must not buy a retry.
 * 6. Of the runs with the verdict that counts, the least disturbed is reported: an undisturbed one
 *    before the others, then the one with the least CPU time.
 * 7. A TLE of a disturbed run within twice the CPU time that no rerun confirms as in rule 4, and a
 *    kill that no second one confirms, are unconfirmed. They count, but may differ at another time,
 *    so they are not cached.
 *
 * A run may overrun its limits, so that the excess can be measured, and is judged by its usage. The
 * first run may overrun by half of the CPU time, a rerun by all of it, since other programs were
 * measured to slow a program by half, and hardly ever to double its time; both may overrun a tenth
 * of the wall time. If no test is run again, a run is ended at its limit of CPU time. So a program
 * that never ends costs 1.5 limits on an undisturbed core, and 3.5 on a shared one.
 *
 * If its share of the core is so small that a run reaches the wall limit first, one rerun may take
 * six wall limits, provided that the same share would be enough for twice the CPU time in five of
 * them. That rerun decides, and costs less than many inconclusive reruns of 1.1 wall limits. With a
 * smaller share all reruns are made: a run without its core proves nothing.
 *
 * A run is disturbed if other programs and the hypervisor had its core for more than a twentieth of
 * the time, or if that is unknown. There are two exceptions. A run that reached its wall limit,
 * used the core for less than a twentieth of the time, and left it free for more than half, waited
 * for something else than the core. A run that was ended in a deadlock would not have continued
 * with more time.
 */
#include "rerun.h"

#define MIN_TAKEN_NS INT64_C(20000000) /* two ticks of the kernel's clock: less is noise */
#define MANY_SWITCHES 20
#define CONFIRMATIONS 4 /* for a TLE that is not far over the limit */
#define LONG_WALLS 6    /* the wall limits that a long rerun may take */

unsigned as_rerun_max(int reruns)
{
	if (reruns == AS_RERUNS_USUAL)
		return AS_RERUNS_USUAL_COUNT;
	return reruns < 0 ? 0 : (unsigned)reruns;
}

static int64_t tenth_more(int64_t limit_ns)
{
	return limit_ns + limit_ns / 10;
}

static int64_t half_more(int64_t limit_ns)
{
	return limit_ns + limit_ns / 2;
}

void as_rerun_overrun(const struct as_rerun *rerun, struct as_limits *limits)
{
	limits->wall_time_ns = tenth_more(rerun->limits->wall_time_ns);
	limits->cpu_time_ns = rerun->count == rerun->killed_count
				      ? half_more(rerun->limits->cpu_time_ns)
				      : 2 * rerun->limits->cpu_time_ns;
	if (rerun->next_is_long)
		limits->wall_time_ns = LONG_WALLS * rerun->limits->wall_time_ns;
	/* Without reruns a run may overrun only if the caller measures the margin. */
	if (rerun->max == 0)
		limits->cpu_time_ns = rerun->limits->cpu_time_ns;
	/* More CPU time needs more wall time. */
	if (limits->cpu_time_ns < rerun->margin_time_ns) {
		limits->cpu_time_ns = rerun->margin_time_ns;
		if (limits->wall_time_ns < tenth_more(rerun->margin_time_ns))
			limits->wall_time_ns = tenth_more(rerun->margin_time_ns);
	}
}

static bool is_deadlocked(const struct as_run_result *run)
{
	return run->hits & AS_HIT_STALL && !(run->hits & AS_HIT_CPU);
}

static bool is_asleep(const struct as_run_result *run)
{
	const struct as_disturbance *found = &run->disturbance;
	int64_t steal_ns = found->steal_ns > 0 ? found->steal_ns : 0;
	int64_t free_ns = found->watched_ns - found->others_ns - steal_ns - run->cpu_time_ns;

	return run->hits & AS_HIT_WALL && !(run->hits & AS_HIT_CPU) &&
	       run->cpu_time_ns < run->wall_time_ns / 20 && found->others_ns >= 0 &&
	       free_ns > found->watched_ns / 2;
}

bool as_rerun_is_disturbed(const struct as_run_result *run)
{
	const struct as_disturbance *found = &run->disturbance;
	int64_t taken_ns = found->steal_ns > 0 ? found->steal_ns : 0;
	bool known = found->watched_ns > 0 && (found->others_ns >= 0 || found->pressure_ns >= 0);

	if (is_asleep(run) || is_deadlocked(run))
		return false;
	/* A run that was killed could not report its switches. */
	if (!known)
		return found->involuntary_switches > MANY_SWITCHES || as_run_was_late(run);
	taken_ns += found->others_ns >= 0 ? found->others_ns : found->pressure_ns;
	return taken_ns > MIN_TAKEN_NS && taken_ns > found->watched_ns / 20;
}

/* True if it is so far from the limits that one undisturbed run is enough. */
static bool is_clear(const struct as_rerun *rerun, const struct as_attempt *attempt)
{
	const struct as_test_result *result = &attempt->result;
	const struct as_limits *limits = rerun->limits;

	if (result->verdict == AS_VERDICT_TLE)
		return result->usage.cpu_time_ns > half_more(limits->cpu_time_ns) ||
		       result->usage.wall_time_ns > tenth_more(limits->wall_time_ns) ||
		       attempt->run.hits & AS_HIT_STALL;
	return result->usage.cpu_time_ns < limits->cpu_time_ns - limits->cpu_time_ns / 10 &&
	       result->usage.wall_time_ns < limits->wall_time_ns - limits->wall_time_ns / 10;
}

/* Rules 1 and 2. */
static bool is_final_at_once(const struct as_rerun *rerun, const struct as_attempt *first)
{
	if (first->result.verdict == AS_VERDICT_AC)
		return is_clear(rerun, first);
	if (first->result.verdict == AS_VERDICT_TLE)
		return is_clear(rerun, first) && !first->disturbed;
	return true;
}

static bool is_inconclusive(const struct as_attempt *attempt)
{
	return attempt->result.verdict == AS_VERDICT_TLE && attempt->disturbed;
}

static int64_t in_ms(int64_t time_ns)
{
	return time_ns / 1000000;
}

/* True if the run got a part of its core, but reached its wall limit before its CPU time proves
 * anything, and a long run with the same part would prove it. */
static bool needs_long(const struct as_rerun *rerun, const struct as_attempt *attempt)
{
	const struct as_test_result *result = &attempt->result;
	const struct as_limits *limits = rerun->limits;

	return result->verdict == AS_VERDICT_TLE && attempt->disturbed &&
	       result->usage.wall_time_ns > limits->wall_time_ns &&
	       in_ms(result->usage.cpu_time_ns) * in_ms((LONG_WALLS - 1) * limits->wall_time_ns) >
		       in_ms(2 * limits->cpu_time_ns) * in_ms(result->usage.wall_time_ns);
}

/* Rule 3: the vote of a rerun on the time. */
static void count_vote(struct as_rerun *rerun, const struct as_attempt *attempt)
{
	if (attempt->result.verdict != AS_VERDICT_TLE) {
		rerun->within++;
	} else if (!attempt->disturbed) {
		rerun->over++;
		rerun->far_over |= is_clear(rerun, attempt);
	} else {
		rerun->far_over |=
			attempt->result.usage.cpu_time_ns > 2 * rerun->limits->cpu_time_ns;
	}
}

static bool is_within(const struct as_rerun *rerun)
{
	return rerun->first == AS_VERDICT_TLE ? rerun->within >= 2 : rerun->over < 2;
}

/* Rule 4. */
static bool is_time_decided(const struct as_rerun *rerun, unsigned left)
{
	if (rerun->first == AS_VERDICT_TLE)
		return rerun->far_over || rerun->over >= CONFIRMATIONS || rerun->within >= 2 ||
		       rerun->unknown >= 2 || rerun->within + left < 2;
	return rerun->within >= 1 || rerun->over >= 2 || rerun->over + left < 2;
}

/* Rule 5: the verdict that two reruns agree on, or NONE. */
static enum as_verdict agreed(const struct as_rerun *rerun)
{
	for (int verdict = 0; verdict < AS_VERDICT_COUNT; verdict++)
		if (rerun->votes[verdict] >= 2)
			return (enum as_verdict)verdict;
	return AS_VERDICT_NONE;
}

static bool is_kill_decided(const struct as_rerun *rerun, unsigned left)
{
	unsigned max = 0;

	for (int verdict = 0; verdict < AS_VERDICT_COUNT; verdict++)
		max = rerun->votes[verdict] > max ? rerun->votes[verdict] : max;
	return rerun->killed_count >= 2 || max >= 2 || max + left < 2;
}

bool as_rerun_is_decided(const struct as_rerun *rerun)
{
	unsigned left = rerun->max + 1 - rerun->count;

	if (rerun->final)
		return true;
	return rerun->first_killed ? is_kill_decided(rerun, left) : is_time_decided(rerun, left);
}

/* ---- rule 6 ---- */

static bool is_less_disturbed(const struct as_attempt *a, const struct as_attempt *b)
{
	if (a->disturbed != b->disturbed)
		return b->disturbed;
	return a->result.usage.cpu_time_ns < b->result.usage.cpu_time_ns;
}

static void keep_better(struct as_attempt *best, struct as_attempt *later)
{
	if (best->result.verdict != AS_VERDICT_NONE && !is_less_disturbed(later, best))
		return;
	as_attempt_clear(best);
	*best = *later;
	*later = (struct as_attempt)AS_ATTEMPT_INIT;
}

static void add_killed(struct as_rerun *rerun, struct as_attempt *attempt)
{
	rerun->first_killed |= rerun->count == 1;
	rerun->killed_count++;
	keep_better(&rerun->killed, attempt);
}

void as_rerun_add(struct as_rerun *rerun, struct as_attempt *attempt)
{
	enum as_verdict verdict = attempt->result.verdict;

	rerun->count++;
	rerun->unknown += verdict == AS_VERDICT_TLE && attempt->run.usage_unknown;
	rerun->next_is_long = !rerun->was_long && needs_long(rerun, attempt);
	rerun->was_long |= rerun->next_is_long;
	if (verdict == AS_VERDICT_RTE && as_run_was_killed(&attempt->run)) {
		add_killed(rerun, attempt);
		return;
	}
	if (rerun->count == 1) {
		rerun->first = verdict;
		rerun->final = is_final_at_once(rerun, attempt);
	} else {
		count_vote(rerun, attempt);
		rerun->votes[verdict] += !is_inconclusive(attempt);
	}
	if (verdict == AS_VERDICT_JE)
		rerun->broken = rerun->final = true;
	keep_better(&rerun->best[verdict], attempt);
}

/*
 * If runs within the limits differ in their verdict, the program is not deterministic. A first run
 * that was accepted then stays accepted; after a TLE, only two equal reruns accept it.
 */
static enum as_verdict verdict_within(const struct as_rerun *rerun)
{
	int worst = AS_VERDICT_COUNT - 1;

	if (rerun->first != AS_VERDICT_TLE)
		return rerun->first;
	while (worst > AS_VERDICT_AC &&
		(worst == AS_VERDICT_TLE || rerun->best[worst].result.verdict == AS_VERDICT_NONE))
		worst--;
	return (enum as_verdict)worst;
}

static struct as_attempt *counted_of(struct as_rerun *rerun)
{
	if (rerun->broken)
		return &rerun->best[AS_VERDICT_JE];
	if (rerun->first_killed)
		return rerun->killed_count >= 2 || !agreed(rerun) ? &rerun->killed
								  : &rerun->best[agreed(rerun)];
	return &rerun->best[is_within(rerun) ? verdict_within(rerun) : AS_VERDICT_TLE];
}

/* Rule 7. */
static bool is_unconfirmed(const struct as_rerun *rerun, const struct as_attempt *counted)
{
	if (counted == &rerun->killed)
		return rerun->killed_count < 2;
	return is_inconclusive(counted) && !rerun->far_over &&
	       counted->result.usage.cpu_time_ns <= 2 * rerun->limits->cpu_time_ns;
}

struct as_attempt *as_rerun_counted(struct as_rerun *rerun)
{
	struct as_attempt *counted = counted_of(rerun);

	counted->result.reruns = rerun->count - 1;
	counted->result.unconfirmed = is_unconfirmed(rerun, counted);
	return counted;
}

void as_test_result_clear(struct as_test_result *result)
{
	free(as_steal(result->judge_message));
	free(as_steal(result->team_message));
	free(as_steal(result->transcript));
}

void as_test_result_disown(struct as_test_result *result)
{
	result->judge_message = result->team_message = result->transcript = NULL;
}

void as_attempt_clear(struct as_attempt *attempt)
{
	as_run_result_clear(&attempt->run);
	as_test_result_clear(&attempt->result);
	free(as_steal(attempt->transcript));
}

void as_rerun_clear(struct as_rerun *rerun)
{
	for (int verdict = 0; verdict < AS_VERDICT_COUNT; verdict++)
		as_attempt_clear(&rerun->best[verdict]);
	as_attempt_clear(&rerun->killed);
}
