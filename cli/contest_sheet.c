/* SPDX-License-Identifier: MIT */
/* assay contest passwords: a card for each account, or a label for each team, to print and to cut.
 */
#include "contest.h"

#include <assay/contest/pages.h>

#include <assay/html.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

struct options {
	const char *path;
	const char *output;  /* NULL: text on standard output */
	const char *address; /* of the contest, on each card; NULL: none */
	const char *store;   /* NULL: contest.db of the folder */
	bool labels;         /* of teams, without passwords */
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_passwords[] = {
	{"labels", 0, NULL, "a label for the table of each team, without passwords", cli_flag,
		AT(labels)},
	{"address", 0, "URL", "the address of the contest, for each card", cli_text, AT(address)},
	{"output", 'o', "FILE", "write an HTML page to print, which only you can read", cli_text,
		AT(output)},
	{"store", 0, "URL", "the store of the contest (default: contest.db in DIR)", cli_url,
		AT(store)},
	{0},
};

static const struct cli_verb passwords_verb = {.options = options_of_passwords,
	.arguments = "DIR",
	.about = "Prints a card for each account of a contest, with its team, username and "
		 "password. A password that was reset while the contest ran is not on a card.",
	.words = {{"DIR", AT(path)}}};

/* ---- cards ---- */

/* The owner of the card: the team, else the name of the account, else its role. */
static const char *title_of(
	const struct as_contest *contest, const struct as_contest_account *account)
{
	if (account->team != AS_CONTEST_NONE)
		return as_contest_team_display_name(&contest->teams[account->team]);
	return account->name ? account->name : as_contest_role_name(account->role);
}

/* The cards of the teams come first: the jury's cards must not be handed out with them. */
static bool is_team(const struct as_contest_account *account)
{
	return account->team != AS_CONTEST_NONE;
}

/* NULL: the account belongs to no team, or the team to no organization. */
static const char *organization_of(
	const struct as_contest *contest, const struct as_contest_account *account)
{
	const size_t organization =
		is_team(account) ? contest->teams[account->team].organization : AS_CONTEST_NONE;

	return organization == AS_CONTEST_NONE ? NULL : contest->organizations[organization].name;
}

/* NULL: the account belongs to no team, or the team has no place. */
static const char *place_of(
	const struct as_contest *contest, const struct as_contest_account *account)
{
	return is_team(account) ? contest->teams[account->team].place : NULL;
}

/* NULL: the file has only its hash. */
static const char *password_of(const struct as_contest_account *account)
{
	return account->password_is_hash ? NULL : account->password;
}

/* The reason why there is no password. */
static const char *lack_of(const struct as_contest_account *account)
{
	return account->password ? "only its hash is stored" : "none";
}

/* The card says so, because only the jury expects such a team. */
#define HIDDEN "hidden; only the jury sees it"

static bool is_hidden(const struct as_contest *contest, const struct as_contest_account *account)
{
	return is_team(account) && as_contest_team_is_hidden(contest, account->team);
}

/* The accounts in the order of the list of teams, then those of the jury. The caller frees the
 * list. NULL: out of memory. */
static const struct as_contest_account **order_cards(const struct as_contest *contest)
{
	const struct as_contest_account **order =
		calloc(contest->account_count + 1, sizeof(*order));
	size_t count = 0;

	for (size_t team = 0; order && team < contest->team_count; team++)
		for (size_t i = 0; i < contest->account_count; i++)
			if (contest->accounts[i].team == team)
				order[count++] = &contest->accounts[i];
	for (size_t i = 0; order && i < contest->account_count; i++)
		if (!is_team(&contest->accounts[i]))
			order[count++] = &contest->accounts[i];
	return order;
}

#define CUT "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - -"

static void print_line(const char *name, const char *text)
{
	printf("  %-9s ", name);
	cli_print_text(text, strlen(text));
	putchar('\n');
}

static void print_card(const struct as_contest *contest, const struct as_contest_account *account,
	const char *address)
{
	const char *title = title_of(contest, account), *password = password_of(account);
	const char *organization = organization_of(contest, account);
	const char *place = place_of(contest, account);

	cli_print_text(title, strlen(title));
	putchar('\n');
	if (organization)
		print_line("of", organization);
	if (is_hidden(contest, account))
		print_line("team", HIDDEN);
	if (place)
		print_line("place", place);
	print_line("contest", contest->settings.name);
	if (address)
		print_line("address", address);
	print_line("username", account->username);
	print_line("password", password ? password : lack_of(account));
	if (account->ip)
		print_line("ip", account->ip);
	puts(CUT);
}

static int print_cards(const struct as_contest *contest, const char *address)
{
	AS_AUTO_FREE const struct as_contest_account **order = order_cards(contest);
	struct as_error error = {0};

	if (!order) {
		as_error_no_memory(&error);
		return contest_fail(&error);
	}
	for (size_t i = 0; i < contest->account_count; i++)
		print_card(contest, order[i], address);
	return fflush(stdout) ? cli_fail_printing("the passwords") : 0;
}

/* ---- a page ---- */

static const char style[] = AS_HTML_STYLE_BASE AS_HTML_STYLE_PARTS
	".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:12px;"
	"margin:20px 0 0}"
	".card{padding:12px 14px;break-inside:avoid}"
	".card h2{margin:0 0 6px;overflow-wrap:anywhere}"
	"dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0}"
	"dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}"
	"@media print{:root{--bg:#fff;--card:#fff;--ink:#000;--dim:#444;--line:#888}"
	".jury{break-before:page}"
	".head{display:none}main{padding:0}.cards{grid-template-columns:1fr 1fr;margin:0}"
	".card{border-style:dashed;border-radius:0}}"
	".label h2{font-size:1.5rem}.label b{font-size:2.6rem;line-height:1}"
	".label dl{font-size:1.2rem}"
	"svg.source{position:absolute;width:0;height:0}svg.map{display:block;width:100%;margin-top:"
	"8px}"
	"svg.map circle{fill:#a3211a}svg.map text{fill:#fff;font-weight:700;text-anchor:middle;"
	"dominant-baseline:central}";

static void write_term(FILE *out, const char *name, const char *text, bool is_code)
{
	fprintf(out, "<dt>%s</dt><dd%s>", name, is_code ? " class=\"mono\"" : "");
	as_html_name(out, text);
	fputs("</dd>", out);
}

static void write_card(FILE *out, const struct as_contest *contest,
	const struct as_contest_account *account, const char *address)
{
	const char *password = password_of(account);
	const char *organization = organization_of(contest, account);

	fputs("<section class=\"card\"><h2>", out);
	as_html_name(out, title_of(contest, account));
	fputs("</h2><dl>", out);
	if (organization)
		write_term(out, "Of", organization, false);
	if (is_hidden(contest, account))
		write_term(out, "Team", HIDDEN, false);
	if (place_of(contest, account))
		write_term(out, "Place", place_of(contest, account), false);
	write_term(out, "Contest", contest->settings.name, false);
	if (address)
		write_term(out, "Address", address, true);
	write_term(out, "Username", account->username, true);
	write_term(out, "Password", password ? password : lack_of(account), password != NULL);
	if (account->ip)
		write_term(out, "IP", account->ip, true);
	fputs("</dl></section>\n", out);
}

static void write_cards(FILE *out, const struct as_contest *contest,
	const struct as_contest_account *const *order, bool jury, const char *address)
{
	fprintf(out, "<div class=\"cards%s\">\n", jury ? " jury" : "");
	for (size_t i = 0; i < contest->account_count; i++)
		if (is_team(order[i]) != jury)
			write_card(out, contest, order[i], address);
	fputs("</div>", out);
}

/* ---- labels ---- */

size_t contest_count_visible(const struct as_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->team_count; i++)
		count += !as_contest_team_is_hidden(contest, i);
	return count;
}

static void print_label(const struct as_contest *contest, const struct as_contest_team *team)
{
	const char *name = as_contest_team_display_name(team);

	cli_print_text(team->label, strlen(team->label));
	fputs("  ", stdout);
	cli_print_text(name, strlen(name));
	putchar('\n');
	if (team->organization != AS_CONTEST_NONE)
		print_line("of", contest->organizations[team->organization].name);
	if (team->place)
		print_line("place", team->place);
	puts(CUT);
}

static int print_labels(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->team_count; i++)
		if (!as_contest_team_is_hidden(contest, i))
			print_label(contest, &contest->teams[i]);
	return fflush(stdout) ? cli_fail_printing("the labels") : 0;
}

static void write_label(FILE *out, const struct as_contest *contest,
	const struct as_contest_team *team, bool has_map)
{
	fputs("<section class=\"card label\"><h2><b>", out);
	as_html_name(out, team->label);
	fputs("</b> ", out);
	as_html_name(out, as_contest_team_display_name(team));
	fputs("</h2><dl>", out);
	if (team->organization != AS_CONTEST_NONE)
		write_term(out, "Of", contest->organizations[team->organization].name, false);
	if (team->place)
		write_term(out, "Place", team->place, false);
	fputs("</dl>", out);
	if (has_map && as_contest_is_on_map(contest, team))
		as_contest_write_map(out, contest, "#map", &team, 1);
	fputs("</section>\n", out);
}

/* The map, once for all labels. False: there is none, or it cannot be read. */
static bool write_picture(FILE *out, const struct as_contest *contest)
{
	const struct as_contest_file *map =
		as_contest_has_map(contest) ? contest->settings.hall.map.items : NULL;
	AS_AUTO_FREE char *url = map ? as_contest_file_url(contest, map, NULL) : NULL;

	if (url)
		fprintf(out,
			"<svg class=\"source\"><defs><image id=\"map\" width=\"%" PRIu64
			"\" height=\"%" PRIu64 "\" href=\"%s\"/></defs></svg>",
			map->width, map->height, url);
	return url;
}

static void write_labels(FILE *out, const struct as_contest *contest)
{
	const bool has_map = write_picture(out, contest);

	fputs("<div class=\"cards\">\n", out);
	for (size_t i = 0; i < contest->team_count; i++)
		if (!as_contest_team_is_hidden(contest, i))
			write_label(out, contest, &contest->teams[i], has_map);
	fputs("</div>", out);
}

/* ---- the command ---- */

static char *make_page(
	const struct as_contest *contest, const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE char *title = as_text_format(
		error, "%s: %s", options->labels ? "Teams" : "Accounts", contest->settings.name);
	const struct as_html_page page = {.title = title, .style = style};
	AS_AUTO_FREE const struct as_contest_account **order = order_cards(contest);
	char *text = NULL;
	size_t size;
	FILE *out = title && order ? open_memstream(&text, &size) : NULL;

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	as_html_begin(out, &page);
	fputs("<main><div class=\"head\"><h1>", out);
	as_html_name(out, title);
	fputs("</h1></div>", out);
	if (options->labels) {
		write_labels(out, contest);
	} else {
		write_cards(out, contest, order, false, options->address);
		write_cards(out, contest, order, true, options->address);
	}
	fputs("</main>", out);
	as_html_end(out, &page);
	return as_text_close(out, &text, error);
}

static int write_page(
	const struct as_contest *contest, const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE char *page = make_page(contest, options, error);

	return page ? as_file_write(AT_FDCWD, options->output, page, strlen(page), 0600, error)
		    : -1;
}

int contest_passwords(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	const int status = cli_parse(&passwords_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	AS_AUTO_CONTEST struct as_contest *contest = contest_open(options.path, true, &error);
	if (!contest || as_contest_require(contest, &error) ||
		cli_page_check(options.output, &error) ||
		(!options.labels && contest_drop_reset(contest, options.store, &error)))
		return contest_fail(&error);
	if (!options.output)
		return cli_finish(options.labels ? print_labels(contest)
						 : print_cards(contest, options.address));
	if (write_page(contest, &options, &error))
		return contest_fail(&error);
	if (options.labels)
		printf("%s: %zu labels\n", options.output, contest_count_visible(contest));
	else
		printf("%s: %zu accounts\n", options.output, contest->account_count);
	return cli_finish(0);
}
