/* SPDX-License-Identifier: MIT */
/*
 * Untrusted texts are inert. Each field of the folder, of the events and of forms has a text with
 * markup, quotes and a bidirectional control. Python's HTML parser then checks each page.
 */
#include "pages_all.h"

static struct pages_case at;

/* Every page shows "\u202e" in visible form; no page may have a tag with this name. */
#define HOSTILE "</b></title></script></textarea><evil x='\"'>&lt;\xe2\x80\xae"
/* Quoted for YAML. */
#define HOSTILE_YAML "</b></title></script></textarea><evil x='\\\"'>&lt;\xe2\x80\xae"

static void put_hostile(const char *name, const char *format)
{
	/* Replaces each '@' by the text. */
	char text[8192] = "";
	size_t size = 0;

	for (; *format; format++) {
		const char *part = *format == '@' ? HOSTILE_YAML : (const char[]){*format, 0};
		size += (size_t)snprintf(text + size, sizeof text - size, "%s", part);
		cr_assert_lt(size, sizeof text);
	}
	case_put(&at, name, text);
}

static void make_hostile_folder(void)
{
	case_make(&at);
	gallery_folder(&at);
	put_hostile("contest.yaml",
		"id: evil\nname: \"@\"\nformal_name: \"@\"\nduration: 5:00:00\n"
		"scoreboard_freeze_duration: 1:00:00\nregistration: {join_code: maple-leaf}\n");
	put_hostile("problems.yaml",
		"- {id: any, label: \"<b>A\", color: \"@\", name: \"@\", package: packages/any, "
		"feedback: full}\n"
		"- {id: dumb, label: \"'\", name: \"@\", package: packages/dumb, feedback: full}\n"
		"- {id: even, label: '\"', name: \"@\", package: packages/even}\n"
		"- {id: huge, label: D, name: \"@\", package: packages/huge}\n"
		"- {id: moves, label: E, name: \"@\", package: packages/moves}\n"
		"- {id: play, label: F, name: \"@\", package: packages/play}\n");
	put_hostile("groups.yaml",
		"- {id: students, name: \"@\"}\n- {id: guests, name: \"@\"}\n- {id: staff, name: "
		"\"@\", hidden: true}\n");
	put_hostile("organizations.yaml",
		"- {id: north, name: \"@\", formal_name: \"@\"}\n- {id: coast, name: \"@\"}\n"
		"- {id: tech, name: \"@\"}\n");
	put_hostile("persons.yaml", "- {id: p1, name: \"@\", role: contestant, team_ids: [t1]}\n"
				    "- {id: p2, name: \"@\", role: coach, team_ids: [t1]}\n");
	put_hostile("teams.yaml",
		"- {id: t1, label: \"@\", place: \"@\", name: \"@\", display_name: \"@\", "
		"organization_id: "
		"north, group_ids: [students]}\n"
		"- {id: t2, name: \"@\", organization_id: coast, group_ids: [guests]}\n"
		"- {id: t3, name: \"@\"}\n- {id: t4, name: \"@\"}\n- {id: t5, name: \"@\"}\n"
		"- {id: t6, name: \"@\"}\n- {id: t7, name: \"@\"}\n- {id: t8, name: \"@\"}\n"
		"- {id: jury, name: \"@\", group_ids: [staff]}\n");
	put_hostile("accounts.yaml",
		"- {id: team1, username: team1, name: \"@\", password: maple-syrup-1, type: team, "
		"team_id: t1}\n"
		"- {id: admin, username: admin, name: \"@\", password: maple-syrup-3, type: "
		"admin}\n"
		"- {id: b, username: \"<evil/x='\\\"'>\", password: maple-syrup-4, type: judge}\n");
}

static void make_hostile_statement(void)
{
	case_put(&at, "packages/any/statement/problem.en.md",
		HOSTILE
		"\n\n# " HOSTILE "\n\n<script>alert(1)</script>\n\n"
		"[link](javascript:alert(1)) [entity](java&#115;cript:alert(1)) "
		"<javascript:alert(1)> [data](data:text/html,x) [file](../../etc/passwd) "
		"[good](https://example.org/?a=\"><evil>) [part](#x)\n\n"
		"![picture](javascript:alert(1) \"<evil>\") ![<evil> \" onerror=x](x.png)\n\n"
		"$" HOSTILE "$ and $$\\<evil>$$ and `<evil>` &lt;evil&gt; &#x202e;\n\n"
		"```<evil>\n<evil>\n```\n\n|<evil>|b|\n|---|--:|\n|\"'<evil>|<script>|\n");
	AS_AUTO_FREE char *markdown =
		as_text_format(NULL, "%s/packages/dumb/statement/problem.en.md", at.folder);
	cr_assert_eq(unlink(markdown), 0);
	case_put(&at, "packages/dumb/statement/problem.en.tex",
		"\\problemname{<evil>}" HOSTILE "\n\n\\section{" HOSTILE "} \\textbf{" HOSTILE
		"} \\url{javascript:alert(1)} \\href{https://example.org/\"><evil>}{" HOSTILE
		"} \\includegraphics{\" onerror=x} $" HOSTILE
		"$ \\[\\href{javascript:x}{<evil>}\\] "
		"\\begin{verbatim}" HOSTILE "\\end{verbatim} \\begin{tabular}{" HOSTILE "}" HOSTILE
		"&\"'<evil>\\end{tabular} \\begin{<evil>} \\<evil> \\verb|<evil>| "
		"\\illustration{1}{../../etc/passwd}{" HOSTILE "} \\constant{<evil>}\n");
	case_put(&at, "packages/any/data/sample/1.in", HOSTILE "\n");
	case_put(&at, "packages/any/data/sample/1.ans", HOSTILE "\n");
}

static void open_hostile(void)
{
	const struct as_contest_clock clock = case_five_hours();

	make_hostile_folder();
	make_hostile_statement();
	case_open(&at);
	case_clock(&at, START - 60 * MINUTE, &clock);
	case_state(&at, START);
	case_clarify(&at, 3, NULL, NULL, 0, "any", HOSTILE);
	case_clarify(&at, 30, "t1", NULL, 0, NULL, HOSTILE);
	case_clarify(&at, 34, NULL, "t1", 2, NULL, HOSTILE);
	case_clarify(&at, 90, "t2", NULL, 0, "huge", HOSTILE);
	case_event(&at, START + 91 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s}", "type", "clarification", "from_team", "t2",
			"category", HOSTILE, "text", HOSTILE));
	case_event(&at, START + 92 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s}", "type", "question", "clarification", 4,
			"action", "claim", "account", "admin"));
	case_event(&at, START + MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "team", "id", "t9", "name",
			HOSTILE, "username", "<evil>", "hash", HOSTILE));
	case_event(&at, START + 2 * MINUTE, 5000,
		json_pack("{s: s, s: s, s: s, s: s, s: s, s: s}", "type", "submission", "team",
			"t1", "problem", "any", "language", HOSTILE, "name", HOSTILE, "entry_point",
			HOSTILE));
	gallery_submissions(&at, true);
}

static void close_hostile(void)
{
	case_close(&at);
}

TestSuite(pages_untrusted, .init = open_hostile, .fini = close_hostile);

Test(pages_untrusted, untrusted_texts_are_inert)
{
	AS_AUTO_FREE char *pages = as_text_format(NULL, "%s/pages", at.folder);

	case_folder(&at, "pages");
	case_acts(&at, 264, "admin");
	case_rejudging(&at, 264, 9, HOSTILE);
	case_propose(&at, 264, 1, 2, "AC");
	case_propose(&at, 264, 1, 5, "WA");
	case_rejudging(&at, 264, 1, HOSTILE);
	pages_write(&at, pages, HOSTILE, HOSTILE "\n" HOSTILE);
	const struct as_contest_visit visit = case_visit(&at, "admin", 265);
	page_write(pages, "/jury/resolve", PAGE(as_contest_page_ceremony(out, &visit)));
	AS_AUTO_FREE char *command = as_text_format(NULL,
		"python3 %s/tests/support/pages.py %s 28 '<evil' 2>&1", ASSAY_SOURCE_DIR, pages);
	AS_AUTO_FREE char *said = page_command(command);
	cr_expect_str_eq(said, "\n");
}
