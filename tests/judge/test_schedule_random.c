/* SPDX-License-Identifier: MIT */
/* Packages drawn at random: tests that are skipped, and the number of workers, change no result. */
#include "schedule_case.h"

static unsigned draw_state;

static unsigned draw(unsigned below)
{
	draw_state = draw_state * 1103515245 + 12345;
	return (draw_state >> 16) % below;
}

/* Effects that are known only afterwards: judging errors that graders must pass on, and ignored
 * samples. */
static bool draw_surprises;

static void draw_words(char words[64], bool graded, size_t index)
{
	static const char *const verdicts[] = {"", "first_error", "always_accept", "any"};
	static const char *const scores[] = {"", "avg", "max", "", "ignore_sample"};
	*words = '\0';
	if (graded)
		snprintf(words, 64, "%s %s %s", draw(2) ? "continue" : "", verdicts[draw(4)],
			draw(3) ? "" : scores[draw(draw_surprises ? 5 : 4)]);
	/* Groups 0 and 1 are secret, and one that others may require. */
	else if (index > 1 && draw(3) == 0)
		snprintf(words, 64, "needs=1");
	else if (draw(4) == 0)
		snprintf(words, 64, "static=1%c", draw(2) ? 'A' : 'W');
}

/* A tree of graded groups; or a scoring package, whose groups do not nest. */
static void draw_groups(struct group_case *groups, char texts[][80], bool graded)
{
	static const char letters[] = "AAAAAAAAWTRJ";
	static const char *const names[] = {
		"data", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"};
	size_t count = 3 + draw(8), parents[MODEL_GROUPS] = {0};
	size_t open = 0; /* the group, or an ancestor of it, that may contain the next one */
	for (size_t g = 0; g < count; g++) {
		char *tests = texts[g];
		size_t test_count = draw(5);
		for (size_t t = 0; t < test_count; t++)
			tests[t] = letters[draw(sizeof(letters) - (draw_surprises ? 1 : 2))];
		tests[test_count] = ' ';
		draw_words(tests + test_count + 1, graded, g);
		while (graded && open != 0 && draw(2))
			open = parents[open];
		parents[g] = graded ? open : 0;
		groups[g] = (struct group_case){.name = graded || g ? names[g] : "secret",
			.parent = parents[g],
			.aggregation = g == 1 || draw(2) ? PASS_FAIL
				       : draw(2)         ? SUM
							 : MIN,
			.max_score = 1000,
			.tests = tests};
		open = g;
	}
	groups[count] = (struct group_case){0};
}

/* "name verdict score" of all groups, and the tests that count, after run_tests. */
static const char *conclude(const struct group_case *groups, struct judge_options options)
{
	static char text[4096];
	struct as_group_result results[MODEL_GROUPS];
	snprintf(text, sizeof(text), "%s", options.run_all ? "" : schedule(groups, options));
	if (options.run_all)
		schedule(groups, options);
	const struct as_scoring scoring = {
		.package = &model.package, .results = model.results, .statics = model.statics};
	cr_assert_eq(as_score_groups(&scoring, results, NULL), 0);
	for (size_t g = 0; g < model.package.group_count; g++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " %s %s %g",
			model.groups[g].name, as_verdict_name(results[g].verdict),
			results[g].score);
	return text;
}

/* Tests may be skipped only if they change nothing: two workers, which run more, and --all, which
 * runs everything, have the same result as one worker. */
Test(schedule_random, skipped_tests_would_not_have_changed_the_result)
{
	draw_surprises = true;
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 400; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80], one[4096];
		unsigned seed = draw_state;
		draw_groups(groups, texts, seed % 2);
		strcpy(one, conclude(groups, (struct judge_options){0}));
		const char *all = conclude(groups, (struct judge_options){.run_all = true});
		cr_expect_str_eq(all, strchr(one, ' '), "%u:\n  %s\n  %s", seed, one, all);
		draw_state = seed;
	}
}

Test(schedule_random, two_workers_have_the_same_result_as_one)
{
	draw_surprises = true;
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 60; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80], one[4096];
		unsigned seed = draw_state;
		draw_groups(groups, texts, seed % 2);
		strcpy(one, conclude(groups, (struct judge_options){0}));
		cr_expect_str_eq(
			conclude(groups, (struct judge_options){.workers = 2}), one, "%u", seed);
		draw_state = seed;
	}
}

/* One worker runs exactly the tests that count, because it knows all earlier results. */
Test(schedule_random, one_worker_runs_no_irrelevant_test)
{
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 400; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80];
		unsigned seed = draw_state;
		size_t runs = 0, counted = 0;
		draw_groups(groups, texts, seed % 2);
		const char *letters = schedule(groups, (struct judge_options){0});
		for (const char *at = run_order; (at = strchr(at, ' ')); at++)
			runs++;
		for (; *letters; letters++)
			counted += *letters != '.';
		cr_expect_eq(runs, counted, "%u: %zu runs, %zu count", seed, runs, counted);
		draw_state = seed;
	}
}
