/* SPDX-License-Identifier: MIT */
/* The lexers, and a comparison of both halves of the input: the first byte is the language. */
#include <assay/grade/similar.h>
#include <string.h>

static void need(bool holds)
{
	if (!holds)
		abort();
}

static uint32_t count_lines(const char *text, size_t size)
{
	uint32_t lines = 1;
	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n' ||
			 (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
	return lines;
}

static void lex(enum as_source_language language, const char *text, size_t size)
{
	struct as_tokens tokens = {0};
	struct as_lexed lexed;
	const uint32_t lines = count_lines(text, size);
	const size_t max = size / 2;
	size_t end = 0;
	if (as_lex(language, text, size, max, &tokens, &lexed, NULL))
		return;
	need(tokens.count <= max && lexed.last_line <= lines && lexed.open_line <= lines);
	need(lexed.is_cut || lexed.last_line == lines || language == AS_SOURCE_OTHER);
	for (size_t i = 0; i < tokens.count; i++) {
		need(tokens.items[i].code % AS_TOKEN_FAMILY != AS_TOKEN_NONE);
		need(tokens.items[i].line >= 1 && tokens.items[i].line <= lines);
		need(i == 0 || tokens.items[i].line >= tokens.items[i - 1].line);
		need(tokens.items[i].offset >= end);
		end = (size_t)tokens.items[i].offset + tokens.items[i].size;
		need(end <= size);
	}
	free(tokens.items);
}

static void check_pair(const struct as_similar_pair *pair, const uint32_t *lines)
{
	for (size_t i = 0; i < pair->region_count; i++)
		for (int side = 0; side < 2; side++) {
			const struct as_similar_lines *place = &pair->regions[i].lines[side];
			need(place->file == 0 && place->first >= 1 && place->first <= place->last);
			need(place->last <= lines[pair->sides[side].submission]);
		}
	for (int side = 0; side < 2; side++)
		need(pair->sides[side].share <= 10000);
}

static void compare(enum as_source_language language, const char *text, size_t size)
{
	struct as_similar_config config = as_similar_defaults;
	config.noise_tokens = 2;
	config.passage_tokens = 4;
	config.min_share = 0;
	AS_AUTO_SIMILAR struct as_similar *similar = as_similar_new(&config, NULL);
	const struct as_similar_file files[] = {
		{"a", language, text, size / 2}, {"b", language, text + size / 2, size - size / 2}};
	const uint32_t lines[] = {
		count_lines(text, size / 2), count_lines(text + size / 2, size - size / 2)};
	for (int i = 0; similar && i < 2; i++)
		need(as_similar_add(similar,
			     &(struct as_similar_submission){files[i].name, &files[i], 1},
			     NULL) == 0);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = {0};
	if (!similar || as_similar_compare(similar, NULL, &report, NULL))
		return;
	for (size_t i = 0; i < report.pair_count; i++)
		check_pair(&report.pairs[i], lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	enum as_source_language language = data[0] % (AS_SOURCE_PYTHON + 1);
	const char *text = (const char *)data + 1;
	lex(language, text, size - 1);
	compare(language, text, size - 1);
	return 0;
}
