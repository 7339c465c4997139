/* SPDX-License-Identifier: MIT */
#include "class.h"

#include "array.h"

#include <string.h>

const struct as_similar_config as_similar_defaults = {
	.noise_tokens = 16,
	.passage_tokens = 24,
	.common_share = 2500,
	.min_share = 4000,
	.max_pairs = 500,
};

struct as_similar *as_similar_new(const struct as_similar_config *config, struct as_error *error)
{
	if (!config)
		config = &as_similar_defaults;
	if (config->noise_tokens < 1 || config->passage_tokens < config->noise_tokens ||
		config->passage_tokens > AS_SIMILAR_SUBMISSION_TOKENS) {
		as_error_set(error, AS_ERROR_USAGE,
			"%zu noise tokens and %zu passage tokens: give 1 <= noise <= passage <= %d",
			config->noise_tokens, config->passage_tokens, AS_SIMILAR_SUBMISSION_TOKENS);
		return NULL;
	}
	struct as_similar *similar = calloc(1, sizeof *similar);
	if (!similar)
		as_error_no_memory(error);
	else
		similar->config = *config;
	return similar;
}

static void clear_member(struct as_member *member)
{
	free(member->id);
	free(member->tokens);
	free(member->codes);
	free(member->counted);
	free(member->files);
}

void as_similar_free(struct as_similar *similar)
{
	if (!similar)
		return;
	for (size_t i = 0; i < similar->member_count; i++)
		clear_member(&similar->members[i]);
	free(similar->members);
	as_gram_set_clear(&similar->base);
	as_gram_set_clear(&similar->common);
	free(similar->notes);
	free(similar);
}

static int similar_note(
	struct as_similar *similar, const struct as_similar_note *note, struct as_error *error)
{
	if (AS_ARRAY_GROW(similar->notes, similar->note_count, similar->note_capacity, error))
		return -1;
	similar->notes[similar->note_count++] = *note;
	return 0;
}

/* ---- reading files ---- */

/* Appends the tokens of a file, and adds a note on what could not be read; `note` names the
 * file. */
static int read_file(struct as_similar *similar, const struct as_similar_file *file,
	struct as_similar_note note, struct as_tokens *tokens, bool *is_full,
	struct as_error *error)
{
	bool is_long = file->size > AS_SIMILAR_FILE_BYTES;
	size_t size = is_long ? AS_SIMILAR_FILE_BYTES : file->size;
	struct as_lexed lexed;

	if (file->language == AS_SOURCE_OTHER) {
		note.kind = AS_SIMILAR_NOTE_LANGUAGE;
		return similar_note(similar, &note, error);
	}
	/* One place remains for the NONE after the last file. */
	if (as_lex(file->language, file->text, size, AS_SIMILAR_SUBMISSION_TOKENS - 1, tokens,
		    &lexed, error))
		return -1;
	*is_full = lexed.is_cut;
	note.line = lexed.last_line;
	if (lexed.is_cut)
		note.kind = AS_SIMILAR_NOTE_TOKENS;
	else if (is_long)
		note.kind = AS_SIMILAR_NOTE_BYTES;
	else if (lexed.open_line) {
		note.kind = AS_SIMILAR_NOTE_OPEN;
		note.line = lexed.open_line;
	} else
		return 0;
	return similar_note(similar, &note, error);
}

struct named {
	const char *name;
	size_t index;
};

static int compare_names(const void *a, const void *b)
{
	const struct named *one = a;
	const struct named *other = b;
	int order = strcmp(one->name, other->name);

	return order ? order : (one->index > other->index) - (one->index < other->index);
}

static struct named *sort_names(
	const struct as_similar_submission *submission, struct as_error *error)
{
	struct named *names = calloc(submission->file_count + 1, sizeof *names);

	if (!names) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < submission->file_count; i++)
		names[i] = (struct named){submission->files[i].name, i};
	qsort(names, submission->file_count, sizeof *names, compare_names);
	return names;
}

static int read_files(struct as_similar *similar, const struct as_similar_submission *submission,
	struct as_member *member, struct as_tokens *tokens, struct as_error *error)
{
	AS_AUTO_FREE struct named *names = sort_names(submission, error);
	bool is_full = false;

	if (!names)
		return -1;
	member->files = calloc(submission->file_count + 1, sizeof *member->files);
	if (!member->files)
		return as_error_no_memory(error);
	for (size_t i = 0; i < submission->file_count && !is_full; i++) {
		struct as_similar_note note = {.submission = member->index, .file = names[i].index};
		size_t before = tokens->count;
		if (read_file(similar, &submission->files[names[i].index], note, tokens, &is_full,
			    error) ||
			!as_array_reserve(tokens->items, tokens->count, error))
			return -1;
		if (tokens->count == before)
			continue;
		tokens->items[tokens->count++] = (struct as_token){.code = AS_TOKEN_NONE};
		member->files[member->file_count++] = (struct as_member_file){
			.first_token = (uint32_t)before, .index = names[i].index};
	}
	return 0;
}

static int read_member(struct as_similar *similar, const struct as_similar_submission *submission,
	struct as_member *member, struct as_error *error)
{
	struct as_tokens tokens = {0};
	int failed = read_files(similar, submission, member, &tokens, error);

	member->tokens = tokens.items;
	member->token_count = tokens.count;
	if (failed)
		return -1;
	if (tokens.count) {
		/* Without the spare capacity: there are hundreds of members. */
		struct as_token *fitting =
			reallocarray(tokens.items, tokens.count, sizeof *tokens.items);
		if (fitting)
			member->tokens = fitting;
	}
	if (similar->token_count + tokens.count > AS_SIMILAR_MAX_TOKENS)
		return as_error_set(error, AS_ERROR_INPUT,
			"the submissions have more than %d tokens: compare them in parts",
			AS_SIMILAR_MAX_TOKENS);
	return 0;
}

int as_similar_add(struct as_similar *similar, const struct as_similar_submission *submission,
	struct as_error *error)
{
	struct as_member member = {.index = similar->member_count};
	size_t note_count = similar->note_count;

	if (similar->member_count >= AS_SIMILAR_MAX_SUBMISSIONS)
		return as_error_set(error, AS_ERROR_INPUT,
			"more than %d submissions: compare them in parts",
			AS_SIMILAR_MAX_SUBMISSIONS);
	if (AS_ARRAY_GROW(similar->members, similar->member_count, similar->member_capacity, error))
		return -1;
	member.id = strdup(submission->id);
	if (!member.id)
		as_error_no_memory(error);
	if (!member.id || read_member(similar, submission, &member, error)) {
		similar->note_count = note_count;
		clear_member(&member);
		return -1;
	}
	similar->members[similar->member_count++] = member;
	similar->token_count += member.token_count;
	if (similar->max_tokens < member.token_count)
		similar->max_tokens = member.token_count;
	return 0;
}

int as_similar_add_base(
	struct as_similar *similar, const struct as_similar_file *file, struct as_error *error)
{
	struct as_similar_note note = {
		.submission = AS_SIMILAR_BASE, .file = similar->base_file_count};
	struct as_tokens tokens = {0};
	bool is_full;
	int failed = read_file(similar, file, note, &tokens, &is_full, error);
	AS_AUTO_FREE struct as_token *items = tokens.items;
	const size_t k = similar->config.noise_tokens;
	const size_t count = as_gram_count(tokens.count, k);
	AS_AUTO_FREE uint64_t *grams = calloc(count + 1, sizeof *grams);

	if (!grams)
		return as_error_no_memory(error);
	if (failed)
		return -1;
	as_grams_make(items, tokens.count, k, grams);
	for (size_t i = 0; i < count; i++)
		if (as_gram_see(&similar->base, grams[i], 0, error))
			return -1;
	similar->base_file_count++;
	return 0;
}

/* ---- places ---- */

struct as_similar_lines as_member_lines(
	const struct as_member *member, size_t first_token, size_t count)
{
	size_t file = member->file_count - 1;

	while (member->files[file].first_token > first_token)
		file--;
	return (struct as_similar_lines){.file = member->files[file].index,
		.first = member->tokens[first_token].line,
		.last = member->tokens[first_token + count - 1].line};
}
