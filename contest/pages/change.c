/* SPDX-License-Identifier: MIT */
/*
 * Updates from one fragment of a board to the next. A verdict changes one row and moves it; most
 * others only get other ranks. So an update has the rows that changed, each with its new place; all
 * others keep their order. Ranks are sent as runs.
 *
 * Both fragments come from board.c. If one has another form, there is no update of rows, and the
 * whole fragment is sent.
 */
#include "page.h"

#define BODY_BEGIN "<tbody>\n"
#define BODY_END "</tbody>"
#define ROW_BEGIN "<tr id=\""
#define RANK_BEGIN "\"><td class=\"r\">"
#define RANK_END "</td>"

struct row {
	const char *line; /* line_size bytes, including the line feed */
	size_t line_size;
	const char *id;
	size_t id_size;
	const char *rest; /* after the rank, to the end of the line */
	unsigned long rank;
	size_t other; /* index of the equal row (same id and rest) in the other text; or NONE */
	bool stays;   /* keeps its order relative to other such rows */
};
#define NONE SIZE_MAX

struct text {
	const char *head, *body, *tail; /* parts of the fragment; the tail begins with BODY_END */
	struct row *rows;
	size_t row_count;
};

static void clear_text(struct text *text)
{
	free(text->rows);
}

/* ---- reading a fragment ---- */

static bool skip(const char **at, const char *part)
{
	const size_t size = strlen(part);

	if (strncmp(*at, part, size) != 0)
		return false;
	*at += size;
	return true;
}

/* False: not a plain row; rows with a medal are not plain. */
static bool read_row(const char *line, size_t size, struct row *row)
{
	const char *at = line;
	char *end;

	*row = (struct row){.line = line, .line_size = size, .other = NONE};
	if (!skip(&at, ROW_BEGIN))
		return false;
	row->id = at;
	row->id_size = strcspn(at, "\"\n");
	at += row->id_size;
	if (!skip(&at, RANK_BEGIN))
		return false;
	row->rank = strtoul(at, &end, 10);
	at = end;
	if (!skip(&at, RANK_END))
		return false;
	row->rest = at;
	return true;
}

/* 1: done; 0: another form; -1: out of memory. Clear `text` in any case. */
static int read_text(const char *fragment, struct text *text, struct as_error *error)
{
	const char *body = strstr(fragment, BODY_BEGIN);

	if (!body)
		return 0;
	text->head = fragment;
	text->body = body + strlen(BODY_BEGIN);
	const char *at = text->body;
	while (*at == '<' && strncmp(at, BODY_END, strlen(BODY_END)) != 0) {
		const char *feed = strchr(at, '\n');
		struct row row;
		if (!feed || !read_row(at, (size_t)(feed + 1 - at), &row))
			return 0;
		if (!as_array_reserve(text->rows, text->row_count, error))
			return -1;
		text->rows[text->row_count++] = row;
		at = feed + 1;
	}
	text->tail = at;
	return strncmp(at, BODY_END, strlen(BODY_END)) == 0;
}

/* ---- equal rows ---- */

static int compare_ids(const void *left, const void *right)
{
	const struct row *a = *(struct row *const *)left, *b = *(struct row *const *)right;
	const size_t size = a->id_size < b->id_size ? a->id_size : b->id_size;
	const int order = memcmp(a->id, b->id, size);

	return order ? order : (a->id_size > b->id_size) - (a->id_size < b->id_size);
}

static struct row **sort_rows(const struct text *text, struct as_error *error)
{
	struct row **sorted = malloc((text->row_count + 1) * sizeof(struct row *));

	if (!sorted) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < text->row_count; i++)
		sorted[i] = &text->rows[i];
	qsort(sorted, text->row_count, sizeof(struct row *), compare_ids);
	return sorted;
}

static bool is_same(const struct row *a, const struct row *b)
{
	const size_t size = (size_t)(a->line + a->line_size - a->rest);

	return size == (size_t)(b->line + b->line_size - b->rest) &&
	       memcmp(a->rest, b->rest, size) == 0;
}

/* Sets `other` of rows that are equal in both texts. */
static int match_rows(struct text *before, struct text *after, struct as_error *error)
{
	AS_AUTO_FREE struct row **sorted = sort_rows(before, error);

	if (!sorted)
		return -1;
	for (size_t i = 0; i < after->row_count; i++) {
		struct row *row = &after->rows[i];
		struct row **found =
			bsearch(&row, sorted, before->row_count, sizeof(struct row *), compare_ids);
		if (!found || !is_same(row, *found))
			continue;
		row->other = (size_t)(*found - before->rows);
		(*found)->other = i;
	}
	return 0;
}

/* ---- rows that keep their order ---- */

/* Finds a longest increasing subsequence: the rows that keep their relative order. `ends[n]` is the
 * last row of the best subsequence of n + 1 rows so far, `previous` the one before each row. */
static int find_staying(struct text *after, struct as_error *error)
{
	AS_AUTO_FREE size_t *ends = malloc((after->row_count + 1) * sizeof *ends);
	AS_AUTO_FREE size_t *previous = malloc((after->row_count + 1) * sizeof *previous);
	size_t length = 0;

	if (!ends || !previous)
		return as_error_no_memory(error);
	for (size_t i = 0; i < after->row_count; i++) {
		size_t low = 0, high = length;
		if (after->rows[i].other == NONE)
			continue;
		while (low < high) {
			const size_t middle = (low + high) / 2;
			if (after->rows[ends[middle]].other < after->rows[i].other)
				low = middle + 1;
			else
				high = middle;
		}
		previous[i] = low > 0 ? ends[low - 1] : NONE;
		ends[low] = i;
		length += low == length;
	}
	for (size_t i = length > 0 ? ends[length - 1] : NONE; i != NONE; i = previous[i])
		after->rows[i].stays = true;
	return 0;
}

/* ---- writing the update ---- */

static json_t *rows_json(const struct text *after)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < after->row_count; i++) {
		const struct row *row = &after->rows[i];
		if (!row->stays)
			json_array_append_new(
				rows, json_pack("[I, o]", (json_int_t)i,
					      json_stringn(row->line, row->line_size - 1)));
	}
	return rows;
}

/* The ids of rows that were removed. */
static json_t *gone_json(
	const struct text *before, const struct text *after, struct as_error *error)
{
	AS_AUTO_FREE struct row **sorted = sort_rows(after, error);
	json_t *gone = sorted ? json_array() : NULL;

	for (size_t i = 0; gone && i < before->row_count; i++) {
		const struct row *row = &before->rows[i];
		if (!bsearch(&row, sorted, after->row_count, sizeof(struct row *), compare_ids))
			json_array_append_new(gone, json_stringn(row->id, row->id_size));
	}
	return gone;
}

/* "1+3,4=2": ranks 1, 2, 3, 4, 4. Rank 0: none. */
static char *ranks_text(const struct text *after, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < after->row_count;) {
		const struct row *rows = after->rows + i;
		const size_t max = after->row_count - i;
		/* Rows without a rank have the same rank, 0. */
		const unsigned long step =
			max > 1 && rows[0].rank > 0 && rows[1].rank == rows[0].rank + 1;
		size_t count = 1;
		while (count < max && rows[count].rank == rows[0].rank + step * count)
			count++;
		fprintf(out, "%s%lu%c%zu", i > 0 ? "," : "", rows->rank, step ? '+' : '=', count);
		i += count;
	}
	return as_text_close(out, &text, error);
}

/* FNV-1a of the ids in their new order, each followed by a blank: lets the script verify the
 * result. */
static uint32_t order_of(const struct text *after)
{
	uint32_t hash = 2166136261U;

	for (size_t i = 0; i < after->row_count; i++)
		for (size_t k = 0; k <= after->rows[i].id_size; k++) {
			const char byte = k < after->rows[i].id_size ? after->rows[i].id[k] : ' ';
			hash = (hash ^ (unsigned char)byte) * 16777619U;
		}
	return hash;
}

/* True if the heads differ only in the times, which are in the first element. */
static bool have_same_head(const struct text *before, const struct text *after)
{
	const char *a = strstr(before->head, "</div>"), *b = strstr(after->head, "</div>");

	return a && b && before->body - a == after->body - b &&
	       memcmp(a, b, (size_t)(before->body - a)) == 0;
}

static char *write_change(
	const struct text *before, const struct text *after, struct as_error *error)
{
	AS_AUTO_FREE char *ranks = ranks_text(after, error);
	const char *times_end = strstr(after->head, "</div>") + strlen("</div>");
	json_t *rows = rows_json(after);
	json_t *gone = gone_json(before, after, error);
	AS_AUTO_JSON json_t *change = json_pack("{s: o, s: o, s: s, s: I}", "rows", rows, "gone",
		gone, "ranks", ranks ? ranks : "", "order", (json_int_t)order_of(after));

	if (!ranks || !change) {
		as_error_no_memory(error);
		return NULL;
	}
	json_object_set_new(
		change, "times", json_stringn(after->head, (size_t)(times_end - after->head)));
	if (strcmp(before->tail, after->tail) != 0)
		json_object_set_new(change, "foot", json_string(after->tail));
	char *text = json_dumps(change, JSON_COMPACT);
	if (!text)
		as_error_no_memory(error);
	return text;
}

char *as_contest_board_change(const char *before, const char *after, struct as_error *error)
{
	AS_AUTO(clear_text) struct text old = {0}, new = {0};

	if (read_text(before, &old, error) != 1 || read_text(after, &new, error) != 1 ||
		!have_same_head(&old, &new) || match_rows(&old, &new, error) < 0 ||
		find_staying(&new, error) < 0)
		return NULL;
	return write_change(&old, &new, error);
}
