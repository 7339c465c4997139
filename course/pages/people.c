/* SPDX-License-Identifier: MIT */
/* Log-in, password, errors. */
#include "page.h"

static void write_field(FILE *out, const char *label, const char *attributes, const char *value)
{
	fprintf(out, "<label class=\"field\"><span>%s</span><input %s", label, attributes);
	if (value) {
		fputs(" value=\"", out);
		as_site_write_value(out, value);
		fputs("\"", out);
	}
	fputs("></label>", out);
}

void as_course_page_login(
	FILE *out, const struct as_course_visit *visit, const char *username, const char *next)
{
	course_begin(out, visit, &(struct course_frame){.place = COURSE_LOGIN, .title = "Log in"});
	course_form(out, visit, "/login", " class=\"card narrow\"");
	if (next) {
		fputs("<input type=\"hidden\" name=\"next\" value=\"", out);
		as_site_write_value(out, next);
		fputs("\">", out);
	}
	write_field(out, "Username",
		"name=\"username\" required autocomplete=\"username\" autocapitalize=\"none\" "
		"spellcheck=\"false\"",
		username);
	write_field(out, "Password",
		"name=\"password\" type=\"password\" required autocomplete=\"current-password\"",
		NULL);
	fputs("<p class=\"actions\"><button>Log in</button></p></form>", out);
	course_end(out, visit);
}

void as_course_page_password(FILE *out, const struct as_course_visit *visit)
{
	course_begin(out, visit,
		&(struct course_frame){.place = COURSE_PASSWORD, .title = "Your password"});
	course_form(out, visit, "/password", " class=\"card narrow\"");
	write_field(out, "Present password",
		"name=\"now\" type=\"password\" required autocomplete=\"current-password\"", NULL);
	write_field(out, "New password <small>At least 8 characters</small>",
		"name=\"new\" type=\"password\" required autocomplete=\"new-password\"", NULL);
	write_field(out, "New password, again",
		"name=\"again\" type=\"password\" required autocomplete=\"new-password\"", NULL);
	fputs("<p class=\"sub\">All other sessions of yours end.</p><p class=\"actions\">"
	      "<button>Change the password</button></p></form>",
		out);
	course_end(out, visit);
}

/* ---- errors ---- */

void as_course_page_error(
	FILE *out, const struct as_course_visit *visit, int status, const char *text)
{
	course_begin(out, visit, &(struct course_frame){.title = as_site_status_title(status)});
	fputs("<p>", out);
	as_site_write_sentence(out, text);
	fputs("</p>", out);
	course_end(out, visit);
}

void as_course_page_error_plain(FILE *out, const char *base, int status, const char *text)
{
	const char *title = as_site_status_title(status);

	as_site_page_head(out, base, &as_course_assets);
	fprintf(out, "<title>%s</title></head><body><main id=\"main\"><h1>%s</h1><p>", title,
		title);
	as_site_write_sentence(out, text);
	fputs("</p></main></body></html>\n", out);
}
