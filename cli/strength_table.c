/* SPDX-License-Identifier: MIT */
/* The text output of `assay strength`: accepted submissions that disagree, the conclusion, gaps and
 * survivors. */
#include "strength.h"

#include "cli.h"

#include <inttypes.h>
#include <string.h>

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void print_line(const char *before, const char *text)
{
	strength_print_text(before, text);
	putchar('\n');
}

/* ---- the conclusion ---- */

static void print_count(size_t count, const char *what)
{
	if (count)
		printf(", %zu %s", count, what);
}

static void print_states(const size_t *counts)
{
	static const enum as_mutant_state order[] = {AS_MUTANT_GAP, AS_MUTANT_RIGHT,
		AS_MUTANT_REFUSED, AS_MUTANT_EQUIVALENT, AS_MUTANT_DOUBLE, AS_MUTANT_FAULT,
		AS_MUTANT_UNKNOWN};

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
		print_count(counts[order[i]], as_mutant_state_describe(order[i]));
}

static void print_known(const struct as_strength_report *report)
{
	size_t known = 0;

	for (size_t i = report->own_count; i < as_strength_count_programs(report); i++)
		known += report->programs[i].is_known && report->programs[i].state == AS_MUTANT_GAP;
	print_count(known, "of them in the baseline");
	putchar('\n');
}

static void print_conclusion(
	const struct as_strength_report *report, const struct as_package *package)
{
	const size_t *counts = report->counts;
	const size_t gaps = counts[AS_MUTANT_GAP];
	const size_t passed = counts[AS_MUTANT_SURVIVED] + counts[AS_MUTANT_RIGHT] + gaps;
	const size_t judged = passed + counts[AS_MUTANT_KILLED] + counts[AS_MUTANT_FAULT];

	printf("%s: %zu of %zu mutants pass%s all tests, %zu gap%s", package->path, passed, judged,
		passed == 1 ? "es" : "", gaps, plural(gaps));
	if (package->scoring)
		printf(", %zu gap%s of groups", report->group_gaps.count,
			plural(report->group_gaps.count));
	print_known(report);
	printf("  %zu mutant%s of %zu submission%s in %.1f s: %zu killed, %zu survived",
		report->mutant_count, plural(report->mutant_count), report->source_count,
		plural(report->source_count), (double)report->elapsed_ns / 1e9,
		counts[AS_MUTANT_KILLED], counts[AS_MUTANT_SURVIVED]);
	print_states(counts);
	puts(report->is_late ? "; use a longer --time to judge all mutants" : "");
	cli_print_waited("  ", report->waited_ns);
	for (char *const *line = report->left_out; line && *line; line++)
		print_line("  no mutants of ", *line);
}

/* ---- accepted submissions that disagree ---- */

static void print_dispute(const struct as_strength_report *report, const struct as_package *package)
{
	const struct as_strength_dispute *dispute = &report->dispute;
	AS_AUTO_FREE char *quoted = NULL;

	if (!dispute->right)
		return;
	printf("%s: accepted submissions disagree about an input of %zu byte%s; correct one of "
	       "them, or the input validators, first\n",
		package->path, dispute->input.size, plural(dispute->input.size));
	strength_print_text("  right solution: ", dispute->right);
	print_line("; ", dispute->other);
	AS_AUTO_FREE char *name =
		as_strength_line_name(report, package, as_strength_count_gaps(report), NULL);
	quoted = as_stress_quote(&dispute->input, NULL);
	if (quoted && name && strlen(quoted) <= AS_STRENGTH_LINE_BYTES)
		printf("  a line for %s in the recipe: %s: {in: %s}\n", dispute->folder, name,
			quoted);
}

/* ---- what is wrong with the inputs ---- */

static void print_inputs(const struct as_strength_report *report)
{
	if (report->accepts_anything)
		printf("  %sthe input validators accept anything, even an empty input, so the "
		       "inputs below may be invalid\n",
			report->knows_that ? "in the baseline, " : "");
	if (!report->ignores_seed)
		return;
	strength_print_text("  the generator ignores its seed: `", report->ignores_seed);
	puts("` makes the same input for every {seed}");
}

/* ---- the estimate ---- */

static void print_share(const struct as_strength_estimate *estimate)
{
	if (!estimate->family_count) {
		fputs("an unknown share", stdout);
		return;
	}
	printf("%.1f %% (95 %% confidence interval: %.1f to %.1f %%)", 100 * estimate->share.share,
		100 * estimate->share.low, 100 * estimate->share.high);
}

/* An estimate needs a wrong mutant. */
static void print_no_estimate(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = report->own_count; i < as_strength_count_programs(report); i++)
		count += report->programs[i].is_kept_back;
	if (!report->keeps_back)
		return;
	if (!count)
		puts("  no estimate: the submissions have too few lines with mutants to keep some "
		     "back");
	else
		printf("  no estimate: of %zu mutant%s that chose no tests, none is known to be "
		       "wrong%s\n",
			count, plural(count), report->is_late ? "; use a longer --time" : "");
}

static void print_estimate(const struct as_strength_report *report)
{
	const struct as_strength_estimate *estimates = report->estimates;
	const size_t undecided = as_strength_count_estimated(report, AS_MUTANT_SURVIVED);
	const size_t passed = undecided + as_strength_count_estimated(report, AS_MUTANT_GAP);
	const size_t count = passed + as_strength_count_estimated(report, AS_MUTANT_KILLED);
	const size_t right = report->counts[AS_MUTANT_RIGHT];

	if (!estimates[AS_ESTIMATE_UNDECIDED_WRONG].family_count) {
		print_no_estimate(report);
		return;
	}
	if (report->keeps_back)
		printf("  estimate, from %zu mutant%s that chose no tests, of which %zu pass%s: ",
			count, plural(count), passed, passed == 1 ? "es" : "");
	else
		fputs("  estimate: ", stdout);
	fputs("of wrong programs like these mutants, the tests let through ", stdout);
	if (undecided) {
		print_share(&estimates[AS_ESTIMATE_UNDECIDED_WRONG]);
		printf(" if the %zu survivor%s wrong, ", undecided,
			undecided == 1 ? " is" : "s are");
	}
	print_share(&estimates[AS_ESTIMATE_UNDECIDED_RIGHT]);
	fputs(undecided == 1 ? " if it is right" : undecided ? " if they are right" : "", stdout);
	if (right)
		printf("; %zu that pass%s %s right by strength.yaml, and not counted", right,
			right == 1 ? "es" : "", right == 1 ? "is" : "are");
	putchar('\n');
}

/* ---- wrong submissions ---- */

static size_t count_own(const struct as_strength_report *report, enum as_mutant_state state)
{
	size_t count = 0;

	for (size_t i = 0; i < report->own_count; i++)
		count += report->programs[i].state == state;
	return count;
}

static void print_own(const struct as_strength_report *report)
{
	const size_t judged = as_strength_count_judged(report);

	if (report->own_count)
		printf("  the tests reject %zu of %zu judged wrong submission%s of the package\n",
			count_own(report, AS_MUTANT_KILLED), judged, plural(judged));
	for (size_t i = 0; i < report->own_count; i++) {
		const char *reason = as_strength_unjudged(&report->programs[i]);
		if (!reason)
			continue;
		strength_print_text("  not judged: ", report->programs[i].path);
		printf(": %s\n", reason);
	}
	for (char *const *line = report->own_left_out; line && *line; line++)
		print_line("  not judged: ", *line);
}

static void print_search(const struct as_strength_report *report)
{
	const struct as_strength_group_gaps *gaps = &report->group_gaps;
	const size_t few = report->inconclusive > report->unsearched
				   ? report->inconclusive - report->unsearched
				   : 0;

	if (report->unsearched && !report->interrupted) {
		printf("  %zu survivor%s without a search for inputs", report->unsearched,
			plural(report->unsearched));
		print_line(": ", report->no_search       ? report->no_search
				 : report->failed_search ? report->failed_search
							 : "the time ended; use a longer --time");
	}
	if (few && !report->interrupted)
		printf("  %zu survivor%s not searched enough: the time ended before %d inputs were "
		       "tried; use a longer --time, more cores (-j) or an idle machine\n",
			few, few == 1 ? " was" : "s were", AS_STRESS_ENOUGH);
	if (gaps->unsearched && !report->interrupted) {
		printf("  %zu search%s for gaps of groups not made", gaps->unsearched,
			gaps->unsearched == 1 ? "" : "es");
		print_line(": ", gaps->no_search);
	}
	if (gaps->few && !report->interrupted)
		printf("  %zu search%s for gaps of groups inconclusive: the time ended before %d "
		       "inputs were tried; use a longer --time, more cores (-j) or an idle "
		       "machine\n",
			gaps->few, gaps->few == 1 ? "" : "es", AS_STRESS_ENOUGH);
	if (as_strength_has_gap(report) && !report->is_validated)
		puts("  no input validator was run, so the inputs below may be invalid");
}

/* ---- gaps and survivors ---- */

static void print_program(const struct as_strength_report *report,
	const struct as_strength_program *program, bool is_known, const char *what)
{
	strength_print_text(is_known ? "  in the baseline, " : "  ", what);
	if (program->path) {
		strength_print_text(": ", program->path);
		puts(": a wrong submission of the package passes all tests");
		return;
	}
	strength_print_text(": ", report->sources[program->source].path);
	printf(":%u: %s: %s\n", program->line, program->kind->name, program->kind->mistake);
	print_line("    - ", program->change.before);
	print_line("    + ", program->change.after);
}

/* The input is printed with the first program that it kills. */
static void print_input(
	const struct as_strength_report *report, const struct as_package *package, size_t place)
{
	const struct as_strength_gap *gap = as_strength_gap_at(report, place, NULL);
	const size_t size = gap->input.size;
	AS_AUTO_FREE char *quoted = as_stress_quote(&gap->input, NULL);
	AS_AUTO_FREE char *folders = as_strength_line_folders(gap, package, NULL);
	AS_AUTO_FREE char *name = as_strength_line_name(report, package, place, NULL);

	printf("    %s on an input of %zu byte%s", as_verdict_name(gap->verdict), size,
		plural(size));
	if (gap->kills > 1)
		printf(", which kills %zu programs", gap->kills);
	if (quoted && folders && name && strlen(quoted) <= AS_STRENGTH_LINE_BYTES)
		printf("; a line for %s in the recipe: %s: {in: %s}", folders, name, quoted);
	putchar('\n');
}

/* The lines of the recipe whose inputs killed the program. */
static void print_draws(const struct as_strength_program *program)
{
	const struct as_stress_draws *draws = &program->gap.draws;
	size_t shown = 0;
	unsigned tried = 0;

	for (size_t i = 0; i < draws->count; i++) {
		const struct as_stress_draw *draw = &draws->items[i];
		tried += draw->tried;
		if (!draw->failed)
			continue;
		strength_print_text(
			shown++ ? ", " : "    more tests of these lines of the recipe: ",
			draw->test);
		printf(" (killed by %u of %u)", draw->failed, draw->tried);
	}
	if (shown)
		putchar('\n');
	else if (tried)
		printf("    not killed by %u input%s that the lines of the recipe made\n", tried,
			plural(tried));
}

static int print_gaps(const struct as_strength_report *report, const struct as_package *package)
{
	size_t count;
	AS_AUTO_FREE size_t *order = as_strength_order_gaps(report, &count, NULL);

	for (size_t i = 0; order && i < count; i++) {
		const struct as_strength_program *program = &report->programs[order[i]];
		print_program(report, program, program->is_known, "gap");
		if (program->gap.first == order[i])
			print_input(report, package, order[i]);
		else
			printf("    %s on the input above\n",
				as_verdict_name(program->gap.verdict));
		print_draws(program);
	}
	return order ? 0 : -1;
}

static void print_false_claims(const struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++)
		if (report->programs[i].reason && report->programs[i].state == AS_MUTANT_KILLED)
			print_program(report, &report->programs[i], report->programs[i].is_known,
				"right by strength.yaml, but tests kill it");
}

static void print_survivors(const struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		const struct as_strength_program *program = &report->programs[i];
		if (program->state != AS_MUTANT_SURVIVED)
			continue;
		print_program(report, program, program->is_known, "survived");
		if (program->is_disputed)
			puts("    accepted submissions disagree about an input on which it fails");
		else if (program->tried)
			printf("    no difference found in %" PRIu64 " inputs\n", program->tried);
		if (program->is_inconclusive)
			printf("    inconclusive: the time ended before %d inputs were tried\n",
				AS_STRESS_ENOUGH);
	}
}

/* Each input once, with the first mutant that it kills. */
static void print_group_gaps(
	const struct as_strength_report *report, const struct as_package *package)
{
	for (size_t i = 0; i < report->group_gaps.count; i++) {
		const struct as_strength_group_gap *item = &report->group_gaps.items[i];
		char what[200];
		if (item->gap.first != i)
			continue;
		snprintf(what, sizeof(what), "gap of %.150s", package->groups[item->group].name);
		print_program(report, &report->programs[item->program], item->is_known, what);
		print_input(report, package, as_strength_count_programs(report) + i);
	}
}

int strength_print(const struct as_strength_report *report, const struct as_package *package)
{
	print_dispute(report, package);
	print_conclusion(report, package);
	print_inputs(report);
	print_own(report);
	print_estimate(report);
	print_search(report);
	if (strength_print_tests(report, package) || print_gaps(report, package))
		return -1;
	print_group_gaps(report, package);
	print_false_claims(report);
	print_survivors(report);
	strength_print_validators(report);
	return 0;
}
