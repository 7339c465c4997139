/* SPDX-License-Identifier: MIT */
/* Clarifications for the jury: the queue by subject, claims, filters, and texts that were typed. */
#include "pages_open.h"

TestSuite(pages_desk, .init = open_gallery, .fini = close_gallery);

static void ask(const char *team, const char *category, const char *text)
{
	case_event(&at, START + 266 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s}", "type", "clarification", "from_team", team,
			"category", category, "text", text));
}

static void mark(int number, const char *action, const char *username)
{
	case_event(&at, START + 267 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s}", "type", "question", "clarification", number,
			"action", action, "account", username));
}

/* The text from a heading to the next one of its level. */
static char *part_of(const char *page, const char *begin, const char *end)
{
	const char *from = strstr(page, begin);

	cr_assert(from, "%s is not in %s", begin, page);
	const char *to = strstr(from + strlen(begin), end);
	return to ? strndup(from, (size_t)(to - from)) : strdup(from);
}

Test(pages_desk, open_questions_are_grouped_by_subject)
{
	const struct as_contest_visit jury = case_visit(&at, "judge", 268);

	ask("t1", "Technical", "The keyboard is broken.");
	ask("t3", "<i>", "What?");
	case_clarify(&at, 266, "t3", NULL, 0, "huge", "Is m even?");
	ask("t5", "Technical", "The screen is dark.");
	AS_AUTO_FREE char *page =
		PAGE(as_contest_page_jury_clarifications(out, &jury, &ALL_CLARIFICATIONS, NULL));
	AS_AUTO_FREE char *huge = part_of(page, "<small>2 open</small>", "<h3");
	AS_AUTO_FREE char *technical = part_of(page, ">Technical</bdi>", "<h3");
	SHOWS(huge, "Is n even in problem D?");
	SHOWS(huge, "Is m even?");
	HIDES(huge, "keyboard");
	SHOWS(technical, "<small>2 open</small>");
	SHOWS(technical, "keyboard");
	SHOWS(technical, "screen");
	HIDES(page, "<i>");
	/* By the filter. */
	AS_AUTO_FREE char *some = PAGE(as_contest_page_jury_clarifications(out, &jury,
		&((struct as_contest_desk_filter){"open", "category:Technical"}), NULL));
	SHOWS(some, "keyboard");
	HIDES(some, "Is m even?");
	SHOWS(some, "<option value=\"category:Technical\" selected>");
	AS_AUTO_FREE char *answered = PAGE(as_contest_page_jury_clarifications(
		out, &jury, &((struct as_contest_desk_filter){"answered", NULL}), NULL));
	SHOWS(answered, "May a coin have the value 0?");
	HIDES(answered, "keyboard");
	AS_AUTO_FREE char *general = PAGE(as_contest_page_jury_clarifications(
		out, &jury, &((struct as_contest_desk_filter){NULL, "general"}), NULL));
	HIDES(general, "keyboard");
	HIDES(general, "May a coin have the value 0?");
}

Test(pages_desk, a_claim_is_shown_to_the_jury_only)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 268),
				      admin = case_visit(&at, "admin", 268),
				      team = case_visit(&at, "team2", 268);

	mark(4, "claim", "judge");
	AS_AUTO_FREE char *own = PAGE(as_contest_page_jury_clarification(out, &judge, 3, NULL));
	AS_AUTO_FREE char *others = PAGE(as_contest_page_jury_clarification(out, &admin, 3, NULL));
	AS_AUTO_FREE char *asker = PAGE(as_contest_page_clarifications(out, &team, NULL));
	SHOWS(own, "Claimed by <bdi>judge</bdi>");
	SHOWS(own, "value=\"release\"");
	SHOWS(own, "<button name=\"action\" value=\"answer\">Answer</button>");
	SHOWS(others, "name=\"claimed\" value=\"judge\"");
	SHOWS(others, "Take over</button>");
	SHOWS(others, "Answer anyway</button>");
	SHOWS(asker, "Is n even in problem D?");
	HIDES(asker, "Claimed");
	AS_AUTO_FREE char *mine = PAGE(as_contest_page_jury_clarifications(
		out, &judge, &((struct as_contest_desk_filter){"mine", NULL}), NULL));
	AS_AUTO_FREE char *none = PAGE(as_contest_page_jury_clarifications(
		out, &admin, &((struct as_contest_desk_filter){"mine", NULL}), NULL));
	SHOWS(mine, "Is n even in problem D?");
	HIDES(none, "Is n even in problem D?");
	mark(4, "close", "judge");
	AS_AUTO_FREE char *closed = PAGE(as_contest_page_jury_clarification(out, &admin, 3, NULL));
	SHOWS(closed, "No answer needed, said <bdi>judge</bdi>");
	SHOWS(closed, "Reopen</button>");
	AS_AUTO_FREE char *audit = PAGE(as_contest_page_jury_audit(out, &admin, 0));
	SHOWS(audit, "<p>Claim <a href=\"/jury/clarifications/4\">question 4</a> of ");
	SHOWS(audit, "<p>No answer needed: <a href=\"/jury/clarifications/4\">question 4</a> of ");
}

Test(pages_desk, what_was_typed_is_still_there_after_a_refusal)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 268),
				      team = case_visit(&at, "team2", 268);
	const char *const to[] = {"team:t3", "group:none", NULL};
	const struct as_contest_typed_message typed = {
		.subject = "category:Technical", .text = "A </textarea> B", .to = to};

	AS_AUTO_FREE char *one = PAGE(as_contest_page_jury_clarification(out, &judge, 3, &typed));
	AS_AUTO_FREE char *all =
		PAGE(as_contest_page_jury_clarifications(out, &judge, &ALL_CLARIFICATIONS, &typed));
	AS_AUTO_FREE char *own = PAGE(as_contest_page_clarifications(out, &team, &typed));
	SHOWS(one, "data-typed>\nA &lt;/textarea&gt; B</textarea>");
	SHOWS(one, "<option value=\"team:t3\" selected>");
	HIDES(one, "<option value=\"team:t2\" selected>");
	SHOWS(all, "data-typed>\nA &lt;/textarea&gt; B</textarea>");
	SHOWS(all, "<option value=\"category:Technical\" selected>");
	SHOWS(own, "data-typed>\nA &lt;/textarea&gt; B</textarea>");
	SHOWS(own, "<option value=\"category:Technical\" selected>");
}

Test(pages_desk, canned_answers_are_those_of_the_contest)
{
	const struct as_contest_visit judge = case_visit(&at, "judge", 268);
	struct as_contest_desk *desk = &at.contest->settings.desk;

	AS_AUTO_FREE char *usual = PAGE(as_contest_page_jury_clarification(out, &judge, 3, NULL));
	SHOWS(usual, "data-fill=\"No comment.\"");
	desk->answers = calloc(2, sizeof(*desk->answers));
	desk->answers[0] = strdup("See \"A\".\nNow.");
	AS_AUTO_FREE char *own = PAGE(as_contest_page_jury_clarification(out, &judge, 3, NULL));
	SHOWS(own, "data-fill=\"See &quot;A&quot;.\nNow.\"");
	HIDES(own, "No comment.");
}
