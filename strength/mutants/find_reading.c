/* SPDX-License-Identifier: MIT */
/* The operator that reads one item less. */
#include "finder.h"

static const char *const readers[] = {"scanf", "cin", "getline", "getchar", "fgets", "next",
	"nextInt", "nextLong", "nextDouble", "nextToken", "nextLine", "readLine", "read", "readInt",
	"input", "readline", NULL};

static bool reads(const struct finder *finder, size_t first, size_t last)
{
	while (first < last && !finder_is_any(finder, first, readers))
		first++;
	return first < last;
}

static bool body_reads(const struct finder *finder, size_t body)
{
	const size_t end = finder_body_end(finder, body);

	return end != FINDER_NONE && reads(finder, body, end);
}

/* ---- C, C++ and Java ---- */

/* for (auto &x : a) cin >> x; */
static void shorten_range_for(struct finder *finder, size_t open, size_t close)
{
	if (finder->language == AS_SOURCE_CPP && close > open + 4 &&
		finder_is(finder, close - 2, ":") && finder_is(finder, open + 2, "&") &&
		finder_is(finder, close + 1, "cin"))
		finder_replace(finder, close + 1, close + 1, "if (&%.*s != &%.*s.back()) cin",
			FINDER_BYTES(finder, close - 3, close - 3),
			FINDER_BYTES(finder, close - 1, close - 1));
}

static void shorten_loop(struct finder *finder, size_t at)
{
	const size_t open = at + 1, close = finder_match(finder, open);

	if (!finder_is(finder, open, "(") || close == FINDER_NONE || !body_reads(finder, close + 1))
		return;
	if (finder_is(finder, at, "while")) {
		if (close == open + 3 && finder_is(finder, open + 2, "--"))
			finder_replace(finder, open + 2, open + 2, "-- > 1");
		return;
	}
	const size_t end = finder_bound_end(finder, at);
	if (end != FINDER_NONE)
		finder_replace(finder, end, end, "%.*s - 1", FINDER_BYTES(finder, end, end));
	else
		shorten_range_for(finder, open, close);
}

/* ---- Python ---- */

/* The bracket around a token; FINDER_NONE: there is none. */
static size_t enclosing(const struct finder *finder, size_t at)
{
	const unsigned depth = finder_depth(finder, at);

	while (depth && at-- > 0)
		if (finder_depth(finder, at) < depth &&
			(finder_is(finder, at, "(") || finder_is(finder, at, "[")))
			return at;
	return FINDER_NONE;
}

/* for i in range(n): ... input(), and [input() for i in range(n)] */
static void shorten_range(struct finder *finder, size_t at)
{
	const size_t end = finder_bound_end(finder, at), open = enclosing(finder, at);

	if (end == FINDER_NONE)
		return;
	const size_t close = finder_match(finder, at + 1);
	if (open != FINDER_NONE
			? reads(finder, open, at)
			: finder_is(finder, close + 1, ":") && body_reads(finder, close + 2))
		finder_replace(finder, end, end, "%.*s - 1", FINDER_BYTES(finder, end, end));
}

/* list(map(int, input().split())) and [int(x) for x in input().split()] lose the last item. */
static void shorten_list(struct finder *finder, size_t at)
{
	for (size_t open = enclosing(finder, at); open != FINDER_NONE;
		open = enclosing(finder, open)) {
		const size_t close = finder_match(finder, open);
		const bool is_list = finder_is(finder, open, "[") ||
				     (open && finder_is(finder, open - 1, "list"));
		if (close == FINDER_NONE)
			return;
		if (is_list && reads(finder, open, at)) {
			finder_replace(finder, close, close, "%.*s[:-1]",
				FINDER_BYTES(finder, close, close));
			return;
		}
	}
}

void find_short_reading(struct finder *finder, size_t at)
{
	if (!finder_is_python(finder)) {
		if (finder_is(finder, at, "for") || finder_is(finder, at, "while"))
			shorten_loop(finder, at);
	} else if (finder_is(finder, at, "range")) {
		shorten_range(finder, at);
	} else if (finder_is(finder, at, "split") && finder_is(finder, at + 1, "(")) {
		shorten_list(finder, at);
	}
}
