/* SPDX-License-Identifier: MIT */
/*
 * Parses the names that platforms make of people and files. Sources:
 * mod/assign/classes/downloader.php of Moodle, lib/content_zipper.rb of Canvas. Both remove from a
 * person's name the characters that end it (Moodle: "_", Canvas: digits between "_"). So the first
 * match is the platform's, whatever the name of the learner's file.
 */
#include "owner.h"

#include <ctype.h>
#include <string.h>

#define MOODLE_MARK "_assignsubmission_"

void owner_clear(struct owner *owner)
{
	claim_clear(&owner->claim);
	free(owner->key);
	*owner = (struct owner){0};
}

static size_t count_digits(const char *text)
{
	return strspn(text, "0123456789");
}

static char *copy(const char *text, size_t length, struct as_error *error)
{
	return as_text_format(error, "%.*s", (int)length, text);
}

/* ---- Moodle ---- */

/* The platform's marker in the first part of a path. */
static const char *find_mark(const char *path)
{
	const char *mark = strstr(path, MOODLE_MARK), *slash = strchr(path, '/');

	return mark && mark > path && (!slash || mark < slash) ? mark : NULL;
}

bool owner_is_moodle(const char *path)
{
	return find_mark(path) != NULL;
}

/* The text before the marker: "Ada Lovelace_123", or the name of a group. */
static int claim_moodle(
	struct claim *claim, const char *text, size_t length, struct as_error *error)
{
	size_t name = length;

	while (name > 0 && isdigit((unsigned char)text[name - 1]))
		name--;
	const bool has_number = name > 0 && name < length && text[name - 1] == '_';
	claim->name = copy(text, has_number ? name - 1 : length, error);
	if (has_number)
		claim->number = copy(text + name, length - name, error);
	return claim->name && (claim->number || !has_number) ? 0 : -1;
}

static int read_moodle(struct owner *owner, const char *path, struct as_error *error)
{
	const char *mark = find_mark(path);

	if (!mark)
		return 0;
	const char *kind = mark + strlen(MOODLE_MARK);
	const size_t length = strcspn(kind, "_/");
	owner->is_text_entry = length != 4 || strncmp(kind, "file", 4) != 0;
	/* "file/a.py", "file_/a.py" in older versions, "file_a.py" in a download without
	 * folders. */
	owner->rest = kind + length;
	owner->rest += *owner->rest == '_';
	owner->rest += *owner->rest == '/';
	owner->key = copy(path, (size_t)(mark - path), error);
	return owner->key && claim_moodle(&owner->claim, path, (size_t)(mark - path), error) == 0
		       ? 1
		       : -1;
}

/* ---- Canvas ---- */

/* The two numbers of "NAME_12_345_FILE", or the text of "NAME_12_text.html". */
struct canvas {
	size_t name_length;
	const char *number;
	size_t number_length;
	const char *rest;
	bool is_text_entry;
};

static bool is_text_entry(const char *rest)
{
	return strcmp(rest, "text.html") == 0 || strcmp(rest, "link.html") == 0;
}

static bool match_canvas(const char *at, struct canvas *canvas)
{
	const size_t first = count_digits(at + 1);

	if (first == 0 || at[1 + first] != '_')
		return false;
	const char *next = at + 2 + first;
	canvas->number = at + 1;
	canvas->number_length = first;
	canvas->rest = next;
	canvas->is_text_entry = is_text_entry(next);
	const size_t second = count_digits(next);
	if (second > 0 && next[second] == '_' && next[second + 1] != '\0') {
		canvas->rest = next + second + 1;
		return true;
	}
	return canvas->is_text_entry;
}

/* "anon_Ab3xY_345_FILE", "anon_Ab3xY_text.html". */
static bool match_anonymous(const char *path, struct canvas *canvas)
{
	if (strncmp(path, "LATE_", 5) == 0)
		path += 5;
	if (strncmp(path, "anon_", 5) != 0)
		return false;
	canvas->number = path + 5;
	canvas->number_length = 0;
	while (isalnum((unsigned char)canvas->number[canvas->number_length]))
		canvas->number_length++;
	const char *next = canvas->number + canvas->number_length;
	const size_t digits = *next == '_' ? count_digits(next + 1) : 0;
	canvas->name_length = 0;
	canvas->is_text_entry = *next == '_' && is_text_entry(next + 1);
	if (canvas->is_text_entry) {
		canvas->rest = next + 1;
		return canvas->number_length > 0;
	}
	if (canvas->number_length == 0 || digits == 0 || next[1 + digits] != '_')
		return false;
	canvas->rest = next + 2 + digits;
	return *canvas->rest != '\0';
}

static bool find_canvas(const char *path, struct canvas *canvas)
{
	const size_t length = strcspn(path, "/");

	*canvas = (struct canvas){0};
	if (path[length] == '/')
		return false;
	if (match_anonymous(path, canvas))
		return true;
	for (const char *at = path; (at = strchr(at, '_')); at++) {
		if (match_canvas(at, canvas)) {
			canvas->name_length = (size_t)(at - path);
			return true;
		}
	}
	return false;
}

bool owner_is_canvas(const char *path)
{
	struct canvas canvas;

	return find_canvas(path, &canvas);
}

static int read_canvas(struct owner *owner, const char *path, struct as_error *error)
{
	static const char late[] = "_LATE";
	const size_t late_length = sizeof(late) - 1;
	struct canvas canvas;

	if (!find_canvas(path, &canvas))
		return 0;
	size_t length = canvas.name_length;
	owner->is_late =
		strncmp(path, late + 1, late_length - 1) == 0 && path[late_length - 1] == '_';
	if (length > late_length && strncmp(path + length - late_length, late, late_length) == 0) {
		owner->is_late = true;
		length -= late_length;
	}
	owner->rest = canvas.rest;
	owner->is_text_entry = canvas.is_text_entry;
	owner->claim.number = copy(canvas.number, canvas.number_length, error);
	if (length > 0)
		owner->claim.name = copy(path, length, error);
	owner->key = copy(canvas.number, canvas.number_length, error);
	return owner->key && owner->claim.number && (owner->claim.name || length == 0) ? 1 : -1;
}

/* ---- others ---- */

static int read_gradescope(struct owner *owner, const char *path, struct as_error *error)
{
	const size_t length = strcspn(path, "/");

	if (path[length] == '\0')
		return 0;
	owner->rest = path + length + 1;
	owner->key = copy(path, length, error);
	return owner->key ? 1 : -1;
}

int owner_read_attempt(const char *name, size_t length, struct clock *clock, struct owner *owner,
	struct as_error *error)
{
	static const char *const words[] = {"attempt-", "attempt_", "attempt ", "attempt"};
	AS_AUTO_FREE char *text = copy(name, length, error);

	if (!text)
		return -1;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *digits = text + strlen(words[i]);
		if (strncasecmp(text, words[i], strlen(words[i])) != 0 || !*digits ||
			strlen(digits) > 6 || digits[count_digits(digits)])
			continue;
		owner->attempt = strtoul(digits, NULL, 10);
		return owner->attempt > 0;
	}
	int answer = clock_read(clock, text, &owner->time_s, error);
	owner->has_time = answer == CLOCK_TIME || answer == CLOCK_TWICE;
	return answer < 0 ? -1 : owner->has_time;
}

size_t owner_stem(const char *name, size_t length)
{
	static const char *const outer[] = {".txt", ".gz", ".bz2", ".xz"};
	const char *dot = memrchr(name, '.', length);

	if (!dot || dot == name)
		return length;
	const size_t stem = (size_t)(dot - name);
	for (size_t i = 0; i < sizeof(outer) / sizeof(*outer); i++)
		if (length - stem == strlen(outer[i]) &&
			strncasecmp(dot, outer[i], strlen(outer[i])) == 0)
			return owner_stem(name, stem);
	return stem;
}

/* "ID/a.py", "ID/attempt-2/a.py", "ID.py". */
static int read_plain(struct owner *owner, enum as_layout layout, const char *path,
	bool has_attempts, struct clock *clock, struct as_error *error)
{
	size_t length = strcspn(path, "/");
	size_t id = length;

	owner->is_by_stem = path[length] == '\0';
	if (owner->is_by_stem)
		id = owner_stem(path, length);
	else if (layout == AS_LAYOUT_FILES)
		return 0;
	owner->rest = owner->is_by_stem ? path : path + length + 1;
	if (has_attempts && !owner->is_by_stem) {
		const size_t attempt = strcspn(owner->rest, "/");
		const int found =
			owner->rest[attempt] == '/'
				? owner_read_attempt(owner->rest, attempt, clock, owner, error)
				: 0;
		if (found <= 0)
			return found;
		id = length;
		length += attempt + 1;
		owner->rest += attempt + 1;
	} else {
		length = id;
	}
	owner->claim.id = copy(path, id, error);
	owner->key = copy(path, length, error);
	return owner->key && owner->claim.id ? 1 : -1;
}

int owner_read(struct owner *owner, enum as_layout layout, const char *path, bool has_attempts,
	struct clock *clock, struct as_error *error)
{
	*owner = (struct owner){0};
	switch (layout) {
	case AS_LAYOUT_MOODLE:
		return read_moodle(owner, path, error);
	case AS_LAYOUT_CANVAS:
		return read_canvas(owner, path, error);
	case AS_LAYOUT_GRADESCOPE:
		return read_gradescope(owner, path, error);
	case AS_LAYOUT_AUTO:
	case AS_LAYOUT_FOLDERS:
	case AS_LAYOUT_FILES:
		break;
	}
	return read_plain(owner, layout, path, has_attempts, clock, error);
}
