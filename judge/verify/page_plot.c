/* SPDX-License-Identifier: MIT */
/*
 * Plots the time of each submission on each test, on a logarithmic scale, which shows its ratio to
 * the limit. SVG, without a script.
 */
#include "page.h"

#include <math.h>
#include <string.h>

#define LEFT 58
#define RIGHT 16
#define TOP 36
#define BOTTOM 34
#define HEIGHT 300
#define MIN_STEP 12
#define NARROW_STEP 26
#define NAME_WIDTH 76 /* the maximum width of a shown name */
/* The width of a card if the window is wide enough; it shrinks to MIN_SHOWN before it scrolls. */
#define CARD_WIDTH 1146
#define MIN_SHOWN 900
#define MAX_SPREAD 84

struct plot {
	FILE *out;
	bool is_judged; /* without expectations, so without margins */
	const struct as_verification *verification;
	double min_s, max_s; /* of the scale */
	double step, width;
};

/* The time that the verdict is based on: a submission that slept is above the limit, whatever its
 * CPU time. */
static double time_of(const struct as_result_test *test)
{
	return (double)as_result_counted_ns(test) / 1e9;
}

/* From the power of ten below the values to the next one above, at least a millisecond. */
static void take_scale(struct plot *plot, double limit_s, double margin)
{
	const struct as_verification *verification = plot->verification;
	double max_s = limit_s * margin * 1.1;

	plot->min_s = 0.001;
	for (size_t s = 0; s < verification->submission_count; s++) {
		const struct as_result *result = &verification->submissions[s].result;
		for (size_t t = 0; t < result->test_count; t++)
			if (time_of(&result->tests[t]) > max_s)
				max_s = time_of(&result->tests[t]);
	}
	plot->max_s = max_s > 0.01 ? max_s * 1.15 : 0.01;
}

static double y_of(const struct plot *plot, double time_s)
{
	double inner = HEIGHT - TOP - BOTTOM;
	double at = time_s <= plot->min_s
			    ? 0
			    : log(time_s / plot->min_s) / log(plot->max_s / plot->min_s);

	return TOP + inner * (1 - at);
}

static double x_of(const struct plot *plot, size_t test)
{
	return LEFT + plot->step * ((double)test + 0.5);
}

static void write_grid(const struct plot *plot)
{
	double at_s = plot->min_s;

	while (at_s <= plot->max_s) {
		double y = y_of(plot, at_s);
		fprintf(plot->out,
			"<line class=\"grid\" x1=\"%d\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>"
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
			LEFT, plot->width - RIGHT, y, y, LEFT - 8, y + 4);
		as_html_time(plot->out, (int64_t)(at_s * 1e9 + 0.5));
		fputs("</text>", plot->out);
		at_s *= 10;
	}
}

static void write_line(const struct plot *plot, const char *kind, double at_s, const char *text)
{
	double y = y_of(plot, at_s);

	if (at_s <= plot->min_s || at_s > plot->max_s)
		return;
	fprintf(plot->out,
		"<line class=\"%s\" x1=\"%d\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>"
		"<text class=\"%s-text\" x=\"%d\" y=\"%.1f\">%s</text>",
		kind, LEFT, plot->width - RIGHT, y, y, kind, LEFT + 6, y - 4, text);
}

/* Writes all names if they fit, else every fifth, tenth, and so on. */
static void write_names(const struct plot *plot)
{
	const struct as_verified_package *package = &plot->verification->package;
	size_t count = package->test_count, every = 1;

	while ((double)every * plot->step < NAME_WIDTH)
		every++;
	for (size_t t = 0; t < count; t += every) {
		const char *name = package->tests[t];
		const char *slash = strrchr(name, '/');
		char text[12];
		as_text_printable(slash ? slash + 1 : name, strlen(slash ? slash + 1 : name), text,
			sizeof(text));
		fprintf(plot->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
			x_of(plot, t), HEIGHT - BOTTOM + 18);
		as_html_text(plot->out, text);
		fputs("</text>", plot->out);
	}
}

/* Samples and groups of secret tests side by side, each with its name if that fits. */
static void write_groups(const struct plot *plot)
{
	const struct as_verified_package *package = &plot->verification->package;

	for (size_t first = 0, end; first < package->test_count; first = end) {
		const char *name = package->tests[first];
		const size_t length = as_test_folder_length(name);
		const double x = LEFT + plot->step * (double)first;
		for (end = first + 1; end < package->test_count; end++)
			if (as_test_folder_length(package->tests[end]) != length ||
				strncmp(package->tests[end], name, length) != 0)
				break;
		fprintf(plot->out,
			"<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"4\" y2=\"%d\"/>", x, x,
			HEIGHT - BOTTOM);
		if ((double)(end - first) * plot->step < 7 * (double)length + 8)
			continue;
		AS_AUTO_FREE char *group = strndup(name, length);
		fprintf(plot->out, "<text class=\"group\" x=\"%.1f\" y=\"14\">", x + 5);
		as_html_text(plot->out, group);
		fputs("</text>", plot->out);
	}
}

/* The expected side of the limit. */
static const char *kind_of(const struct as_verified *submission)
{
	bool accepted = false, slow = false;

	for (size_t i = 0; i < submission->expected_count; i++) {
		accepted |= submission->expected[i] == AS_VERDICT_AC;
		slow |= submission->expected[i] == AS_VERDICT_TLE;
	}
	return slow && !accepted ? "slow" : accepted && !slow ? "fast" : "other";
}

static void write_dot(const struct plot *plot, const struct as_verified *submission,
	const struct as_result_test *test, size_t index, double shift)
{
	const char *kind = kind_of(submission);
	const char *waited = as_result_has_waited(test) ? " waited" : "";
	double x = x_of(plot, index) + shift, y = y_of(plot, time_of(test));
	double radius = plot->step < NARROW_STEP ? 2.8 : 4.2;

	if (strcmp(kind, "slow") == 0)
		fprintf(plot->out,
			"<rect class=\"dot slow%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
			"height=\"%.1f\" rx=\"1.5\"><title>",
			waited, x - radius, y - radius, 2 * radius, 2 * radius);
	else
		fprintf(plot->out,
			"<circle class=\"dot %s%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
			kind, waited, x, y, radius);
	as_html_text(plot->out, submission->path);
	fputs(" on ", plot->out);
	as_html_text(plot->out, test->name);
	fprintf(plot->out, ": %s, ", as_verdict_name(test->verdict));
	as_page_time_of(plot->out, test);
	fputs(strcmp(kind, "slow") == 0 ? "</title></rect>" : "</title></circle>", plot->out);
}

/* Submissions are side by side in a test's column, so that none hides another. */
static void write_dots(const struct plot *plot)
{
	const struct as_verified_package *package = &plot->verification->package;
	const double spread = plot->step * 0.7 < MAX_SPREAD ? plot->step * 0.7 : MAX_SPREAD;
	const size_t count = plot->verification->submission_count;

	for (size_t s = 0; s < count; s++) {
		const struct as_verified *submission = &plot->verification->submissions[s];
		double share = count > 1 ? (double)s / (double)(count - 1) - 0.5 : 0;
		size_t column = 0;
		for (size_t t = 0; t < submission->result.test_count; t++) {
			const struct as_result_test *test = &submission->result.tests[t];
			while (column < package->test_count &&
				strcmp(package->tests[column], test->name) != 0)
				column++;
			if (column < package->test_count && as_result_counted_ns(test) >= 0)
				write_dot(plot, submission, test, column, share * spread);
		}
	}
}

static void write_svg(struct plot *plot)
{
	const struct as_verified_package *package = &plot->verification->package;
	double limit_s = (double)plot->verification->time_limit_ns / 1e9;
	double margin = plot->is_judged ? 1 : package->time_limit_to_tle;
	double factor = package->ac_to_time_limit;
	double count = (double)package->test_count;

	plot->step = (CARD_WIDTH - LEFT - RIGHT) / (count > 0 ? count : 1);
	if (plot->step < MIN_STEP)
		plot->step = MIN_STEP;
	plot->width = LEFT + RIGHT + plot->step * count;
	take_scale(plot, limit_s, margin);
	fprintf(plot->out,
		"<svg viewBox=\"0 0 %.0f %d\" style=\"width:100%%;min-width:%.0fpx\" role=\"img\" "
		"aria-label=\"Time of each submission on each test\">",
		plot->width, HEIGHT, plot->width > CARD_WIDTH ? plot->width : MIN_SHOWN);
	write_grid(plot);
	write_names(plot);
	write_groups(plot);
	write_dots(plot);
	/* Drawn above the dots, of which there may be thousands. */
	write_line(plot, "limit", limit_s, "time limit");
	if (!plot->is_judged) {
		write_line(plot, "margin", limit_s / factor, "fast enough");
		write_line(plot, "margin", limit_s * margin, "slow enough");
	}
	fputs("</svg>", plot->out);
}

void as_page_plot(const struct as_page *page)
{
	FILE *out = page->out;
	const struct as_verification *verification = page->verification;
	struct plot plot = {.out = out, .is_judged = page->is_judged, .verification = verification};

	if (verification->package.test_count == 0 || verification->submission_count == 0)
		return;
	fputs("<h2>Time per test</h2><div class=\"card\"><div class=\"scroll\">", out);
	write_svg(&plot);
	fputs("</div><div class=\"legend\">", out);
	if (!page->is_judged)
		fputs("<span><span class=\"dot-key fast\"></span>expected: accepted</span>"
		      "<span><span class=\"dot-key slow\"></span>expected: time limit "
		      "exceeded</span>"
		      "<span><span class=\"dot-key other\"></span>others</span>",
			out);
	fputs("<span>CPU time; hollow: wall time of a run that waited past the limit</span>"
	      "<span>runs are stopped some time after the limit</span></div></div>",
		out);
}
