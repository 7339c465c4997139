/* SPDX-License-Identifier: MIT */
/* The frame of every page. */
#include "page.h"

static void write_script(FILE *out, const struct as_course_visit *visit, const char *name)
{
	as_site_page_script(out, visit->base, &as_course_assets, name);
}

/* ---- libraries ---- */

static void write_library(
	FILE *out, const struct as_course_visit *visit, const char *style, const char *script)
{
	const struct as_site_assets *assets = as_site_libraries_assets(visit->libraries);

	fputs("<link rel=\"stylesheet\" href=\"", out);
	as_site_page_asset(out, visit->base, assets, style);
	fputs("\"><script defer src=\"", out);
	as_site_page_asset(out, visit->base, assets, script);
	fputs("\"></script>", out);
}

static void write_libraries(
	FILE *out, const struct as_course_visit *visit, const struct course_frame *frame)
{
	if (!visit->libraries)
		return;
	if (frame->has_math && as_site_libraries_have_math(visit->libraries)) {
		write_library(out, visit, "katex.css", "katex.js");
		write_script(out, visit, "math.js");
	}
	if (frame->has_form && as_site_libraries_have_editor(visit->libraries)) {
		write_library(out, visit, "codemirror.css", "codemirror.js");
		write_script(out, visit, "editor.js");
	}
}

/* ---- navigation ---- */

struct entry {
	enum course_place place;
	const char *path, *text;
};

static void write_entry(FILE *out, const struct as_course_visit *visit, const struct entry *entry,
	enum course_place here)
{
	fputs("<a href=\"", out);
	as_site_write_address(out, visit->base, entry->path, NULL);
	fprintf(out, "\"%s>%s</a>", entry->place == here ? " aria-current=\"page\"" : "",
		entry->text);
}

static size_t count_open_requests(const struct as_course_visit *visit)
{
	size_t count = 0;

	for (size_t i = 0; i < as_course_log_request_count(visit->log); i++)
		count += !as_course_log_request(visit->log, i)->answer;
	return count;
}

static void write_staff_entries(
	FILE *out, const struct as_course_visit *visit, enum course_place here)
{
	static const struct entry class = {COURSE_CLASS, "/class", "Class"},
				  audit = {COURSE_AUDIT, "/class/audit", "Audit log"};
	const size_t open = count_open_requests(visit);

	write_entry(out, visit, &class, here);
	fputs("<a href=\"", out);
	as_site_write_address(out, visit->base, "/class/requests", NULL);
	fprintf(out, "\"%s>Requests", here == COURSE_REQUESTS ? " aria-current=\"page\"" : "");
	if (open)
		fprintf(out, " <span class=\"count\">%zu</span>", open);
	fputs("</a>", out);
	write_entry(out, visit, &audit, here);
}

static void write_entries(FILE *out, const struct as_course_visit *visit, enum course_place here)
{
	static const struct entry home = {COURSE_HOME, "/", "Assignments"};

	if (visit->person == AS_COURSE_NONE)
		return;
	if (course_is_staff(visit))
		write_staff_entries(out, visit, here);
	else
		write_entry(out, visit, &home, here);
}

static void write_visitor(FILE *out, const struct as_course_visit *visit, enum course_place here)
{
	static const struct entry login = {COURSE_LOGIN, "/login", "Log in"};

	fputs("<div class=\"who\">", out);
	if (visit->person == AS_COURSE_NONE) {
		write_entry(out, visit, &login, here);
	} else if (visit->viewer != AS_COURSE_NONE) {
		course_name(out, visit, visit->person);
	} else {
		course_link(out, visit, "/password", NULL, NULL);
		course_name(out, visit, visit->person);
		fputs("</a>", out);
		course_form(out, visit, "/logout", "");
		fputs("<button class=\"plain\">Log out</button></form>", out);
	}
	fputs("</div>", out);
}

static void write_viewer(FILE *out, const struct as_course_visit *visit)
{
	if (visit->viewer == AS_COURSE_NONE)
		return;
	course_form(out, visit, "/as/end", " class=\"viewing\"");
	fputs("<p><b>", out);
	course_name(out, visit, visit->viewer);
	fputs("</b> looks at the site as <b>", out);
	course_name(out, visit, visit->person);
	fputs("</b>. Nothing can be changed.</p><button>End</button></form>", out);
}

/* ---- the frame ---- */

static void write_notice(FILE *out, const struct as_course_notice *notice)
{
	static const char *const kinds[] = {
		[AS_COURSE_NOTICE_INFO] = "info\" role=\"status",
		[AS_COURSE_NOTICE_DONE] = "done\" role=\"status",
		[AS_COURSE_NOTICE_ERROR] = "error\" role=\"alert",
	};

	if (!notice->text)
		return;
	fprintf(out, "<p class=\"notice %s\">", kinds[notice->kind]);
	as_site_write_sentence(out, notice->text);
	fputs("</p>", out);
}

static void write_head(
	FILE *out, const struct as_course_visit *visit, const struct course_frame *frame)
{
	as_site_page_head(out, visit->base, &as_course_assets);
	fputs("<link rel=\"stylesheet\" href=\"", out);
	as_site_page_asset(out, visit->base, &as_course_assets, "course.css");
	fputs("\">", out);
	write_script(out, visit, "page.js");
	if (frame->is_live)
		write_script(out, visit, "live.js");
	write_script(out, visit, "fit.js");
	write_script(out, visit, "count.js");
	if (frame->has_form)
		write_script(out, visit, "submit.js");
	write_libraries(out, visit, frame);
	fputs("<title>", out);
	as_site_write_attribute(out, frame->title);
	fputs(COURSE_DOT, out);
	as_site_write_attribute(out, course_of(visit)->title);
	fprintf(out, "</title></head><body data-now=\"%" PRId64 "\">", visit->now_wall_ms);
}

void course_begin(FILE *out, const struct as_course_visit *visit, const struct course_frame *frame)
{
	write_head(out, visit, frame);
	fputs("<a class=\"skip\" href=\"#main\">Skip to the content</a><header class=\"top\">",
		out);
	write_viewer(out, visit);
	fputs("<div class=\"bar\"><a class=\"contest\" href=\"", out);
	as_site_write_address(out, visit->base, "/", NULL);
	fputs("\">", out);
	as_html_name(out, course_of(visit)->title);
	fputs("</a><nav aria-label=\"Pages\">", out);
	write_entries(out, visit, frame->place);
	fputs("</nav>", out);
	write_visitor(out, visit, frame->place);
	fprintf(out, "</div></header><main id=\"main\"%s>",
		frame->is_wide ? " class=\"wide\"" : "");
	write_notice(out, &visit->notice);
	fputs("<h1>", out);
	as_html_name(out, frame->title);
	fputs("</h1>", out);
}

void course_end(FILE *out, const struct as_course_visit *visit)
{
	fputs("</main><footer data-zone>", out);
	if (visit->index) {
		fputs("<a href=\"", out);
		as_site_write_address(out, visit->index, "/", NULL);
		fputs("\">All courses and contests</a>" COURSE_DOT, out);
	}
	as_html_name(out, course_of(visit)->title);
	fputs(COURSE_DOT "judged by Assay" COURSE_DOT "times in ", out);
	as_html_name(out, course_of(visit)->zone);
	fputs("</footer></body></html>\n", out);
}
