/* SPDX-License-Identifier: MIT */
/* Equal programs in languages that are not compared: their texts are equal but for comments and
 * white space. */
#include "comparison.h"

#include <string.h>

struct text {
	char hex[AS_DIGEST_HEX_SIZE];
	size_t work, token_count;
};

static int compare_digests(const void *a, const void *b)
{
	return strcmp(a, b);
}

static int compare_texts(const void *a, const void *b)
{
	const struct text *one = a, *other = b;
	const int order = strcmp(one->hex, other->hex);

	return order ? order : (one->work > other->work) - (one->work < other->work);
}

static bool is_taken(const struct grade_comparison *comparison, const struct as_source *source)
{
	return as_source_is_program(source, comparison->book->grade->languages) &&
	       !as_source_is_left_out(source);
}

/* The digest of the contents of all files; names and order make no difference. */
static int read_text(
	const struct grade_comparison *comparison, struct text *text, struct as_error *error)
{
	const struct as_sources *sources = &comparison->works[text->work].submitted->sources;
	AS_AUTO_FREE char(*hexes)[AS_DIGEST_HEX_SIZE] = calloc(sources->count + 1, sizeof(*hexes));
	size_t count = 0, tokens;
	struct as_digest digest;

	if (!hexes)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *source = &sources->files[i];
		if (!is_taken(comparison, source) || !source->data.size)
			continue;
		if (as_similar_digest(source->name, source->data.data, source->data.size,
			    hexes[count++], &tokens, error))
			return -1;
		text->token_count += tokens;
	}
	qsort(hexes, count, sizeof(*hexes), compare_digests);
	as_digest_init(&digest);
	for (size_t i = 0; i < count; i++)
		as_digest_add_text(&digest, hexes[i]);
	as_digest_end(&digest, text->hex);
	return 0;
}

static void list_sources(const struct grade_comparison *comparison,
	const struct grade_compared *work, struct as_page_source *to,
	char (*names)[GRADE_BLIND_NAME_SIZE], size_t *count)
{
	const struct as_sources *from = &work->submitted->sources;

	for (size_t i = 0; i < from->count; i++) {
		const struct as_source *source = &from->files[i];
		if (!is_taken(comparison, source))
			continue;
		/* Names of files often contain those of people. */
		snprintf(names[*count], sizeof(*names), "%zu%s", *count + 1,
			strrchr(source->name, '.') ? strrchr(source->name, '.') : "");
		to[*count] = (struct as_page_source){.name = comparison->book->grade->config.blind
								     ? names[*count]
								     : source->name,
			.text = source->data.data ? source->data.data : "",
			.size = source->data.size};
		++*count;
	}
}

static int write_equal(const struct grade_comparison *comparison, const struct text *texts,
	size_t count, struct as_error *error)
{
	const struct grade_compared *first = &comparison->works[texts[0].work];
	const size_t most = first->submitted->sources.count + 1;
	AS_AUTO(grade_shown_clear) struct grade_shown shown = {0};
	AS_AUTO_FREE struct as_page_sharer *sharers = calloc(count, sizeof(*sharers));
	AS_AUTO_FREE struct as_page_source *sources = calloc(most, sizeof(*sources));
	AS_AUTO_FREE char(*names)[GRADE_BLIND_NAME_SIZE] = calloc(most, sizeof(*names));
	struct as_page_code code = {.person = first->person, .files = sources};

	if (!sharers || !sources || !names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		sharers[i] =
			(struct as_page_sharer){comparison->works[texts[i].work].person, 10000};
	list_sources(comparison, first, sources, names, &code.file_count);
	if (grade_show_code(comparison->book->grade, &code, sharers, count, &shown, error))
		return -1;
	const struct as_page_shared shared = {.is_equal = true,
		.is_text = true,
		.is_short = texts[0].token_count < GRADE_SHORT_TOKENS,
		.package = comparison->package,
		.sharers = sharers,
		.sharer_count = count,
		.files = shown.sources,
		.file_count = shown.count};
	if (!shared.is_short || count > GRADE_MANY_EQUAL) {
		comparison->book->grade->similar.clusters++;
		comparison->book->grade->similar.equal += count;
	}
	return as_pages_write_shared(comparison->book->pages, &shared, error) < 0 ? -1 : 0;
}

static int write_all(const struct grade_comparison *comparison, const struct text *texts,
	size_t count, struct as_error *error)
{
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && strcmp(texts[i].hex, texts[next].hex) == 0;)
			next++;
		if (next - i > 1 && write_equal(comparison, &texts[i], next - i, error))
			return -1;
	}
	return 0;
}

int grade_write_equal(const struct grade_comparison *comparison, struct as_error *error)
{
	AS_AUTO_FREE struct text *texts = calloc(comparison->count + 1, sizeof(*texts));
	size_t count = 0;

	if (!texts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < comparison->count; i++) {
		if (comparison->works[i].count)
			continue;
		texts[count] = (struct text){.work = i};
		if (read_text(comparison, &texts[count], error))
			return -1;
		count += texts[count].token_count > 0;
	}
	qsort(texts, count, sizeof(*texts), compare_texts);
	return write_all(comparison, texts, count, error);
}
