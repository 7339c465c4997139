/* SPDX-License-Identifier: MIT */
/*
 * TSV files of the ICPC's older tools: groups.tsv, teams.tsv, teams2.tsv and accounts.tsv. The
 * first line has a name and a version, "teams" and "1". Some tools write "File_Version" instead of
 * the name; then the file's name decides. Cells are separated by tabs and never quoted: a password
 * may begin with a quote.
 *
 * The result is documents in which each object has the line of its row, so that messages name that
 * line.
 */
#include "changing.h"
#include "reading.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>

#define MAX_BYTES (UINT64_C(16) << 20)
#define MAX_CELLS 8
#define MAX_SUFFIX 100

struct row {
	const char *cells[MAX_CELLS]; /* "": the row has no such cell */
	size_t count;
	unsigned line;
};

struct tsv {
	const char *file;
	enum folder_part part;
	json_t *items, *organizations; /* arrays; an item has its line in LINE_KEY */
};
#define LINE_KEY "\n" /* cannot be a key of a file */

/* ---- objects ---- */

static int fail(
	const struct tsv *tsv, const struct row *row, struct as_error *error, const char *text)
{
	return as_error_at(error, AS_ERROR_INPUT, tsv->file, row->line, 0, "%s", text);
}

/* Sets a key, unless the text is "". */
static int put_text(json_t *object, const char *key, const char *text, struct as_error *error)
{
	return *text && json_object_set_new(object, key, json_string(text))
		       ? as_error_no_memory(error)
		       : 0;
}

static json_t *add_object(json_t *list, const struct row *row, struct as_error *error)
{
	json_t *object = json_pack("{s: i}", LINE_KEY, (int)row->line);

	if (!object || json_array_append_new(list, object)) {
		as_error_no_memory(error);
		return NULL;
	}
	return object;
}

/* A number without leading zeros. */
static const char *short_number(const char *text)
{
	const size_t zeros = strspn(text, "0"), length = strlen(text);

	return zeros == length || strspn(text, "0123456789") != length ? text : text + zeros;
}

/* The team of an account: 7 for "team-007" and "team007"; otherwise the username itself. */
static const char *team_of(const char *username)
{
	const char *number = username + strlen("team");

	if (strncasecmp(username, "team", strlen("team")) != 0)
		return username;
	number += *number == '-';
	return *number && strspn(number, "0123456789") == strlen(number) ? short_number(number)
									 : username;
}

static int add_account(struct tsv *tsv, const struct row *row, struct as_error *error)
{
	const char *type = row->cells[0], *username = row->cells[2];

	if (!*type || !*username)
		return fail(tsv, row, error,
			"the account has no type or no username; write type, name, username and "
			"password, with tabs between them");
	json_t *account = add_object(tsv->items, row, error);
	if (!account || put_text(account, "username", username, error) ||
		put_text(account, "password", row->cells[3], error) ||
		put_text(account, "type", type, error) ||
		put_text(account, "name", row->cells[1], error))
		return -1;
	return strcmp(type, "team") == 0 ? put_text(account, "team_id", team_of(username), error)
					 : 0;
}

static int add_group(struct tsv *tsv, const struct row *row, struct as_error *error)
{
	if (!*row->cells[0] || !*row->cells[1])
		return fail(tsv, row, error,
			"the group has no id or no name; write both, with a tab between them");
	json_t *group = add_object(tsv->items, row, error);
	return !group || put_text(group, "id", row->cells[0], error) ||
			       put_text(group, "name", row->cells[1], error)
		       ? -1
		       : 0;
}

/* ---- institutions ---- */

void folder_make_id(const char *name, const char *other, char id[AS_CONTEST_ID_MAX + 1])
{
	static const char permitted[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
	size_t length = 0;

	for (; *name && length < AS_CONTEST_ID_MAX; name++) {
		const char made = strchr(permitted, *name) ? *name : '-';
		if (length == 0 ? made != '-' && made != '.' : made != '-' || id[length - 1] != '-')
			id[length++] = made;
	}
	while (length && (id[length - 1] == '-' || id[length - 1] == '.'))
		length--;
	id[length] = '\0';
	if (length == 0)
		snprintf(id, AS_CONTEST_ID_MAX + 1, "%s", other);
}

static const json_t *find_id(const json_t *list, const char *id)
{
	size_t index;
	const json_t *object;

	json_array_foreach(list, index, object)
	{
		if (strcmp(json_string_value(json_object_get(object, "id")), id) == 0)
			return object;
	}
	return NULL;
}

static bool has_name(const json_t *organization, const char *name)
{
	const char *its = json_string_value(json_object_get(organization, "formal_name"));

	return its && strcmp(its, name) == 0;
}

/* Two institutions can have the same short name: adds a number. */
static char *choose_id(
	const struct tsv *tsv, const char *text, const char *name, struct as_error *error)
{
	char base[AS_CONTEST_ID_MAX + 1];

	folder_make_id(text, "organization", base);
	for (unsigned i = 1; i <= MAX_SUFFIX; i++) {
		char *id =
			i == 1 ? as_text_format(error, "%s", base)
			       : as_text_format(error, "%.*s-%u", AS_CONTEST_ID_MAX - 4, base, i);
		const json_t *other = id ? find_id(tsv->organizations, id) : NULL;
		if (!other || has_name(other, name))
			return id;
		free(id);
	}
	as_error_set(error, AS_ERROR_INPUT, "%s: more than %d institutions have the short name %s",
		tsv->file, MAX_SUFFIX, text);
	return NULL;
}

/* Returns the organization's id, on the heap. Each organization is added once; for a repeated id
 * the first name counts. */
static char *add_organization(struct tsv *tsv, const struct row *row, struct as_error *error)
{
	const char *name = *row->cells[4] ? row->cells[4] : row->cells[5];
	const char *short_name = *row->cells[5] ? row->cells[5] : name, *own = row->cells[7];
	AS_AUTO_FREE char *id = *own && as_contest_is_id(own)
					? as_text_format(error, "%s", own)
					: choose_id(tsv, short_name, name, error);

	if (!id || find_id(tsv->organizations, id))
		return as_steal(id);
	json_t *organization = add_object(tsv->organizations, row, error);
	if (!organization || put_text(organization, "id", id, error) ||
		put_text(organization, "icpc_id", own, error) ||
		put_text(organization, "name", short_name, error) ||
		put_text(organization, "formal_name", name, error) ||
		put_text(organization, "country", row->cells[6], error))
		return NULL;
	return as_steal(id);
}

static int add_team(struct tsv *tsv, const struct row *row, struct as_error *error)
{
	if (!*row->cells[0] || !*row->cells[3])
		return fail(tsv, row, error,
			"the team has no number or no name; write number, ICPC id, group, name, "
			"institution, its short name and country, with tabs between them");
	json_t *team = add_object(tsv->items, row, error);
	if (!team || put_text(team, "id", short_number(row->cells[0]), error) ||
		put_text(team, "icpc_id", row->cells[1], error) ||
		put_text(team, "name", row->cells[3], error))
		return -1;
	if (*row->cells[2] &&
		json_object_set_new(team, "group_ids", json_pack("[s]", row->cells[2])))
		return as_error_no_memory(error);
	if (!*row->cells[4] && !*row->cells[5])
		return 0;
	AS_AUTO_FREE char *id = add_organization(tsv, row, error);
	return id ? put_text(team, "organization_id", id, error) : -1;
}

static int add_row(struct tsv *tsv, const struct row *row, struct as_error *error)
{
	return tsv->part == FOLDER_ACCOUNTS ? add_account(tsv, row, error)
	       : tsv->part == FOLDER_GROUPS ? add_group(tsv, row, error)
					    : add_team(tsv, row, error);
}

/* ---- lines ---- */

/* Splits a line at its tabs, in place, and returns the rest of the text, or NULL at its end. */
static char *take_line(char *text, struct row *row)
{
	char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : NULL;

	*end = '\0';
	if (end > text && end[-1] == '\r')
		end[-1] = '\0';
	for (size_t i = 0; i < MAX_CELLS; i++)
		row->cells[i] = "";
	row->count = 0;
	for (char *cell = text; cell;) {
		char *tab = strchr(cell, '\t');
		if (tab)
			*tab++ = '\0';
		if (row->count < MAX_CELLS)
			row->cells[row->count] = cell;
		row->count++;
		cell = tab;
	}
	row->line++;
	return next;
}

static int read_rows(struct tsv *tsv, char *text, struct as_error *error)
{
	struct row row = {.line = 0};

	text = take_line(text, &row);
	while (text) {
		text = take_line(text, &row);
		const bool is_empty = row.count == 1 && !*row.cells[0];
		if (!is_empty && add_row(tsv, &row, error))
			return -1;
	}
	return 0;
}

static int write_items(json_t *items, FILE *out, struct as_error *error)
{
	json_int_t line = 1;
	size_t index;
	json_t *item;

	json_array_foreach(items, index, item)
	{
		const json_int_t its = json_integer_value(json_object_get(item, LINE_KEY));
		json_object_del(item, LINE_KEY);
		fputc(index ? ',' : '[', out);
		for (; line < its; line++)
			fputc('\n', out);
		if (json_dumpf(item, out, JSON_COMPACT))
			return as_error_no_memory(error);
	}
	fputs(json_array_size(items) ? "]" : "[]", out);
	return 0;
}

static int make_document(
	const struct tsv *tsv, json_t *items, struct as_document *document, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);

	if (!out)
		return as_error_no_memory(error);
	const int status = write_items(items, out, error);
	if (fclose(out) || status)
		return as_error_no_memory(error);
	return as_document_parse_json(document, tsv->file, text.data, text.size, error);
}

/* ---- the file ---- */

/* False: the first line is not that of such a file. */
static bool find_part(const char *file, const char *text, enum folder_part *part)
{
	static const struct {
		const char *name;
		enum folder_part part;
	} parts[] = {
		{"accounts", FOLDER_ACCOUNTS}, {"groups", FOLDER_GROUPS}, {"teams", FOLDER_TEAMS}};
	static const char version[] = "File_Version";
	const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
	const size_t length = strcspn(text, "\t\r\n");
	const bool is_version =
		length == sizeof(version) - 1 && strncmp(text, version, length) == 0;

	if (text[length] != '\t' || strspn(text + length + 1, "123") != 1 ||
		!strchr("\r\n", text[length + 2]))
		return false;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		const char *name = parts[i].name;
		*part = parts[i].part;
		if (is_version ? strncmp(base, name, strlen(name)) == 0
			       : strlen(name) == length && strncmp(text, name, length) == 0)
			return true;
	}
	return false;
}

static int read_tsv(struct tsv *tsv, char *text, struct as_document documents[FOLDER_PART_COUNT],
	struct as_error *error)
{
	tsv->items = json_array();
	tsv->organizations = json_array();
	if (!tsv->items || !tsv->organizations)
		return as_error_no_memory(error);
	if (read_rows(tsv, text, error) ||
		make_document(tsv, tsv->items, &documents[tsv->part], error))
		return -1;
	return json_array_size(tsv->organizations)
		       ? make_document(
				 tsv, tsv->organizations, &documents[FOLDER_ORGANIZATIONS], error)
		       : 0;
}

/* 1: the file is a .tsv file of older tools; `start`: its text after a byte-order mark. */
static int open_tsv(struct tsv *tsv, struct as_bytes *text, char **start, struct as_error *error)
{
	static const char mark[] = "\xef\xbb\xbf";

	if (!as_text_ends(tsv->file, ".tsv"))
		return 0;
	if (as_file_read(AT_FDCWD, tsv->file, MAX_BYTES, text, error))
		return -1;
	*start = text->data + (strncmp(text->data, mark, strlen(mark)) == 0 ? strlen(mark) : 0);
	return find_part(tsv->file, *start, &tsv->part);
}

int folder_is_tsv(const char *file, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct tsv tsv = {.file = file};
	char *start;

	return open_tsv(&tsv, &text, &start, error);
}

int folder_load_tsv(
	const char *file, struct as_document documents[FOLDER_PART_COUNT], struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct tsv tsv = {.file = file};
	char *start;
	const int found = open_tsv(&tsv, &text, &start, error);

	if (found <= 0)
		return found;
	if (strlen(text.data) != text.size || !as_text_is_utf8(text.data, text.size))
		return as_error_at(error, AS_ERROR_INPUT, file, 0, 0,
			"the file is not UTF-8; save it as UTF-8");
	const int status = read_tsv(&tsv, start, documents, error);
	json_decref(tsv.items);
	json_decref(tsv.organizations);
	return status ? -1 : 1;
}
