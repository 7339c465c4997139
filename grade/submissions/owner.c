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

/* Moodle's own file beside those of its plugins for text: "onlinetext.html", which some languages
 * name otherwise. Whatever else is there, such as a program that the teacher put beside it, is a
 * file of the student. */
static bool is_moodle_text(const char *kind, size_t length, const char *rest)
{
	static const char *const own[] = {
		"html", ".html", "onlinetext.html", "comments.html", "comments.txt"};
	const bool is_onlinetext = length == 10 && strncmp(kind, "onlinetext", length) == 0;

	if (length == 4 && strncmp(kind, "file", 4) == 0)
		return false;
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (strcmp(rest, own[i]) == 0)
			return true;
	return is_onlinetext && !strchr(rest, '/') && as_text_ends(rest, ".html");
}

static int read_moodle(struct owner *owner, const char *path, struct as_error *error)
{
	const char *mark = find_mark(path);

	if (!mark)
		return 0;
	const char *kind = mark + strlen(MOODLE_MARK);
	const size_t length = strcspn(kind, "_/.");
	/* "file/a.py", "file_/a.py" in older versions, "file_a.py" in a download without
	 * folders. */
	owner->rest = kind + length;
	owner->rest += *owner->rest == '_';
	owner->rest += *owner->rest == '/';
	owner->is_text_entry = is_moodle_text(kind, length, owner->rest);
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
	bool is_late;
	bool is_anonymous;
};

static bool is_canvas_text(const char *name)
{
	return strcmp(name, "text.html") == 0 || strcmp(name, "link.html") == 0;
}

/* Skips "12_" before another character. */
static const char *skip_number(const char *at)
{
	const size_t digits = count_digits(at);

	return digits > 0 && at[digits] == '_' && at[digits + 1] != '\0' ? at + digits + 1 : at;
}

static bool match_canvas(const char *at, struct canvas *canvas)
{
	const size_t first = count_digits(at + 1);

	if (first == 0 || at[1 + first] != '_')
		return false;
	const char *next = at + 2 + first;
	canvas->number = at + 1;
	canvas->number_length = first;
	canvas->rest = skip_number(next);
	canvas->is_text_entry = is_canvas_text(next);
	return canvas->rest != next || canvas->is_text_entry;
}

static bool skip_late(const char **path)
{
	const bool is_late = strncmp(*path, "LATE_", 5) == 0;

	*path += is_late ? 5 : 0;
	return is_late;
}

/* "anon_Ab3xY_345_FILE", "anon_Ab3xY_LATE_345_6_FILE", "LATE_anon_Ab3xY_345_FILE",
 * "anon_Ab3xY_text.html". */
static bool match_anonymous(const char *path, struct canvas *canvas)
{
	canvas->is_late = skip_late(&path);
	if (strncmp(path, "anon_", 5) != 0)
		return false;
	canvas->number = path + 5;
	while (isalnum((unsigned char)canvas->number[canvas->number_length]))
		canvas->number_length++;
	const char *next = canvas->number + canvas->number_length;
	if (canvas->number_length == 0 || *next++ != '_')
		return false;
	canvas->is_late |= skip_late(&next);
	const char *name = skip_number(next);
	canvas->rest = skip_number(name);
	canvas->is_text_entry = is_canvas_text(name);
	canvas->is_anonymous = true;
	return name != next || canvas->is_text_entry;
}

static bool find_canvas(const char *path, struct canvas *canvas)
{
	const size_t length = strcspn(path, "/");

	*canvas = (struct canvas){0};
	if (path[length] == '/')
		return false;
	if (match_anonymous(path, canvas))
		return true;
	*canvas = (struct canvas){0};
	for (const char *at = path; (at = strchr(at, '_')); at++) {
		if (match_canvas(at, canvas)) {
			canvas->name_length = (size_t)(at - path);
			canvas->is_late = strncmp(path, "LATE_", 5) == 0;
			return true;
		}
	}
	return false;
}

/* A student chooses the end of a name, and it may look like a name of another platform. The
 * platform writes the beginning, so the beginning decides. */
bool owner_is_moodle(const char *path)
{
	const char *mark = find_mark(path);
	struct canvas canvas;

	return mark && (!find_canvas(path, &canvas) || mark < canvas.rest);
}

bool owner_is_canvas(const char *path)
{
	struct canvas canvas;

	/* Platforms that name files by addresses are not Canvas. */
	return find_canvas(path, &canvas) && !memchr(path, '@', canvas.name_length) &&
	       !owner_is_moodle(path);
}

/* "NAME_12_FILE": a file that the teacher put beside the text "NAME_12_text.html". */
static bool match_typed(const char *path, struct canvas *canvas)
{
	*canvas = (struct canvas){0};
	for (const char *at = path; !strchr(path, '/') && (at = strchr(at, '_')); at++) {
		const char *number = at + 1;
		canvas->rest = skip_number(number);
		if (canvas->rest == number || at == path)
			continue;
		canvas->name_length = (size_t)(at - path);
		canvas->number = number;
		canvas->number_length = (size_t)(canvas->rest - number) - 1;
		return true;
	}
	return false;
}

static int read_canvas(struct owner *owner, const char *path, struct as_error *error)
{
	static const char late[] = "_LATE";
	const size_t late_length = sizeof(late) - 1;
	struct canvas canvas;

	if (!find_canvas(path, &canvas) && !match_typed(path, &canvas))
		return 0;
	size_t length = canvas.name_length;
	owner->is_late = canvas.is_late;
	owner->is_anonymous = canvas.is_anonymous;
	if (length > late_length && strncmp(path + length - late_length, late, late_length) == 0) {
		owner->is_late = true;
		length -= late_length;
	}
	owner->rest = canvas.rest;
	owner->is_text_entry = canvas.is_text_entry;
	owner->claim.number = copy(canvas.number, canvas.number_length, error);
	if (canvas.is_anonymous)
		owner->claim.id = copy(canvas.number, canvas.number_length, error);
	else if (length > 0)
		owner->claim.name = copy(path, length, error);
	owner->key = copy(canvas.number, canvas.number_length, error);
	return owner->key && owner->claim.number &&
			       (owner->claim.id || owner->claim.name || length == 0)
		       ? 1
		       : -1;
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

/* The length of a file's name without its endings: 3 of "ada.py.txt". */
static size_t owner_stem(const char *name, size_t length)
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
