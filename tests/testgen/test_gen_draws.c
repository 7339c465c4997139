/* SPDX-License-Identifier: MIT */
/* The results that gen.h makes from draws, inside this process; test_gen_vectors.c has the known
 * answers. */
#include <assay/gen.h>
#include <criterion/criterion.h>
#include <regex.h>

Test(gen_draws, weighted_draws_come_in_proportion)
{
	const int64_t weights[] = {3, 0, 1, 6};
	int count[4] = {0};
	gen_seed("weights");
	for (int i = 0; i < 10000; i++)
		count[gen_weighted(weights, 4)]++;
	cr_expect(count[0] > 2800 && count[0] < 3200, "%d", count[0]);
	cr_expect_eq(count[1], 0);
	cr_expect(count[2] > 850 && count[2] < 1150, "%d", count[2]);
}

Test(gen_draws, weights_made_once_draw_the_same)
{
	const int64_t weights[] = {0, 7, 0, 0, 1, INT64_MAX, 5, 0};
	struct gen_weights made = gen_weights_new(weights, 8);
	size_t drawn[500];
	gen_seed("again");
	for (int i = 0; i < 500; i++)
		drawn[i] = gen_weighted(weights, i % 2 ? 5 : 8);
	struct gen_weights few = gen_weights_new(weights, 5);
	gen_seed("again");
	for (int i = 0; i < 500; i++)
		cr_expect_eq(gen_weights_draw(i % 2 ? &few : &made), drawn[i]);
	gen_weights_free(&made);
	gen_weights_free(&few);
}

Test(gen_draws, probabilities_and_skewed_draws_have_the_right_bias)
{
	int times = 0;
	int64_t low = 0, high = 0;
	gen_seed("chance");
	for (int i = 0; i < 10000; i++) {
		times += gen_chance(1, 4);
		low += gen_int_skewed(0, 100, -1);
		high += gen_int_skewed(0, 100, 1);
	}
	cr_expect(times > 2300 && times < 2700, "%d", times);
	cr_expect(low > 310000 && low < 350000, "%ld", low);
	cr_expect(high > 650000 && high < 690000, "%ld", high);
	cr_expect(!gen_chance(0, 1) && gen_chance(1, 1));
}

/* All 5 * 4 * 3 ways to take three of five. */
Test(gen_draws, distinct_numbers_are_drawn_in_every_order_alike)
{
	int count[216] = {0};
	gen_seed("distinct");
	for (int i = 0; i < 60000; i++) {
		int64_t of[3];
		gen_distinct(of, 3, 1, 5);
		count[of[0] * 36 + of[1] * 6 + of[2]]++;
	}
	for (int i = 0; i < 216; i++) {
		int a = i / 36, b = i / 6 % 6, c = i % 6;
		bool possible = a && b && c && a != b && b != c && a != c;
		cr_expect(possible ? count[i] > 850 && count[i] < 1150 : count[i] == 0, "%d: %d", i,
			count[i]);
	}
}

Test(gen_draws, any_part_of_any_range_can_be_distinct)
{
	const size_t counts[] = {0, 1, 2, 63, 64, 65, 1000};
	int64_t values[1001];
	gen_seed("ranges");
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		int64_t count = (int64_t)counts[i];
		gen_distinct(values, counts[i], INT64_MIN, INT64_MAX);
		cr_expect(gen_is_distinct(values, counts[i]));
		gen_distinct(values, counts[i], INT64_MAX - count - 1, INT64_MAX);
		cr_expect(gen_is_distinct(values, counts[i]));
		gen_distinct(values, counts[i], -count, count ? -1 : 0);
		gen_sort(values, counts[i]);
		for (int64_t j = 0; j < count; j++)
			cr_expect_eq(values[j], j - count);
	}
}

Test(gen_draws, things_of_any_size_are_shuffled_and_none_is_lost)
{
	struct thing {
		int64_t number;
		char rest[70];
	} things[50];
	bool seen[50] = {false};
	int moved = 0;
	memset(things, 0, sizeof things);
	for (int i = 0; i < 50; i++) {
		things[i].number = i;
		things[i].rest[69] = (char)i;
	}
	gen_seed("shuffle");
	gen_shuffle(things, 50, sizeof *things);
	for (int i = 0; i < 50; i++) {
		cr_expect(!seen[things[i].number] && things[i].rest[69] == things[i].number);
		seen[things[i].number] = true;
		moved += things[i].number != i;
	}
	cr_expect(moved > 40, "%d", moved);
}

/* Of 5 in 3 parts of at least 1: six partitions. */
Test(gen_draws, every_partition_is_about_equally_likely)
{
	int count[4][4] = {{0}};
	int64_t parts[3];
	gen_seed("parts");
	for (int i = 0; i < 6000; i++) {
		gen_partition(parts, 3, 5, 1);
		cr_expect_eq(parts[0] + parts[1] + parts[2], 5);
		count[parts[0]][parts[1]]++;
	}
	for (int a = 1; a <= 3; a++)
		for (int b = 1; b <= 4 - a; b++)
			cr_expect(count[a][b] > 850 && count[a][b] < 1150, "%d %d: %d", a, b,
				count[a][b]);
}

Test(gen_draws, partitions_may_have_extreme_bounds)
{
	int64_t parts[100];
	gen_seed("edges");
	for (int64_t count = 1; count <= 100; count++)
		for (int64_t min = 0; min < 3; min++)
			for (int64_t more = 0; more < 3; more++) {
				int64_t sum = 0, goal = count * min + more;
				gen_partition(parts, (size_t)count, goal, min);
				for (int64_t i = 0; i < count; i++) {
					cr_expect(parts[i] >= min);
					sum += parts[i];
				}
				cr_expect_eq(sum, goal);
			}
}

static bool rises(const int64_t *values, size_t from, size_t to)
{
	for (size_t i = from + 1; i < to; i++)
		if (values[i - 1] > values[i])
			return false;
	return true;
}

static bool falls(const int64_t *values, size_t from, size_t to)
{
	for (size_t i = from + 1; i < to; i++)
		if (values[i - 1] < values[i])
			return false;
	return true;
}

static void expect_shape(const int64_t *row, size_t n, const char *shape, int64_t hi)
{
	size_t middle = (n + 1) / 2;
	if (strcmp(shape, "mountain") == 0)
		cr_expect(rises(row, 0, middle) && falls(row, n / 2, n), "%zu", n);
	if (strcmp(shape, "valley") == 0)
		cr_expect(falls(row, 0, middle) && rises(row, n / 2, n), "%zu", n);
	if (strcmp(shape, "increasing") == 0 || strcmp(shape, "strictly-increasing") == 0)
		cr_expect(rises(row, 0, n));
	if (strcmp(shape, "decreasing") == 0)
		cr_expect(falls(row, 0, n));
	if (strcmp(shape, "distinct") == 0 || strcmp(shape, "strictly-increasing") == 0)
		cr_expect(gen_is_distinct(row, n));
	for (size_t i = 0; strcmp(shape, "palindrome") == 0 && i < n; i++)
		cr_expect_eq(row[i], row[n - 1 - i]);
	for (size_t i = 1; strcmp(shape, "peaks") == 0 && i < n; i++)
		cr_expect(i % 2 ? row[i] > row[i - 1] : row[i] < row[i - 1]);
	if (n > 0 && strncmp(shape, "giant", 5) == 0) {
		size_t giants = 0;
		for (size_t i = 0; i < n; i++)
			giants += row[i] == hi;
		cr_expect_eq(giants, strcmp(shape, "giants") == 0 ? n / 16 + 1 : 1, "%s", shape);
	}
}

Test(gen_draws, every_shape_has_its_property_for_every_length)
{
	int64_t row[101];
	gen_seed("shapes");
	for (const struct gen_shape_ *shape = gen_shapes_(); shape->name; shape++)
		for (size_t n = 0; n <= 100; n++) {
			row[n] = 4711;
			gen_sequence(row, n, -50, 100000, shape->name);
			for (size_t i = 0; i < n; i++)
				cr_expect(row[i] >= -50 && row[i] <= 100000, "%s", shape->name);
			cr_expect_eq(row[n], 4711, "%s writes beyond its end", shape->name);
			expect_shape(row, n, shape->name, 100000);
		}
}

Test(gen_draws, shapes_may_have_the_bounds_of_int64)
{
	int64_t row[20];
	gen_seed("wide");
	for (const struct gen_shape_ *shape = gen_shapes_(); shape->name; shape++) {
		gen_sequence(row, 20, INT64_MIN, INT64_MAX, shape->name);
		if (strcmp(shape->name, "distinct") && strcmp(shape->name, "strictly-increasing"))
			gen_sequence(row, 20, 7, 7, shape->name);
	}
}

Test(gen_draws, strings_are_of_their_alphabet_and_pattern)
{
	char text[64];
	int count[256] = {0};
	gen_seed("strings");
	for (int i = 0; i < 1000; i++) {
		gen_string(text, 30, "a-c\\-x");
		cr_expect(gen_fits(text, strlen(text), "[abcx\\-]{30}"), "%s", text);
		for (int j = 0; j < 30; j++)
			count[(unsigned char)text[j]]++;
		size_t length = gen_string_like(text, sizeof text, "[A-Z]?[a-f0-9]{3,8}\\+{2}\\\\");
		cr_expect_eq(length, strlen(text));
		cr_expect(gen_fits(text, length, "[A-Z]?[a-f0-9]{3,8}\\+{2}\\\\"), "%s", text);
	}
	for (const char *c = "abcx-"; *c; c++)
		cr_expect(count[(unsigned char)*c] > 5500 && count[(unsigned char)*c] < 6500, "%c",
			*c);
}

/* Compared with the C library's regular expressions, on all words of a, b and c up to seven
 * letters. */
Test(gen_draws, patterns_fit_what_regular_expressions_fit)
{
	static const char *const patterns[] = {"", "a", "a*", "a+b?", "[ab]{2,4}",
		"a{0,2}[ab]{1,3}c*", "[a-c]*a", "[ab]*[bc]*a?", "a{3}", "[abc]{2,}b{0,1}",
		"a?a?a?aaa", "[ac]+[ab]+[bc]+", "b{0}c{1,}", "[c-c][a-b]{0,5}c"};
	char word[8], whole[64];
	int fits = 0;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		regex_t regex;
		snprintf(whole, sizeof whole, "^%s$", patterns[i]);
		cr_assert_eq(regcomp(&regex, whole, REG_EXTENDED | REG_NOSUB), 0);
		for (size_t length = 0, words = 1; length <= 7; length++, words *= 3)
			for (size_t code = 0; code < words; code++) {
				for (size_t at = 0, rest = code; at < length; at++, rest /= 3)
					word[at] = (char)('a' + rest % 3);
				word[length] = '\0';
				bool expected = regexec(&regex, word, 0, NULL, 0) == 0;
				fits += expected;
				cr_expect_eq(gen_fits(word, length, patterns[i]), expected,
					"%s of %s", word, patterns[i]);
			}
		regfree(&regex);
	}
	cr_expect(fits > 1000);
}

static void expect_tree(const char *shape, int64_t n)
{
	int64_t parents[200];
	struct gen_edge edges[200];
	int children[200] = {0};
	gen_parents(parents, n, shape);
	cr_expect_eq(parents[0], -1);
	for (int64_t i = 1; i < n; i++) {
		cr_assert(parents[i] >= 0 && parents[i] < i, "%s", shape);
		children[parents[i]]++;
	}
	for (int64_t i = 0; i < n; i++)
		if (strcmp(shape, "binary") == 0 || strcmp(shape, "complete") == 0)
			cr_expect(children[i] <= 2);
		else if (strcmp(shape, "path") == 0)
			cr_expect_eq(children[i], i + 1 < n);
	gen_tree(edges, n, shape);
	cr_expect(gen_is_tree(edges, (size_t)n - 1, n), "%s of %ld", shape, n);
	cr_expect(gen_is_simple(edges, (size_t)n - 1));
}

Test(gen_draws, every_generated_graph_of_this_kind_is_a_tree)
{
	static const char *const shapes[] = {
		"path", "star", "caterpillar", "binary", "complete", "broom", "deep", "random"};
	gen_seed("trees");
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (int64_t n = 1; n <= 200; n += n < 20 ? 1 : 30)
			expect_tree(shapes[i], n);
}

Test(gen_draws, parents_are_within_their_bounds)
{
	int64_t parents[100];
	gen_seed("within");
	gen_parents_within(parents, 100, 3, 5);
	for (int64_t i = 1; i < 100; i++)
		cr_expect(parents[i] >= 0 && (i - parents[i] >= 3 || parents[i] == 0) &&
			  i - parents[i] <= 5);
}

static void expect_graph(struct gen_edge *edges, size_t count, int64_t n, int kind)
{
	cr_expect(gen_is_simple(edges, count), "%zu edges of %ld, kind %d", count, n, kind);
	if (kind & GEN_CONNECTED)
		cr_expect(gen_is_connected(edges, count, n), "%zu of %ld", count, n);
	for (size_t i = 0; i < count; i++)
		cr_expect(edges[i].from >= 1 && edges[i].from <= n && edges[i].to >= 1 &&
			  edges[i].to <= n);
}

/* Repeatedly removes vertices without incoming edges. */
static bool is_dag(const struct gen_edge *edges, size_t count, int64_t n)
{
	bool gone[50] = {false};
	for (int64_t round = 0; round < n; round++) {
		bool target[50] = {false};
		for (size_t i = 0; i < count; i++)
			if (!gone[edges[i].from])
				target[edges[i].to] = true;
		for (int64_t i = 1; i <= n; i++)
			gone[i] = gone[i] || !target[i];
	}
	for (int64_t i = 1; i <= n; i++)
		if (!gone[i])
			return false;
	return true;
}

Test(gen_draws, graphs_are_simple_and_have_the_requested_size)
{
	struct gen_edge edges[1000];
	gen_seed("graphs");
	for (int64_t n = 1; n <= 30; n++)
		for (size_t count = 0; count <= (size_t)(n * (n - 1) / 2);
			count += (size_t)n / 2 + 1)
			for (int kind = 0; kind < 4; kind++) {
				if (kind & GEN_CONNECTED && count + 1 < (size_t)n)
					continue;
				gen_graph(edges, count, n, kind);
				expect_graph(edges, count, n, kind);
				if (kind & GEN_DAG)
					cr_expect(is_dag(edges, count, n));
			}
}

Test(gen_draws, bipartite_graphs_lead_from_left_to_right)
{
	struct gen_edge edges[100];
	gen_seed("sides");
	for (int64_t left = 1; left <= 7; left++)
		for (int64_t right = 1; right <= 7; right++)
			for (size_t count = 0; count <= (size_t)(left * right); count++)
				for (int kind = 0; kind < 2; kind++) {
					if (kind && count + 1 < (size_t)(left + right))
						continue;
					gen_bipartite(edges, count, left, right, kind);
					expect_graph(edges, count, left + right, kind);
					for (size_t i = 0; i < count; i++)
						cr_expect(edges[i].from <= left &&
							  edges[i].to > left);
				}
}

/* Each of the three pairs of three vertices is equally frequent. */
Test(gen_draws, every_graph_of_a_size_is_about_equally_likely)
{
	int count[4][4] = {{0}};
	gen_seed("alike");
	for (int i = 0; i < 6000; i++) {
		struct gen_edge edge;
		gen_graph(&edge, 1, 3, GEN_ANY);
		count[edge.from][edge.to]++;
	}
	for (int a = 1; a <= 3; a++)
		for (int b = 1; b <= 3; b++)
			cr_expect(a == b || (count[a][b] > 850 && count[a][b] < 1150), "%d",
				count[a][b]);
}

Test(gen_draws, graphs_that_are_not_simple_trees_are_reported)
{
	const struct gen_edge cycle[] = {{1, 2}, {2, 3}, {3, 1}};
	const struct gen_edge twice[] = {{1, 2}, {2, 1}};
	const struct gen_edge loop[] = {{1, 1}};
	cr_expect(!gen_is_tree(cycle, 3, 4) && !gen_is_connected(cycle, 3, 4));
	cr_expect(gen_is_connected(cycle, 3, 3) && !gen_is_tree(cycle, 3, 3));
	cr_expect(gen_is_simple(cycle, 3) && !gen_is_simple(twice, 2) && !gen_is_simple(loop, 1));
	cr_expect_eq(gen_count_parts(cycle, 3, 6), 4);
	cr_expect(gen_is_tree(NULL, 0, 1));
}

Test(gen_draws, words_are_different)
{
	static char words[26 * 26][3];
	static bool seen[26][26];

	gen_seed("words");
	gen_distinct_words(&words[0][0], 26 * 26, 2, "a-z");
	for (size_t i = 0; i < 26 * 26; i++) {
		cr_assert(words[i][0] >= 'a' && words[i][0] <= 'z' && words[i][1] >= 'a' &&
			  words[i][1] <= 'z' && !words[i][2]);
		cr_expect_not(seen[words[i][0] - 'a'][words[i][1] - 'a'], "%s", words[i]);
		seen[words[i][0] - 'a'][words[i][1] - 'a'] = true;
	}
	static char long_words[100][101];
	gen_distinct_words(&long_words[0][0], 100, 100, "ab");
	for (size_t i = 0; i < 100; i++) {
		cr_expect_eq(strspn(long_words[i], "ab"), 100);
		for (size_t k = 0; k < i; k++)
			cr_expect_neq(strcmp(long_words[i], long_words[k]), 0);
	}
}

Test(gen_draws, a_path_has_its_ends_and_different_vertices)
{
	gen_seed("path");
	for (int64_t n = 2; n < 12; n++)
		for (size_t count = 2; count <= (size_t)n; count++)
			for (int64_t from = 1; from <= n; from++) {
				int64_t path[12], to = from % n + 1;
				bool seen[13] = {false};
				gen_path(path, count, n, from, to);
				cr_expect_eq(path[0], from);
				cr_expect_eq(path[count - 1], to);
				for (size_t i = 0; i < count; i++) {
					cr_assert(path[i] >= 1 && path[i] <= n && !seen[path[i]]);
					seen[path[i]] = true;
				}
			}
}

static bool has_edge(const struct gen_edge *edges, size_t count, int64_t a, int64_t b)
{
	for (size_t i = 0; i < count; i++)
		if ((edges[i].from == a && edges[i].to == b) ||
			(edges[i].from == b && edges[i].to == a))
			return true;
	return false;
}

Test(gen_draws, a_graph_contains_its_path)
{
	gen_seed("way");
	for (int64_t n = 2; n < 10; n++)
		for (size_t length = 2; length <= (size_t)n; length++)
			for (size_t count = length - 1; count <= (size_t)(n * (n - 1) / 2); count++)
				for (int kind = 0; kind < 2; kind++) {
					int64_t path[10];
					struct gen_edge edges[36];
					if (kind && count + 1 < (size_t)n)
						continue;
					gen_path(path, length, n, n, 1);
					gen_graph_with_path(edges, count, n, path, length, kind);
					expect_graph(edges, count, n, kind);
					for (size_t i = 1; i < length; i++)
						cr_expect(has_edge(
							edges, count, path[i - 1], path[i]));
				}
}
