/* SPDX-License-Identifier: MIT */
/* clarifications of contest.yaml. */
#include "desk.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

int folder_texts(struct folder *folder, const struct as_node *node, folder_reader *read,
	char ***list, struct as_error *error)
{
	const size_t count = json_array_size(node->value);
	AS_AUTO_NAMES char **texts = calloc(count + 1, sizeof(*texts));

	if (!texts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		if (read(folder, &item, &texts[i], error))
			return -1;
	}
	as_names_free(*list);
	*list = as_steal(texts);
	return 0;
}

static int read_category(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char **text = member;

	if (folder_line(folder, node, member, error))
		return -1;
	if (**text && strlen(*text) <= AS_CONTEST_CATEGORY_MAX_BYTES)
		return 0;
	return as_node_error(
		node, error, "a category has from 1 to %d bytes", AS_CONTEST_CATEGORY_MAX_BYTES);
}

/* Unlike a category, an answer may have several lines. */
static int read_answer(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *text;

	(void)folder;
	if (folder_lines(node, &text, error))
		return -1;
	if (*text && strlen(text) <= AS_CONTEST_ANSWER_MAX_BYTES)
		return as_text_copy(member, text, error);
	return as_node_error(
		node, error, "an answer has from 1 to %d bytes", AS_CONTEST_ANSWER_MAX_BYTES);
}

static int read_list(struct folder *folder, const struct as_node *node, folder_reader *read,
	char ***list, struct as_error *error)
{
	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of texts", "write [Technical]");
	if (json_array_size(node->value) > AS_CONTEST_DESK_MAX)
		return as_node_error(
			node, error, "%s has more than %d texts", node->key, AS_CONTEST_DESK_MAX);
	return folder_texts(folder, node, read, list, error);
}

/* A category that is listed twice would make two groups of the queue. */
static int check_categories(const struct as_node *node, char **texts, struct as_error *error)
{
	for (size_t i = 0; texts[i]; i++) {
		const struct as_node item = as_node_item(node, i);
		bool is_known = strcmp(texts[i], AS_CONTEST_GENERAL) == 0;
		for (size_t k = 0; k < i; k++)
			is_known |= strcmp(texts[i], texts[k]) == 0;
		if (is_known)
			return as_node_error(&item, error, "category '%.*s' is %s",
				as_text_fit(texts[i], 60), texts[i],
				strcmp(texts[i], AS_CONTEST_GENERAL) == 0
					? "part of each contest; remove it from the list"
					: "listed twice; remove one entry");
	}
	return 0;
}

static int read_categories(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char ***list = member;

	return read_list(folder, node, read_category, list, error) ||
			       check_categories(node, *list, error)
		       ? -1
		       : 0;
}

static int read_answers(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	return read_list(folder, node, read_answer, member, error);
}

int folder_clarifications(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"categories", read_categories, offsetof(struct as_contest_desk, categories), 0},
		{"answers", read_answers, offsetof(struct as_contest_desk, answers), 0},
	};
	return folder_read(folder, node, keys, COUNT(keys), member, error);
}

const char *const *as_contest_desk_categories(const struct as_contest_desk *desk)
{
	static const char *const usual[] = {"Technical", NULL};

	return desk->categories ? (const char *const *)desk->categories : usual;
}

bool as_contest_desk_has(
	const struct as_contest_desk *desk, const char *name, const char **category)
{
	const char *const *names = as_contest_desk_categories(desk);

	*category = NULL;
	if (strcmp(name, AS_CONTEST_GENERAL) == 0)
		return true;
	while (*names && strcmp(*names, name) != 0)
		names++;
	*category = *names;
	return *names != NULL;
}

const char *const *as_contest_desk_answers(const struct as_contest_desk *desk)
{
	static const char *const usual[] = {
		"No comment.", "Read the problem statement carefully.", NULL};

	return desk->answers ? (const char *const *)desk->answers : usual;
}
