/* SPDX-License-Identifier: MIT */
/*
 * Ruby's Psych writes the file, with a document for each batch of submissions and the output of
 * every test. It can have hundreds of megabytes, several documents ("..." between them), and quoted
 * texts that end at the beginning of a line, which is not valid YAML. So only the needed lines are
 * parsed: the key of a submission, at the beginning of a line, and below it, after two blanks, its
 * submitters and its time. Psych indents the lines of a longer text by more than two blanks.
 */
#include "gradescope.h"
#include "people.h"

#include <assay/base/line.h>
#include <string.h>

#define MAX_BYTES (UINT64_C(512) << 20)

void metadata_clear(struct metadata *metadata)
{
	if (metadata->exists)
		as_document_clear(&metadata->document);
	*metadata = (struct metadata){0};
}

/* ---- the lines that are needed ---- */

static bool has_key(const char *line, size_t length, const char *key)
{
	const size_t size = strlen(key);

	return length > size && memcmp(line, key, size) == 0 && line[size] == ':';
}

/* Needed keys of a submission: " :submitters:", " submitters:". */
static bool is_needed(const char *line, size_t length)
{
	line += 2;
	length -= 2;
	if (length > 0 && *line == ':') {
		line++;
		length--;
	}
	return has_key(line, length, "submitters") || has_key(line, length, "created_at");
}

enum part_of { OF_NOTHING, OF_NEEDED };

/* True if a line is kept; `part` is the part that the line before belonged to. */
static bool is_kept(const char *line, size_t length, enum part_of *part)
{
	if (length == 0)
		return false;
	if (*line != ' ' && *line != '-') {
		*part = OF_NOTHING;
		return length > 11 && memcmp(line, "submission_", 11) == 0;
	}
	if (length > 2 && line[0] == ' ' && line[1] == ' ' && line[2] != ' ' && line[2] != '-')
		*part = is_needed(line, length) ? OF_NEEDED : OF_NOTHING;
	return *part == OF_NEEDED && *line == ' ';
}

/* The length without a tag of Ruby, which older exports have: "created_at: !ruby/object:X". */
static size_t untagged(const char *line, size_t length)
{
	static const char tag[] = ": !ruby/";
	const char *found = memmem(line, length, tag, sizeof(tag) - 1);

	return found ? (size_t)(found - line) + 1 : length;
}

/* Other lines become empty, so that line numbers stay the same. */
static int filter(const struct as_bytes *bytes, struct as_bytes *kept, struct as_error *error)
{
	FILE *file = open_memstream(&kept->data, &kept->size);
	enum part_of part = OF_NOTHING;
	struct as_text_line rest = {bytes->data, bytes->size}, line;

	if (!file)
		return as_error_no_memory(error);
	while (as_text_take_line(&rest, &line)) {
		if (is_kept(line.text, line.size, &part))
			fwrite(line.text, 1, untagged(line.text, line.size), file);
		putc('\n', file);
	}
	return as_text_close(file, &kept->data, error) ? 0 : -1;
}

/* ---- reading ---- */

static const struct entry *find_entry(const struct work *work)
{
	const struct as_arrival *arrival = work->arrival;

	for (size_t i = 0; i < arrival->entry_count; i++) {
		const struct entry *entry = &arrival->entries[i];
		if (strlen(entry->path) > work->top_bytes &&
			(!work->top || strncmp(entry->path, work->top, work->top_bytes) == 0) &&
			strcmp(entry->path + work->top_bytes, GRADESCOPE_METADATA) == 0 &&
			entry->type == ENTRY_FILE)
			return entry;
	}
	return NULL;
}

int metadata_read(struct metadata *metadata, struct work *work)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0}, kept = {0};
	const struct entry *entry = find_entry(work);

	*metadata = (struct metadata){0};
	if (!entry)
		return 0;
	AS_AUTO_FREE char *shown = arrival_show(entry->path, work->error);
	if (!shown ||
		as_file_read(arrival_root(work->arrival, entry), entry->real, MAX_BYTES, &bytes,
			work->error) ||
		filter(&bytes, &kept, work->error) ||
		as_document_parse_yaml(
			&metadata->document, shown, kept.data, kept.size, work->error))
		return -1;
	metadata->exists = true;
	return 0;
}

/* ---- looking up ---- */

static json_t *get(json_t *object, const char *key)
{
	char symbol[32];
	json_t *value = json_object_get(object, key);

	snprintf(symbol, sizeof(symbol), ":%s", key);
	return value ? value : json_object_get(object, symbol);
}

/* A number or a text, as a text; NULL if it is neither or is empty. */
static char *get_text(json_t *object, const char *key, struct as_error *error)
{
	json_t *value = get(object, key);

	if (json_is_integer(value))
		return as_text_format(error, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	const char *text = json_string_value(value);
	return text && *text ? as_text_format(error, "%s", text) : NULL;
}

static int add_submitter(struct work *work, struct draft *draft, json_t *submitter)
{
	struct claim claim = {.id = get_text(submitter, "sid", work->error),
		.name = get_text(submitter, "name", work->error),
		.mail = get_text(submitter, "email", work->error)};

	if (claim.id || claim.name || claim.mail)
		return draft_claim(work, draft, &claim);
	return 0;
}

static int read_time(struct work *work, struct draft *draft, json_t *submission)
{
	json_t *created = get(submission, "created_at");
	const char *text =
		json_string_value(json_is_object(created) ? get(created, "utc") : created);
	int answer = text ? clock_read(work->clock, text, &draft->received.time_s, work->error) : 0;

	if (answer < 0)
		return -1;
	if (text && answer == CLOCK_TIME)
		draft->received.time_source = AS_TIME_EXPORT;
	else if (text)
		return draft_find_fault(work, draft, AS_FINDING_WARNING,
			"the time '%s' in " GRADESCOPE_METADATA " %-s", text, clock_say(answer));
	return 0;
}

int metadata_claim(const struct metadata *metadata, struct work *work, struct draft *draft)
{
	json_t *submission =
		metadata->exists ? json_object_get(metadata->document.root, draft->key) : NULL;
	json_t *submitter;
	size_t i;

	if (!json_is_object(submission))
		return 0;
	json_array_foreach(get(submission, "submitters"), i,
		submitter) if (add_submitter(work, draft, submitter)) return -1;
	return read_time(work, draft, submission) ? -1 : 1;
}

/* ---- ids and addresses ---- */

/* A submitter with an id and an address. */
struct link {
	const char *id, *mail;
};

static int compare_mails(const void *left, const void *right)
{
	return strcasecmp(((const struct link *)left)->mail, ((const struct link *)right)->mail);
}

static int compare_ids(const void *left, const void *right)
{
	return strcmp(((const struct link *)left)->id, ((const struct link *)right)->id);
}

/* The only partner of an id or address; NULL: there is none, or several. */
static const struct link *find_link(const struct link *links, size_t count, const struct link *key,
	int (*compare)(const void *, const void *), int (*other)(const void *, const void *))
{
	const struct link *found = bsearch(key, links, count, sizeof(*links), compare);

	if (!found)
		return NULL;
	for (const struct link *at = found; at > links && compare(at - 1, key) == 0; at--)
		if (other(at - 1, found) != 0)
			return NULL;
	for (const struct link *at = found + 1; at < links + count && compare(at, key) == 0; at++)
		if (other(at, found) != 0)
			return NULL;
	return found;
}

static int complete(struct work *work, struct claim *claim, const struct link *links, size_t count,
	bool by_mail)
{
	const struct link key = {.id = claim->id, .mail = claim->mail};
	char **missing = by_mail ? &claim->id : &claim->mail;

	if (!(by_mail ? claim->mail : claim->id) || *missing)
		return 0;
	const struct link *found = find_link(links, count, &key,
		by_mail ? compare_mails : compare_ids, by_mail ? compare_ids : compare_mails);
	if (!found)
		return 0;
	*missing = as_text_format(work->error, "%s", by_mail ? found->id : found->mail);
	return *missing ? 0 : -1;
}

static int complete_all(struct work *work, const struct link *links, size_t count, bool by_mail)
{
	for (size_t i = 0; i < work->draft_count; i++)
		for (size_t k = 0; k < work->drafts[i].claim_count; k++)
			if (complete(work, &work->drafts[i].claims[k], links, count, by_mail))
				return -1;
	return 0;
}

int metadata_link(struct work *work)
{
	size_t count = 0;

	if (work->out->layout != AS_LAYOUT_GRADESCOPE)
		return 0;
	for (size_t i = 0; i < work->draft_count; i++)
		count += work->drafts[i].claim_count;
	AS_AUTO_FREE struct link *links = calloc(count + 1, sizeof(*links));
	if (!links)
		return as_error_no_memory(work->error);
	count = 0;
	for (size_t i = 0; i < work->draft_count; i++)
		for (size_t k = 0; k < work->drafts[i].claim_count; k++) {
			const struct claim *claim = &work->drafts[i].claims[k];
			if (claim->id && claim->mail)
				links[count++] = (struct link){claim->id, claim->mail};
		}
	qsort(links, count, sizeof(*links), compare_mails);
	if (complete_all(work, links, count, true))
		return -1;
	qsort(links, count, sizeof(*links), compare_ids);
	return complete_all(work, links, count, false);
}

int metadata_doubt_names(struct work *work)
{
	AUTO_HOLDINGS struct holdings holdings = {0};

	if (work->out->layout != AS_LAYOUT_GRADESCOPE)
		return 0;
	if (holdings_find(&holdings, work, HOLDING_ANY))
		return -1;
	for (size_t i = 0; i < work->out->person_count; i++) {
		const struct as_person *person = &work->out->persons[i];
		if (person->line == 0 && !work->keys[i].has_id && !person->mail &&
			holdings_count(&holdings, i) > 1 &&
			people_doubt(work, i,
				"several submissions have this name but no id or email "
				"address, so they may be from different students; write the ids "
				"into the metadata"))
			return -1;
	}
	return 0;
}
