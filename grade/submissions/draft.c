/* SPDX-License-Identifier: MIT */
#include "draft.h"

#include <string.h>

/* The judge accepts no more, and every name is compared with all others. */
#define MAX_PARTS 1000

void claim_clear(struct claim *claim)
{
	free(claim->id);
	free(claim->name);
	free(claim->number);
	free(claim->login);
	free(claim->mail);
	*claim = (struct claim){0};
}

/* Texts of an export can contain any bytes; texts of persons are printable. */
static int show(struct claim *claim, struct as_error *error)
{
	char **const texts[] = {
		&claim->id, &claim->name, &claim->number, &claim->login, &claim->mail};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		char *shown = *texts[i] ? arrival_show(*texts[i], error) : NULL;
		if (*texts[i] && !shown)
			return -1;
		free(*texts[i]);
		*texts[i] = shown;
	}
	return 0;
}

int draft_claim(struct work *work, struct draft *draft, struct claim *claim)
{
	struct claim *claims =
		as_array_grow(draft->claims, draft->claim_count, sizeof(*claims), work->error);

	if (claims)
		draft->claims = claims;
	if (!claims || show(claim, work->error)) {
		claim_clear(claim);
		return -1;
	}
	claims[draft->claim_count++] = *claim;
	*claim = (struct claim){0};
	return 0;
}

static struct draft *find_known(struct work *work, uint64_t hash, const char *key)
{
	size_t at = 0, index;

	while ((index = lookup_next(&work->by_key, hash, &at)) != SIZE_MAX)
		if (strcmp(work->drafts[index].key, key) == 0)
			return &work->drafts[index];
	return NULL;
}

struct draft *draft_find(struct work *work, const char *key, const char *path)
{
	const uint64_t hash = lookup_hash(&work->by_key, 0, key, strlen(key));
	struct draft *draft = find_known(work, hash, key);

	if (draft)
		return draft;
	struct draft *drafts =
		as_array_grow(work->drafts, work->draft_count, sizeof(*drafts), work->error);
	if (!drafts)
		return NULL;
	work->drafts = drafts;
	draft = &drafts[work->draft_count++];
	*draft = (struct draft){.key = as_text_format(work->error, "%s", key),
		.received = {.person = SIZE_MAX, .path = arrival_show(path, work->error)}};
	return draft->key && draft->received.path &&
			       lookup_add(
				       &work->by_key, hash, work->draft_count - 1, work->error) == 0
		       ? draft
		       : NULL;
}

int draft_put(struct work *work, struct draft *draft, size_t entry, const char *name)
{
	if (draft->part_count >= MAX_PARTS)
		return draft_leave(work, draft, work->arrival->entries[entry].path,
			AS_LEFT_TOO_LARGE, "is beyond the first 1000 files of the submission");
	struct part *parts =
		as_array_grow(draft->parts, draft->part_count, sizeof(*parts), work->error);
	if (!parts)
		return -1;
	draft->parts = parts;
	struct part *part = &parts[draft->part_count];
	*part = (struct part){.entry = entry,
		.name = as_text_format(work->error, "%s", name),
		.own = strlen(work->arrival->entries[entry].path) - strlen(name)};
	if (!part->name)
		return -1;
	draft->part_count++;
	return 0;
}

void draft_drop_part(struct draft *draft, size_t index)
{
	free(draft->parts[index].name);
	draft->part_count--;
	memmove(&draft->parts[index], &draft->parts[index + 1],
		(draft->part_count - index) * sizeof(*draft->parts));
}

int draft_leave(struct work *work, const struct draft *draft, const char *path,
	enum as_left_reason reason, const char *text)
{
	struct as_submissions *out = work->out;
	struct as_left_file *left =
		as_array_grow(out->left, out->left_count, sizeof(*left), work->error);

	if (!left)
		return -1;
	out->left = left;
	left += out->left_count++;
	*left = (struct as_left_file){.path = arrival_show(path, work->error),
		.reason = reason,
		.text = arrival_show(text, work->error),
		.received = draft ? (size_t)(draft - work->drafts) : SIZE_MAX};
	return left->path && left->text ? 0 : -1;
}

bool received_has(const struct as_received *received, size_t person)
{
	for (size_t i = 0; i < received->member_count; i++)
		if (received->members[i] == person)
			return true;
	return false;
}

void received_set_time(struct as_received *received, enum as_time_source source, int64_t time_s)
{
	if (source < received->time_source ||
		(source == received->time_source && time_s >= received->time_s))
		return;
	received->time_source = source;
	received->time_s = time_s;
}

void received_file_clear(struct as_received_file *file)
{
	free(file->name);
	free(file->path);
	free(file->place);
	*file = (struct as_received_file){0};
}

void received_clear(struct as_received *received)
{
	for (size_t i = 0; i < received->file_count; i++)
		received_file_clear(&received->files[i]);
	free(received->files);
	free(received->members);
	free(received->owner);
	free(received->path);
	free(received->archive);
	*received = (struct as_received){0};
}

void drafts_free(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++) {
		struct draft *draft = &work->drafts[i];
		for (size_t k = 0; k < draft->claim_count; k++)
			claim_clear(&draft->claims[k]);
		while (draft->part_count > 0)
			draft_drop_part(draft, draft->part_count - 1);
		free(draft->claims);
		free(draft->parts);
		free(draft->key);
		received_clear(&draft->received);
	}
	free(work->drafts);
	work->drafts = NULL;
	lookup_clear(&work->by_key);
	work->draft_count = 0;
}
