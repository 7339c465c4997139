/* SPDX-License-Identifier: MIT */
/* Updates of boards, applied as the script does, turn one fragment into the next. */
#include "pages_gallery.h"

/* ---- applying updates ---- */

struct kept {
	char *ids[40];
	char *rows[40]; /* the line without the rank */
	unsigned long ranks[40];
	size_t count;
};

static char *without_rank(const char *line, size_t size)
{
	const char *begin = strstr(line, "<td class=\"r\">");
	const char *end = strstr(line, "</td>");

	return as_text_format(
		NULL, "%.*s%.*s", (int)(begin - line), line, (int)(line + size - end), end);
}

static char *id_of(const char *line)
{
	return strndup(line + 8, strcspn(line + 8, "\""));
}

static struct kept read_kept(const char *fragment)
{
	struct kept kept = {0};
	const char *at = strstr(fragment, "<tbody>\n");

	cr_assert_not_null(at);
	for (at += 8; strncmp(at, "<tr", 3) == 0; at = strchr(at, '\n') + 1) {
		const size_t size = strcspn(at, "\n");
		kept.ids[kept.count] = id_of(at);
		kept.rows[kept.count] = without_rank(at, size);
		kept.ranks[kept.count++] =
			strtoul(strstr(at, "class=\"r\">") + strlen("class=\"r\">"), NULL, 10);
	}
	return kept;
}

static void clear_kept(struct kept *kept)
{
	for (size_t i = 0; i < kept->count; i++) {
		free(kept->ids[i]);
		free(kept->rows[i]);
	}
}

static void drop(struct kept *kept, const char *id)
{
	for (size_t i = 0; i < kept->count; i++) {
		if (strcmp(kept->ids[i], id) != 0)
			continue;
		free(kept->ids[i]);
		free(kept->rows[i]);
		kept->count--;
		memmove(&kept->ids[i], &kept->ids[i + 1], (kept->count - i) * sizeof(char *));
		memmove(&kept->rows[i], &kept->rows[i + 1], (kept->count - i) * sizeof(char *));
		return;
	}
}

static void insert(struct kept *kept, size_t place, const char *line)
{
	cr_assert_leq(place, kept->count);
	cr_assert_lt(kept->count, 40);
	memmove(&kept->ids[place + 1], &kept->ids[place], (kept->count - place) * sizeof(char *));
	memmove(&kept->rows[place + 1], &kept->rows[place], (kept->count - place) * sizeof(char *));
	kept->ids[place] = id_of(line);
	kept->rows[place] = without_rank(line, strlen(line));
	kept->count++;
}

/* As the script does: rank 0 is none, and stays none. */
static void set_ranks(struct kept *kept, const char *runs)
{
	size_t place = 0;

	while (*runs) {
		char *end;
		const unsigned long first = strtoul(runs, &end, 10);
		const char step = *end;
		const unsigned long count = strtoul(end + 1, &end, 10);
		for (unsigned long i = 0; i < count; i++)
			kept->ranks[place++] = first + (step == '+' && first > 0 ? i : 0);
		runs = *end == ',' ? end + 1 : end;
	}
	cr_assert_eq(place, kept->count);
}

/* Applies an update; returns its number of rows. */
static size_t apply(struct kept *kept, const char *text)
{
	AS_AUTO_JSON json_t *change = json_loads(text, 0, NULL);
	size_t index;
	json_t *row, *id;
	json_t *rows = json_object_get(change, "rows");

	cr_assert_not_null(change, "%s", text);
	json_array_foreach(json_object_get(change, "gone"), index, id)
		drop(kept, json_string_value(id));
	json_array_foreach(rows, index, row)
	{
		AS_AUTO_FREE char *gone = id_of(json_string_value(json_array_get(row, 1)));
		drop(kept, gone);
	}
	json_array_foreach(rows, index, row)
		insert(kept, (size_t)json_integer_value(json_array_get(row, 0)),
			json_string_value(json_array_get(row, 1)));
	set_ranks(kept, json_string_value(json_object_get(change, "ranks")));
	return json_array_size(rows);
}

static void expect_equal(const struct kept *kept, const char *fragment)
{
	AS_AUTO(clear_kept) struct kept other = read_kept(fragment);

	cr_assert_eq(kept->count, other.count);
	for (size_t i = 0; i < other.count; i++) {
		cr_expect_str_eq(kept->rows[i], other.rows[i]);
		cr_expect_eq(kept->ranks[i], other.ranks[i], "%zu: %lu, not %lu", i, kept->ranks[i],
			other.ranks[i]);
	}
}

/* ---- boards ---- */

static struct pages_case at;

static void open_empty(void)
{
	struct as_contest_clock clock = case_five_hours();

	case_make(&at);
	gallery_folder(&at);
	case_open(&at);
	clock.freeze_duration_ms = 0;
	case_clock(&at, START - MINUTE, &clock);
	case_state(&at, START);
}
static void close_empty(void)
{
	case_close(&at);
}
TestSuite(board_change, .init = open_empty, .fini = close_empty);

static char *fragment(bool jury)
{
	return PAGE(as_contest_page_board_fragment(out, &at.log, "", jury, NULL));
}

Test(board_change, updates_after_random_verdicts_make_the_next_board)
{
	static const char *const teams[] = {
		"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "jury"};
	static const char *const problems[] = {"any", "dumb", "even", "huge", "moves", "play"};
	static const char *const verdicts[] = {"AC", "WA", "CE", NULL};
	/* Rows without a rank among the others. */
	case_event(&at, START, 0,
		json_pack("{s: s, s: s, s: b}", "type", "standing", "team", "t3", "guest", 1));
	case_event(&at, START, 0,
		json_pack("{s: s, s: s, s: b, s: s}", "type", "standing", "team", "t5",
			"disqualified", 1, "reason", "x"));
	char *before = fragment(true);
	AS_AUTO(clear_kept) struct kept kept = read_kept(before);
	unsigned random = 7;
	size_t sent = 0;

	for (int minute = 1; minute < 200; minute++) {
		for (unsigned i = 0; i <= random % 3; i++) {
			random = random * 1103515245 + 12345;
			case_submit(&at, minute, teams[random / 65536 % 10],
				problems[random / 7 % 6], verdicts[random / 131072 % 4]);
		}
		char *after = fragment(true);
		AS_AUTO_FREE char *change = as_contest_board_change(before, after, NULL);
		cr_assert_not_null(change);
		sent += apply(&kept, change);
		expect_equal(&kept, after);
		free(before);
		before = after;
	}
	free(before);
	/* An update has one or two rows on average, not the whole board. */
	cr_expect_lt(sent, 199 * 3, "%zu", sent);
	cr_expect_gt(sent, 150, "%zu", sent);
}

Test(board_change, a_team_that_registers_is_a_new_row)
{
	AS_AUTO_FREE char *before = fragment(false);
	AS_AUTO(clear_kept) struct kept kept = read_kept(before);

	case_event(&at, START + MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "team", "id", "r1", "name",
			"New", "username", "new", "hash", "x"));
	AS_AUTO_FREE char *after = fragment(false);
	AS_AUTO_FREE char *change = as_contest_board_change(before, after, NULL);
	AS_AUTO_FREE char *back = as_contest_board_change(after, before, NULL);
	cr_assert(change && back);
	cr_expect_eq(apply(&kept, change), 1);
	expect_equal(&kept, after);
	cr_expect_eq(apply(&kept, back), 0);
	expect_equal(&kept, before);
}

Test(board_change, an_equal_board_is_an_empty_update)
{
	AS_AUTO_FREE char *before = fragment(false);
	AS_AUTO_FREE char *change = as_contest_board_change(before, before, NULL);

	cr_assert_not_null(change);
	cr_expect_not_null(
		strstr(change, "\"rows\":[],\"gone\":[],\"ranks\":\"1=9\""), "%s", change);
	cr_expect_null(strstr(change, "foot"));
}

Test(board_change, a_freeze_or_medals_need_the_whole_fragment)
{
	struct as_error error = {0};
	struct as_contest_clock clock = case_five_hours();
	case_submit(&at, 10, "t1", "any", "AC");
	AS_AUTO_FREE char *before = fragment(false);

	case_clock(&at, START + 20 * MINUTE, &clock);
	case_state(&at, START + 241 * MINUTE);
	AS_AUTO_FREE char *frozen = fragment(false);
	cr_expect_null(as_contest_board_change(before, frozen, &error));
	clock.thaw_wall_ms = START + 302 * MINUTE;
	clock.finalized_wall_ms = START + 301 * MINUTE;
	case_clock(&at, START + 303 * MINUTE, &clock);
	case_state(&at, START + 304 * MINUTE);
	AS_AUTO_FREE char *final = fragment(false);
	cr_assert_not_null(strstr(final, "medal"));
	cr_expect_null(as_contest_board_change(final, final, &error));
	cr_expect_null(as_contest_board_change("", final, &error));
	cr_expect_null(as_contest_board_change("<tbody>\n<tr id=\"", "<tbody>\n<", &error));
	cr_expect_eq(error.kind, AS_ERROR_NONE);
}
