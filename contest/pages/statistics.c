/* SPDX-License-Identifier: MIT */
/*
 * Statistics of submissions: by problem, by language, and over time. They contain what the visitor
 * may see: verdicts that a freeze hides are pending for the public. Charts are SVG of rectangles.
 * Without colours, accepted submissions are filled, others are outlined, and pending ones are
 * dashed. A table has the numbers of the whole contest.
 */
#include "problems.h"

#define SLOT_MS INT64_C(300000)
#define MAX_SLOTS 120
#define VERDICT_COUNT (AS_VERDICT_CE + 1)

/* ---- counting ---- */

/* The kinds that a chart distinguishes. */
enum { ACCEPTED, OTHER, PENDING, KIND_COUNT };

struct tally {
	size_t all;
	size_t verdicts[VERDICT_COUNT];
	size_t slots[MAX_SLOTS][KIND_COUNT];
	int64_t fastest_ns; /* the slowest test of the fastest accepted submission; -1: none */
	size_t fastest;     /* that submission */
};

struct numbers {
	const struct as_contest_visit *visit;
	int64_t slot_ms;
	size_t slot_count;
	struct tally *problems;  /* and the last one: of all problems */
	struct tally *languages; /* by language of the table */
};

static void clear_numbers(struct numbers *numbers)
{
	free(numbers->problems);
	free(numbers->languages);
}

static void count_in(const struct numbers *numbers, struct tally *tally, size_t submission,
	const struct as_contest_judgement *judgement)
{
	const struct as_contest_submission *of =
		as_contest_log_submission(numbers->visit->log, submission);
	const enum as_verdict verdict = judgement ? judgement->verdict : AS_VERDICT_NONE;
	size_t slot = (size_t)(of->time_ms / numbers->slot_ms);

	if (slot >= numbers->slot_count)
		slot = numbers->slot_count - 1;
	tally->all++;
	tally->verdicts[verdict]++;
	tally->slots[slot][verdict == AS_VERDICT_AC     ? ACCEPTED
			   : verdict == AS_VERDICT_NONE ? PENDING
							: OTHER]++;
	if (verdict != AS_VERDICT_AC || judgement->max_run_time_ns < 0 ||
		(tally->fastest_ns >= 0 && judgement->max_run_time_ns >= tally->fastest_ns))
		return;
	tally->fastest_ns = judgement->max_run_time_ns;
	tally->fastest = submission;
}

static bool is_counted(const struct as_contest_visit *visit, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);
	const struct as_contest_reader reader = as_contest_visit_reader(visit);

	return !of->is_practice && !of->is_ignored && of->time_ms >= 0 &&
	       as_contest_log_sees_submission(visit->log, &reader, submission);
}

static void count_submission(const struct numbers *numbers, size_t submission)
{
	const struct as_contest_visit *visit = numbers->visit;
	const struct as_contest_submission *of = as_contest_log_submission(visit->log, submission);
	const size_t seen = page_judgement(visit, submission);
	const struct as_contest_judgement *judgement =
		seen == AS_CONTEST_NONE ? NULL : as_contest_log_judgement(visit->log, seen);
	const struct as_language *language = as_languages_find(visit->languages, of->language);

	count_in(numbers, &numbers->problems[of->problem], submission, judgement);
	count_in(numbers, &numbers->problems[page_contest(visit)->problem_count], submission,
		judgement);
	if (language)
		count_in(numbers, &numbers->languages[language - visit->languages->items],
			submission, judgement);
}

/* False: out of memory. */
static bool count_all(struct numbers *numbers)
{
	const struct as_contest_visit *visit = numbers->visit;
	const int64_t duration_ms = as_contest_log_clock(visit->log)->duration_ms;
	const size_t problem_count = page_contest(visit)->problem_count;

	numbers->slot_ms = SLOT_MS;
	while (duration_ms > numbers->slot_ms * MAX_SLOTS)
		numbers->slot_ms += SLOT_MS;
	numbers->slot_count = (size_t)((duration_ms + numbers->slot_ms - 1) / numbers->slot_ms);
	numbers->problems = calloc(problem_count + 1, sizeof *numbers->problems);
	numbers->languages = calloc(visit->languages->count + 1, sizeof *numbers->languages);
	if (!numbers->problems || !numbers->languages)
		return false;
	for (size_t i = 0; i <= problem_count; i++)
		numbers->problems[i].fastest_ns = -1;
	for (size_t i = 0; i < as_contest_log_submission_count(visit->log); i++)
		if (is_counted(visit, i))
			count_submission(numbers, i);
	return true;
}

/* ---- charts ---- */

static void write_bar(FILE *out, const char *class, size_t x, double y, double height)
{
	fprintf(out, "<rect class=\"%s\" x=\"%zu\" y=\"%.2f\" width=\"8\" height=\"%.2f\"></rect>",
		class, x * 10 + 1, y, height);
}

/* A column for each slot of time; `max`: the submissions that fill the height. */
static void write_chart(FILE *out, const struct numbers *numbers, const struct tally *tally,
	size_t max, const char *what)
{
	static const char *const classes[] = {
		[ACCEPTED] = "accepted", [OTHER] = "other", [PENDING] = "pending"};
	const double unit = 58.0 / (double)(max > 0 ? max : 1);

	fprintf(out,
		"<svg class=\"chart\" viewBox=\"0 0 %zu 60\" preserveAspectRatio=\"none\" "
		"role=\"img\" aria-label=\"Submissions "
		"over time, ",
		numbers->slot_count * 10);
	page_attribute(out, what);
	fputs("\">", out);
	for (size_t slot = 0; slot < numbers->slot_count; slot++) {
		double y = 59;
		for (int kind = 0; kind < KIND_COUNT; kind++) {
			const double height = unit * (double)tally->slots[slot][kind];
			y -= height;
			if (height > 0)
				write_bar(out, classes[kind], slot, y, height);
		}
	}
	fputs("</svg>", out);
}

static size_t tallest(const struct numbers *numbers, const struct tally *tally)
{
	size_t max = 0;

	for (size_t slot = 0; slot < numbers->slot_count; slot++) {
		const size_t *slots = tally->slots[slot];
		const size_t all = slots[ACCEPTED] + slots[OTHER] + slots[PENDING];
		max = all > max ? all : max;
	}
	return max;
}

static void write_slots(FILE *out, const struct numbers *numbers, const struct tally *tally)
{
	fputs("<details><summary>The numbers</summary>", out);
	as_html_table(out, "list narrow", "From|#Accepted|#Other verdicts|#Pending");
	for (size_t slot = 0; slot < numbers->slot_count; slot++) {
		const size_t *slots = tally->slots[slot];
		if (slots[ACCEPTED] + slots[OTHER] + slots[PENDING] == 0)
			continue;
		fputs("<tr><td>", out);
		page_span(out, (int64_t)slot * numbers->slot_ms);
		fprintf(out,
			"</td><td class=\"number\">%zu</td><td class=\"number\">%zu</td><td "
			"class=\"number\">%zu</td></tr>",
			slots[ACCEPTED], slots[OTHER], slots[PENDING]);
	}
	fputs("</tbody></table></div></details>", out);
}

static void write_time(FILE *out, const struct numbers *numbers)
{
	const struct tally *all = &numbers->problems[page_contest(numbers->visit)->problem_count];

	fprintf(out, "<h2>Submissions in %" PRId64 " minutes</h2>", numbers->slot_ms / 60000);
	write_chart(out, numbers, all, tallest(numbers, all), "all problems");
	fputs("<p class=\"sub\">Filled: accepted; outlined: other verdicts; dashed: pending. From "
	      "the start of the contest to its end.</p>",
		out);
	write_slots(out, numbers, all);
}

/* ---- problems ---- */

/* The verdicts that some submission has, in the columns of both tables. */
static void write_verdict_heads(FILE *out, const struct tally *all)
{
	for (int verdict = AS_VERDICT_AC; verdict < VERDICT_COUNT; verdict++)
		if (all->verdicts[verdict])
			fprintf(out,
				"<th scope=\"col\" class=\"number\"><abbr "
				"title=\"%s\">%s</abbr></th>",
				as_verdict_title((enum as_verdict)verdict),
				as_verdict_name((enum as_verdict)verdict));
	if (all->verdicts[AS_VERDICT_NONE])
		fputs("<th scope=\"col\" class=\"number\">Pending</th>", out);
}

static void write_verdicts(FILE *out, const struct tally *all, const struct tally *tally)
{
	fprintf(out, "<td class=\"number\"><b>%zu</b></td>", tally->all);
	for (int verdict = AS_VERDICT_AC; verdict < VERDICT_COUNT; verdict++)
		if (all->verdicts[verdict])
			fprintf(out, "<td class=\"number\">%zu</td>", tally->verdicts[verdict]);
	if (all->verdicts[AS_VERDICT_NONE])
		fprintf(out, "<td class=\"number\">%zu</td>", tally->verdicts[AS_VERDICT_NONE]);
}

static void write_fastest(
	FILE *out, const struct as_contest_visit *visit, const struct tally *tally)
{
	fputs("<td>", out);
	if (tally->fastest_ns >= 0) {
		const struct as_contest_submission *of =
			as_contest_log_submission(visit->log, tally->fastest);
		as_html_time(out, tally->fastest_ns);
		fputs(" <small>", out);
		page_team_link(out, visit, of->team);
		fputs(", ", out);
		page_language(out, visit, of->language);
		fputs("</small>", out);
	}
	fputs("</td>", out);
}

static void write_problem(FILE *out, const struct numbers *numbers, size_t index, size_t max)
{
	const struct as_contest_visit *visit = numbers->visit;
	const struct as_contest_problem *problem = &page_contest(visit)->problems[index];
	const struct tally *tally = &numbers->problems[index];

	fputs("<tr><th scope=\"row\">", out);
	page_problem_link(out, visit, index);
	fputs("</th>", out);
	page_solved(out, visit, (uint32_t)index);
	write_verdicts(out, &numbers->problems[page_contest(visit)->problem_count], tally);
	write_fastest(out, visit, tally);
	fputs("<td class=\"charted\">", out);
	write_chart(out, numbers, tally, max, problem->label);
	fputs("</td></tr>\n", out);
}

static void begin_table(FILE *out, const char *first)
{
	fprintf(out,
		"<div class=\"scroll\" tabindex=\"0\"><table class=\"list\"><thead><tr><th "
		"scope=\"col\">%s</th>",
		first);
}

static void write_problems(FILE *out, const struct numbers *numbers)
{
	const size_t count = page_contest(numbers->visit)->problem_count;
	const struct tally *all = &numbers->problems[count];
	size_t max = 0;

	for (size_t i = 0; i < count; i++) {
		const size_t own = tallest(numbers, &numbers->problems[i]);
		max = own > max ? own : max;
	}
	fputs("<h2>Problems</h2>", out);
	begin_table(out, "Problem");
	fputs("<th scope=\"col\" class=\"number\">Solved by</th><th scope=\"col\" "
	      "class=\"number\">Submissions</th>",
		out);
	write_verdict_heads(out, all);
	fputs("<th scope=\"col\">Fastest accepted</th><th scope=\"col\">Over "
	      "time</th></tr></thead><tbody>\n",
		out);
	for (size_t i = 0; i < count; i++)
		write_problem(out, numbers, i, max);
	fputs("</tbody></table></div>", out);
	page_solved_words(out, page_is_jury(numbers->visit));
	fputs("<p class=\"sub\">\"Submissions\" counts those of all teams.</p>", out);
}

/* ---- languages ---- */

static void write_languages(FILE *out, const struct numbers *numbers)
{
	const struct as_languages *languages = numbers->visit->languages;
	const struct tally *all = &numbers->problems[page_contest(numbers->visit)->problem_count];

	fputs("<h2>Languages</h2>", out);
	begin_table(out, "Language");
	fputs("<th scope=\"col\" class=\"number\">Submissions</th>", out);
	write_verdict_heads(out, all);
	fputs("</tr></thead><tbody>\n", out);
	for (size_t i = 0; i < languages->count; i++) {
		if (numbers->languages[i].all == 0)
			continue;
		fputs("<tr><th scope=\"row\">", out);
		page_language(out, numbers->visit, languages->items[i].id);
		fputs("</th>", out);
		write_verdicts(out, all, &numbers->languages[i]);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>", out);
}

void as_contest_page_statistics_fragment(FILE *out, const struct as_contest_visit *visit)
{
	AS_AUTO(clear_numbers) struct numbers numbers = {.visit = visit};

	if (!as_contest_visit_sees_statistics(visit)) {
		fputs("<p class=\"empty\">The statistics will be here when the contest is "
		      "over.</p>",
			out);
	} else if (count_all(&numbers)) {
		if (as_contest_log_is_frozen(visit->log))
			fputs("<p class=\"sub\">The board is frozen: verdicts of the freeze are "
			      "pending here for all but the jury.</p>",
				out);
		write_problems(out, &numbers);
		write_languages(out, &numbers);
		write_time(out, &numbers);
	}
}

void as_contest_page_statistics(
	FILE *out, const struct as_contest_visit *visit, const char *fragment)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PROBLEMS,
			.title = "Statistics",
			.is_wide = true,
			.style = "jury.css"});
	if (fragment)
		fputs(fragment, out);
	else
		as_contest_page_statistics_fragment(out, visit);
	page_end(out, visit);
}
