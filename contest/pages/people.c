/* SPDX-License-Identifier: MIT */
/* Log-in, registration, errors. */
#include "page.h"

static void write_field(FILE *out, const char *label, const char *attributes, const char *value)
{
	fprintf(out, "<label class=\"field\"><span>%s</span><input %s", label, attributes);
	if (value) {
		fputs(" value=\"", out);
		page_value(out, value);
		fputs("\"", out);
	}
	fputs("></label>", out);
}

/* The length is in characters, as the server counts it; `minlength` and `maxlength` would count
 * units of UTF-16. */
static void write_limited(
	FILE *out, const char *label, int min, int max, const char *attributes, const char *value)
{
	char text[300];

	snprintf(text, sizeof(text),
		"%s required pattern=\".{%d,%d}\" title=\"%d to %d characters\"", attributes, min,
		max, min, max);
	write_field(out, label, text, value);
}

void as_contest_page_login(
	FILE *out, const struct as_contest_visit *visit, const char *username, const char *next)
{
	page_begin(out, visit, &(struct page_frame){.place = PAGE_LOGIN, .title = "Log in"});
	page_form(out, visit, "/login", " class=\"card narrow\"");
	if (next) {
		fputs("<input type=\"hidden\" name=\"next\" value=\"", out);
		page_value(out, next);
		fputs("\">", out);
	}
	write_field(out, "Username",
		"name=\"username\" required autocomplete=\"username\" "
		"autocapitalize=\"none\" spellcheck=\"false\"",
		username);
	write_field(out, "Password",
		"name=\"password\" type=\"password\" required "
		"autocomplete=\"current-password\"",
		NULL);
	fputs("<p class=\"actions\"><button>Log in</button></p></form>", out);
	if (page_contest(visit)->settings.registration.join_code) {
		fputs("<p class=\"sub\">No account yet? <a href=\"", out);
		page_address(out, visit->base, "/register", NULL);
		fputs("\">Register a team</a> with the join code.</p>", out);
	}
	page_end(out, visit);
}

static void write_registration(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_typed_team *typed)
{
	page_form(out, visit, "/register", " class=\"card narrow\"");
	write_field(out, "Join code <small>From the organisers</small>",
		"name=\"code\" required autocomplete=\"off\" autocapitalize=\"none\" "
		"spellcheck=\"false\"",
		typed->code);
	write_limited(out, "Name of the team <small>At most 100 characters</small>", 1,
		AS_CONTEST_TEAM_NAME_MAX, "name=\"name\"", typed->name);
	write_limited(out, "Username <small>To log in with</small>", 1, AS_USERNAME_MAX,
		"name=\"username\" autocomplete=\"username\" autocapitalize=\"none\" "
		"spellcheck=\"false\"",
		typed->username);
	write_limited(out, "Password <small>At least 8 characters</small>", AS_PASSWORD_MIN,
		AS_PASSWORD_MAX,
		"name=\"password\" type=\"password\" autocomplete=\"new-password\"", NULL);
	fputs("<p class=\"actions\"><button>Register</button></p></form>", out);
}

void as_contest_page_register(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_typed_team *typed)
{
	const struct as_contest_typed_team nothing = {0};

	page_begin(
		out, visit, &(struct page_frame){.place = PAGE_LOGIN, .title = "Register a team"});
	if (page_contest(visit)->settings.registration.join_code)
		write_registration(out, visit, typed ? typed : &nothing);
	else
		fputs("<p class=\"empty\">Teams cannot register themselves in this contest. Ask "
		      "the organisers for an account.</p>",
			out);
	page_end(out, visit);
}

/* ---- errors ---- */

static void write_error(FILE *out, int status, const char *text)
{
	fputs("<p class=\"problem-text\">", out);
	page_sentence(out, text);
	fprintf(out, "</p><p class=\"sub\">Status %d</p>", status);
}

void as_contest_page_error(
	FILE *out, const struct as_contest_visit *visit, int status, const char *text)
{
	page_begin(out, visit, &(struct page_frame){.title = as_site_status_title(status)});
	write_error(out, status, text);
	page_end(out, visit);
}

void as_contest_page_error_plain(FILE *out, const char *base, int status, const char *text)
{
	page_begin_plain(out, base, as_site_status_title(status));
	write_error(out, status, text);
	fputs("<p><a href=\"", out);
	page_address(out, base, "/", NULL);
	fputs("\">To the first page</a></p>", out);
	page_end_plain(out);
}
