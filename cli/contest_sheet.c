/* SPDX-License-Identifier: MIT */
/* assay contest passwords: a card for each account, or a label for each team, to print and to cut.
 */
#include "contest.h"

#include "cards.h"

#include <assay/contest/pages.h>

#include <assay/html.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

struct options {
	const char *path;
	const char *output;   /* NULL: text on standard output */
	const char *address;  /* of the contest, on each card; NULL: none */
	const char *store;    /* NULL: contest.db of the folder */
	const char *accounts; /* the file of shared accounts; NULL: none */
	bool labels;          /* of teams, without passwords */
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
	{"accounts", 0, "FILE", "also the accounts of this file, as for assay serve --accounts",
		cli_text, AT(accounts)},
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

static void make_card(const struct as_contest *contest, const struct as_contest_account *account,
	const char *address, struct card *card)
{
	*card = (struct card){.title = title_of(contest, account)};
	card_add(card, "Of", organization_of(contest, account), false);
	card_add(card, "Team", is_hidden(contest, account) ? HIDDEN : NULL, false);
	card_add(card, "Place", place_of(contest, account), false);
	card_add(card, "Contest", contest->settings.name, false);
	card_add(card, "Address", address, true);
	card_add(card, "Username", account->username, true);
	card_add_password(card, account->password, account->password_is_hash);
	card_add(card, "IP", account->ip, false);
}

static void print_card(const struct as_contest *contest, const struct as_contest_account *account,
	const char *address)
{
	struct card card;

	make_card(contest, account, address, &card);
	card_print(&card);
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

static void write_cards(FILE *out, const struct as_contest *contest,
	const struct as_contest_account *const *order, bool jury, const char *address)
{
	fprintf(out, "<div class=\"cards%s\">\n", jury ? " jury" : "");
	for (size_t i = 0; i < contest->account_count; i++) {
		struct card card;
		if (is_team(order[i]) == jury)
			continue;
		make_card(contest, order[i], address, &card);
		card_write(out, &card);
	}
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
		card_print_line("Of", contest->organizations[team->organization].name);
	if (team->place)
		card_print_line("Place", team->place);
	card_print_cut();
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
		card_write_term(out, "Of", contest->organizations[team->organization].name, false);
	if (team->place)
		card_write_term(out, "Place", team->place, false);
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

struct page {
	const struct as_contest *contest;
	const struct options *options;
	const struct as_contest_account *const *order;
};

static void write_all(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->options->labels) {
		write_labels(out, page->contest);
		return;
	}
	write_cards(out, page->contest, page->order, false, page->options->address);
	write_cards(out, page->contest, page->order, true, page->options->address);
}

static int write_page(
	const struct as_contest *contest, const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE const struct as_contest_account **order = order_cards(contest);
	const struct page context = {.contest = contest, .options = options, .order = order};
	AS_AUTO_FREE char *title = as_text_format(
		error, "%s: %s", options->labels ? "Teams" : "Accounts", contest->settings.name);
	AS_AUTO_FREE char *page =
		title && order ? cards_page(title, write_all, &context, error) : NULL;

	if (!order)
		as_error_no_memory(error);
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
	AS_AUTO_CONTEST struct as_contest *contest =
		contest_open_shared(options.path, true, options.accounts, &error);
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
