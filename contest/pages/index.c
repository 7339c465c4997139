/* SPDX-License-Identifier: MIT */
/* The page with all contests of a server. */
#include "page.h"

#include <string.h>

struct as_contest_listed as_contest_list(
	const struct as_contest_log *log, const char *base, int64_t now_wall_ms)
{
	const struct as_contest_settings *settings = &as_contest_log_contest(log)->settings;
	const struct as_contest_clock *clock = as_contest_log_clock(log);
	const int64_t time_ms = as_contest_time_ms(clock, now_wall_ms);
	const bool has_begun = time_ms != AS_NEVER_MS && time_ms >= 0;

	return (struct as_contest_listed){.base = base,
		.name = settings->name,
		.formal_name = settings->formal_name,
		.when = !has_begun                     ? AS_CONTEST_LISTED_COMING
			: time_ms < clock->duration_ms ? AS_CONTEST_LISTED_RUNNING
						       : AS_CONTEST_LISTED_OVER,
		.start_wall_ms = clock->start_wall_ms,
		.end_wall_ms = as_contest_wall_ms(clock, clock->duration_ms),
		.is_final = clock->finalized_wall_ms <= now_wall_ms};
}

/* ---- the order ---- */

/* The next start first; of those that are over, the last end first. Contests without a time come
 * last. */
static int compare_listed(const void *one, const void *other)
{
	const struct as_contest_listed *a = one, *b = other;
	const bool is_over = a->when == AS_CONTEST_LISTED_OVER;

	if (a->when != b->when)
		return a->when < b->when ? -1 : 1;
	const int64_t a_ms = is_over ? -a->end_wall_ms : a->start_wall_ms;
	const int64_t b_ms = is_over ? -b->end_wall_ms : b->start_wall_ms;
	return a_ms != b_ms ? (a_ms < b_ms ? -1 : 1) : strcmp(a->name, b->name);
}

/* ---- the table ---- */

static void write_moment(FILE *out, int64_t wall_ms)
{
	fputs("<td>", out);
	if (wall_ms == AS_NEVER_MS)
		fputs(PAGE_DASH, out);
	else
		page_moment(out, wall_ms);
	fputs("</td>", out);
}

static void write_listed(FILE *out, const struct as_contest_listed *item)
{
	fputs("<tr><th scope=\"row\"><a href=\"", out);
	page_address(out, item->base, "/", NULL);
	fputs("\">", out);
	as_html_name(out, item->name);
	fputs("</a>", out);
	if (item->formal_name && strcmp(item->formal_name, item->name) != 0) {
		fputs("<div class=\"sub\">", out);
		as_html_name(out, item->formal_name);
		fputs("</div>", out);
	}
	fputs("</th>", out);
	write_moment(out, item->start_wall_ms);
	write_moment(out, item->end_wall_ms);
	if (item->when == AS_CONTEST_LISTED_OVER)
		fprintf(out, "<td>%s</td>", item->is_final ? "final" : "not final yet");
	fputs("</tr>", out);
}

void as_contest_page_index(FILE *out, const char *base, struct as_contest_listed *items,
	size_t count, int64_t now_wall_ms)
{
	static const char *const headings[] = {[AS_CONTEST_LISTED_RUNNING] = "Running",
		[AS_CONTEST_LISTED_COMING] = "Coming",
		[AS_CONTEST_LISTED_OVER] = "Archive"};

	qsort(items, count, sizeof(*items), compare_listed);
	as_site_page_head(out, base, &as_contest_assets);
	as_site_page_script(out, base, &as_contest_assets, "page.js");
	fprintf(out,
		"<title>Contests</title></head><body data-now=\"%" PRId64
		"\"><main id=\"main\"><h1>Contests</h1>",
		now_wall_ms);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || items[i].when != items[i - 1].when) {
			fprintf(out, "%s<h2>%s</h2>", i ? "</tbody></table></div>" : "",
				headings[items[i].when]);
			as_html_table(out, "list",
				items[i].when == AS_CONTEST_LISTED_OVER
					? "Contest|Start|End|Results"
					: "Contest|Start|End");
		}
		write_listed(out, &items[i]);
	}
	fputs("</tbody></table></div></main><footer>judged by Assay</footer></body></html>\n", out);
}
