/* SPDX-License-Identifier: MIT */
/* Blind marking: pseudonyms replace people in all files and messages. Only grade.db, which stores
 * the marks, and pseudonyms.csv have the identities. */
#include "report.h"

#include <assay/base/fit.h>
#include <assay/csv.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MIN_WORD 3 /* a shorter one is in many texts */

/* ---- the secret ---- */

int as_class_open_pseudonyms(struct as_class *class, struct as_error *error)
{
	const bool may_write = class->out_fd >= 0 && !class->config.only_reads;

	if (class->config.is_blind && may_write) {
		class->has_pseudonyms = true;
		return as_pseudonyms_open(&class->pseudonyms, class->out_fd, error);
	}
	const int found = class->out_fd < 0
				  ? 0
				  : as_pseudonyms_find(&class->pseudonyms, class->out_fd, error);
	if (found < 0)
		return -1;
	if (!found && class->config.is_blind)
		as_pseudonyms_invent(&class->pseudonyms);
	class->has_pseudonyms = found || class->config.is_blind;
	return 0;
}

const struct as_pseudonyms *as_class_pseudonyms(const struct as_class *class)
{
	return class->has_pseudonyms ? &class->pseudonyms : NULL;
}

const char *as_class_label(
	const struct as_class *class, const char *id, char label[AS_PSEUDONYM_SIZE])
{
	return class->config.is_blind ? as_pseudonym(&class->pseudonyms, id, label) : id;
}

char *as_class_shown_key(const struct as_class *class, const char *id, char key[AS_CLASS_KEY_SIZE])
{
	return class->config.is_blind ? as_pseudonym(&class->pseudonyms, id, key)
				      : as_class_key(id, key);
}

static int compare_labels(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

int as_class_check_labels(const struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error)
{
	AS_AUTO_FREE char(*labels)[AS_PSEUDONYM_SIZE] = calloc(count + 1, sizeof(*labels));
	AS_AUTO_FREE char **sorted = calloc(count + 1, sizeof(*sorted));

	if (!labels || !sorted)
		return as_error_no_memory(error);
	for (size_t i = 0; class->config.is_blind && i < count; i++)
		sorted[i] = as_pseudonym(&class->pseudonyms, people[i].id, labels[i]);
	if (class->config.is_blind)
		qsort(sorted, count, sizeof(*sorted), compare_labels);
	for (size_t i = 1; class->config.is_blind && i < count; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			return as_error_at(error, AS_ERROR_USAGE, "blind.key", 0, 0,
				"two students have the pseudonym %s; remove the file to give every "
				"student another pseudonym",
				sorted[i]);
	return 0;
}

/* ---- the people of the tables ---- */

static struct as_person_key make_key(const struct as_class *class, const char *id, const char *name)
{
	struct as_person_key key = {.id = id, .name = name, .is_blind = class->config.is_blind};

	if (class->has_pseudonyms)
		as_pseudonym(&class->pseudonyms, id, key.alias);
	return key;
}

const char **as_class_entered(const struct as_class *class, struct as_error *error)
{
	const char **ids = calloc(class->person_count + 1, sizeof(*ids));

	if (!ids)
		as_error_no_memory(error);
	for (size_t i = 0; ids && i < class->person_count; i++)
		ids[i] = class->people[i].id;
	if (ids)
		qsort(ids, class->person_count, sizeof(*ids), compare_labels);
	return ids;
}

bool as_class_is_entered(const struct as_class *class, const char *const *entered, const char *id)
{
	return bsearch(&id, entered, class->person_count, sizeof(*entered), compare_labels);
}

/* Includes everyone with a row, so that the mark of a person who is not entered now is not reported
 * as unknown. */
struct as_person_key *as_class_keys(
	const struct as_class *class, size_t *count, struct as_error *error)
{
	struct as_person_key *keys =
		calloc(class->person_count + class->reg.row_count + 1, sizeof(*keys));
	AS_AUTO_FREE const char **entered = as_class_entered(class, error);

	*count = 0;
	if (!keys || !entered) {
		free(keys);
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < class->person_count; i++) {
		const struct as_class_person *person = &class->people[i];
		const struct as_class_row *row = as_register_find(&class->reg, person->id);
		keys[(*count)++] =
			make_key(class, person->id, row && row->is_forgotten ? NULL : person->name);
	}
	for (size_t i = 0; i < class->reg.row_count; i++)
		if (!as_class_is_entered(class, entered, class->reg.rows[i].id))
			keys[(*count)++] =
				make_key(class, class->reg.rows[i].id, class->reg.rows[i].name);
	return keys;
}

/* ---- the order of the files ---- */

struct place {
	size_t row;
	char label[AS_PSEUDONYM_SIZE];
};

static int compare_places(const void *left, const void *right)
{
	return strcmp(((const struct place *)left)->label, ((const struct place *)right)->label);
}

size_t *as_class_order(const struct as_class *class, struct as_error *error)
{
	const size_t count = class->reg.row_count;
	AS_AUTO_FREE struct place *places = calloc(count + 1, sizeof(*places));
	size_t *order = calloc(count + 1, sizeof(*order));

	if (!places || !order) {
		free(order);
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		places[i].row = i;
	for (size_t i = 0; class->config.is_blind && i < count; i++)
		as_pseudonym(&class->pseudonyms, class->reg.rows[i].id, places[i].label);
	if (class->config.is_blind)
		qsort(places, count, sizeof(*places), compare_places);
	for (size_t i = 0; i < count; i++)
		order[i] = places[i].row;
	return order;
}

/* ---- texts ---- */

static bool is_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (unsigned char)c >= 0x80;
}

/* The next occurrence as a whole word, ignoring case; NULL: none. */
static char *find_word(char *text, const char *word, size_t length)
{
	for (char *at = text; (at = strcasestr(at, word)); at++)
		if ((at == text || !is_of_word(at[-1])) && !is_of_word(at[length]))
			return at;
	return NULL;
}

/* In one pass, because a submission can make its message long and fill it with the word. */
static int hide_word(char **text, const char *word, const char *label, struct as_error *error)
{
	const size_t length = word ? strlen(word) : 0;
	char *at = length < MIN_WORD ? NULL : find_word(*text, word, length);
	char *from = *text, *hidden = NULL;
	size_t size = 0;

	if (!at)
		return 0;
	FILE *out = open_memstream(&hidden, &size);
	if (!out)
		return as_error_no_memory(error);
	for (; at; at = find_word(from, word, length)) {
		fprintf(out, "%.*s%s", (int)(at - from), from, label);
		from = at + length;
	}
	fputs(from, out);
	if (fclose(out)) {
		free(hidden);
		return as_error_no_memory(error);
	}
	free(*text);
	*text = hidden;
	return 0;
}

static int hide_files(const struct as_class_piece *piece, char **text, struct as_error *error)
{
	const struct as_sources *sources = &piece->submitted->sources;
	char name[64];

	for (size_t i = 0; i < sources->count; i++) {
		const char *slash = strrchr(sources->files[i].name, '/');
		const char *base = slash ? slash + 1 : sources->files[i].name;
		const char *dot = strrchr(base, '.');
		snprintf(name, sizeof(name), "%zu%.*s", i + 1, dot ? as_text_fit(dot, 32) : 0,
			dot ? dot : "");
		if (hide_word(text, base, name, error))
			return -1;
	}
	return 0;
}

/* What identifies a person, and what is written instead. */
struct word {
	const char *text;
	size_t length;
	size_t member;
};
struct words {
	struct word *items;
	char (*labels)[AS_PSEUDONYM_SIZE]; /* of the members */
	size_t count, member_count;
};

static void clear_words(struct words *words)
{
	free(words->items);
	free(words->labels);
}

static void add_word(struct words *words, const char *text)
{
	if (text && strlen(text) >= MIN_WORD)
		words->items[words->count++] =
			(struct word){text, strlen(text), words->member_count};
}

#define MAX_WORDS 5 /* of a member */

/* The person may be NULL: only a row of an earlier run. */
static void add_member(const struct as_class *class, struct words *words, const char *id,
	const struct as_class_person *person)
{
	const struct as_class_row *row = as_register_find(&class->reg, id);

	add_word(words, id);
	add_word(words, row ? row->mail : NULL);
	add_word(words, row ? row->name : NULL);
	add_word(words, person ? person->mail : NULL);
	add_word(words, person ? person->name : NULL);
	as_pseudonym(&class->pseudonyms, id, words->labels[words->member_count++]);
}

/* A longer word first: "ann" is in the name "Ann Lee" and in the address "ann@example.org". */
static int compare_words(const void *left, const void *right)
{
	const size_t a = ((const struct word *)left)->length;
	const size_t b = ((const struct word *)right)->length;

	return a == b ? 0 : a > b ? -1 : 1;
}

static const struct as_class_person *find_person(const struct as_class *class, const char *id)
{
	for (size_t i = 0; i < class->person_count; i++)
		if (strcmp(class->people[i].id, id) == 0)
			return &class->people[i];
	return NULL;
}

static bool is_mate(const struct as_class_person *person, const struct as_class_person *other)
{
	return other != person && person && person->team && other->team == person->team;
}

/* The words of the person, and of the members of the same team: their code names all of them. */
static int list_words(const struct as_class *class, const char *id,
	const struct as_class_person *person, struct words *words, struct as_error *error)
{
	size_t count = 1;

	for (size_t i = 0; i < class->person_count; i++)
		count += is_mate(person, &class->people[i]);
	words->items = calloc(MAX_WORDS * count, sizeof(*words->items));
	words->labels = calloc(count, sizeof(*words->labels));
	if (!words->items || !words->labels)
		return as_error_no_memory(error);
	add_member(class, words, id, person);
	for (size_t i = 0; i < class->person_count; i++)
		if (is_mate(person, &class->people[i]))
			add_member(class, words, class->people[i].id, &class->people[i]);
	qsort(words->items, words->count, sizeof(*words->items), compare_words);
	return 0;
}

int as_class_hide(const struct as_class *class, const char *id, char **text, struct as_error *error)
{
	AS_AUTO(clear_words) struct words words = {0};

	if (!class->config.is_blind || !*text || !**text)
		return 0;
	const struct as_class_person *person = find_person(class, id);
	if (list_words(class, id, person, &words, error))
		return -1;
	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_person *owner = &class->people[class->pieces[i].person];
		if (class->pieces[i].submitted && (owner == person || is_mate(person, owner)) &&
			hide_files(&class->pieces[i], text, error))
			return -1;
	}
	for (size_t i = 0; i < words.count; i++)
		if (hide_word(
			    text, words.items[i].text, words.labels[words.items[i].member], error))
			return -1;
	return 0;
}

int as_class_hide_bytes(const struct as_class *class, const char *id, struct as_bytes *bytes,
	struct as_error *error)
{
	if (!class->config.is_blind || !bytes->data)
		return 0;
	for (char *nul = bytes->data; (nul = memchr(nul, 0, bytes->size - (nul - bytes->data)));)
		*nul = ' ';
	char *text = strndup(bytes->data, bytes->size);
	if (!text)
		return as_error_no_memory(error);
	if (as_class_hide(class, id, &text, error)) {
		free(text);
		return -1;
	}
	as_bytes_clear(bytes);
	*bytes = (struct as_bytes){.data = text, .size = strlen(text)};
	return 0;
}

static int hide_result(const struct as_class *class, const char *id, struct as_result *result,
	struct as_error *error)
{
	if (!class->config.is_blind)
		return 0;
	for (size_t i = 0; i < result->test_count; i++)
		if (as_class_hide(class, id, &result->tests[i].feedback, error) ||
			as_class_hide(class, id, &result->tests[i].team_message, error) ||
			as_class_hide(class, id, &result->tests[i].judge_message, error) ||
			as_class_hide(class, id, &result->tests[i].transcript, error))
			return -1;
	for (char **note = result->compile.notes; note && *note; note++)
		if (as_class_hide(class, id, note, error))
			return -1;
	return as_class_hide(class, id, &result->compile.entry, error) ||
			       as_class_hide(class, id, &result->compile.output, error)
		       ? -1
		       : 0;
}

/* The result may have been made before blind marking started or ended. */
static int name_path(const struct as_class *class, const char *id, struct as_result *result,
	struct as_error *error)
{
	const char *dot = result->path ? strrchr(result->path, '.') : NULL;
	char key[AS_CLASS_KEY_SIZE];

	/* The result of a forgotten person has none. */
	if (!result->path || !*result->path)
		return 0;
	char *path = as_text_format(error, "%s%s", as_class_shown_key(class, id, key),
		dot && as_class_is_ending(dot) ? dot : "");
	if (!path)
		return -1;
	free(result->path);
	result->path = path;
	return 0;
}

static int explain_piece(
	const struct as_class_piece *piece, struct as_result *result, struct as_error *error)
{
	const struct as_sources *sources = &piece->submitted->sources;

	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *source = &sources->files[i];
		if (as_text_ends(source->name, ".py") && source->data.data &&
			as_notebook_explain(&result->compile.output, source->name,
				source->data.data, source->data.size, error))
			return -1;
	}
	return 0;
}

/* Adds the cell of the notebook to the compiler's message. */
static int explain_cell(const struct as_class *class, const char *id,
	const struct as_class_work *work, struct as_result *result, struct as_error *error)
{
	if (result->verdict != AS_VERDICT_CE || !result->compile.output)
		return 0;
	for (size_t i = 0; i < class->piece_count; i++)
		if (class->pieces[i].submitted &&
			strcmp(class->pieces[i].files, work->files) == 0 &&
			strcmp(class->people[class->pieces[i].person].id, id) == 0)
			return explain_piece(&class->pieces[i], result, error);
	return 0;
}

int as_class_result_shown(struct as_class *class, const char *id, const struct as_class_work *work,
	struct as_result *result, struct as_error *error)
{
	const int found = as_class_result(class, work, result, error);

	if (found != 1)
		return found;
	return explain_cell(class, id, work, result, error) ||
			       name_path(class, id, result, error) ||
			       hide_result(class, id, result, error)
		       ? -1
		       : 1;
}

/* ---- files ---- */

/* Removes the file of a person that has its other name: the id in blind marking, else the
 * pseudonym. */
static int remove_other(const struct as_class *class, int dirfd, const char *id)
{
	char key[AS_CLASS_KEY_SIZE], name[AS_CLASS_KEY_SIZE + 8];

	if (class->config.is_blind)
		as_class_key(id, key);
	else
		as_pseudonym(&class->pseudonyms, id, key);
	snprintf(name, sizeof(name), "%s.json", key);
	return unlinkat(dirfd, name, 0) && errno != ENOENT ? -1 : 0;
}

int as_class_remove_others(const struct as_class *class, int dirfd, struct as_error *error)
{
	for (size_t i = 0; class->has_pseudonyms && i < class->reg.row_count; i++)
		if (remove_other(class, dirfd, class->reg.rows[i].id))
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, class->config.out,
				"a document of an earlier call cannot be removed");
	return 0;
}

int as_class_write_pseudonyms(struct as_class *class, struct as_error *error)
{
	static const char *const columns[] = {
		"pseudonym", "id", "name", "this file says who is who"};
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE size_t *order = as_class_order(class, error);
	char label[AS_PSEUDONYM_SIZE];

	if (!class->config.is_blind)
		return 0;
	if (!order || as_csv_init(&csv, "pseudonyms.csv", columns, 4, error))
		return -1;
	for (size_t i = 0; i < class->reg.row_count; i++) {
		const struct as_class_row *row = &class->reg.rows[order[i]];
		if (as_csv_add_row(&csv, error) ||
			as_csv_set_text(&csv, i, 0, as_class_label(class, row->id, label), error) ||
			as_csv_set_text(&csv, i, 1, row->id, error) ||
			as_csv_set_text(&csv, i, 2, row->name ? row->name : "", error))
			return -1;
	}
	return as_csv_format(&csv, &bytes, error) ||
			       as_class_write_file(class->out_fd, "pseudonyms.csv", bytes.data,
				       bytes.size, error)
		       ? -1
		       : 0;
}
