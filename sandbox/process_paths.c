/* SPDX-License-Identifier: MIT */
/*
 * Paths at the process level. A full sandbox shows the folders of a run as /program, /data and
 * /box. Without mounts the program gets the host's paths in their place, wherever they begin a path
 * in its arguments and its environment. Its error output is translated back, so that messages of
 * compilers name the same files.
 */
#include "process.h"

#include <ctype.h>
#include <string.h>

#define FIXED_PATHS 4

/* The pairs of one run, the views before the folders that they may lie in. */
struct pairs {
	const struct as_process_level *level;
	struct as_process_path fixed[FIXED_PATHS];
	char buffers[2][PATH_MAX + 32];
};

static char *entry_path(const struct as_process_level *level, const char *entry, char *buffer)
{
	if (!entry || !level->work_dir)
		return NULL;
	snprintf(buffer, PATH_MAX + 32, "%.4000s/%.100s", level->work_dir, entry);
	return buffer;
}

static void find_pairs(struct pairs *pairs, const struct as_process_level *level,
	const struct as_run_request *request)
{
	pairs->level = level;
	pairs->fixed[0] = (struct as_process_path){
		"/program", entry_path(level, request->program, pairs->buffers[0])};
	pairs->fixed[1] = (struct as_process_path){
		"/data", entry_path(level, request->data, pairs->buffers[1])};
	pairs->fixed[2] = (struct as_process_path){"/box", (char *)level->home};
	pairs->fixed[3] = (struct as_process_path){"/tmp", (char *)level->home};
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._-+", c));
}

/* True if the path `inside` is all of the first names of the path at `at`. */
static bool is_at(const char *at, size_t left, const char *inside)
{
	const size_t length = strlen(inside);

	return left >= length && memcmp(at, inside, length) == 0 &&
	       (left == length || !is_name(at[length]));
}

static const struct as_process_path *find_pair(
	const struct pairs *pairs, const char *at, size_t left)
{
	for (size_t i = 0; i < pairs->level->path_count; i++)
		if (is_at(at, left, pairs->level->paths[i].inside))
			return &pairs->level->paths[i];
	for (size_t i = 0; i < FIXED_PATHS; i++)
		if (pairs->fixed[i].host && is_at(at, left, pairs->fixed[i].inside))
			return &pairs->fixed[i];
	return NULL;
}

/* An absolute path begins at a slash that is not part of another path, also after an option's
 * letters, as in -I/program. A slash after a variable of a shell is part of one. */
static bool begins_path(const char *text, size_t at)
{
	const size_t slash = at;

	while (at > 0 && is_name(text[at - 1]))
		at--;
	return (at == slash || text[at] == '-') && (at == 0 || !strchr("/$}~", text[at - 1]));
}

static bool append(struct as_bytes *bytes, size_t *capacity, const char *data, size_t size)
{
	if (bytes->size + size + 1 > *capacity) {
		const size_t wanted = 2 * (bytes->size + size) + 256;
		char *grown = realloc(bytes->data, wanted);
		if (!grown)
			return false;
		bytes->data = grown;
		*capacity = wanted;
	}
	memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
	bytes->data[bytes->size] = '\0';
	return true;
}

char *as_process_paths_to_host(const struct as_process_level *level,
	const struct as_run_request *request, const char *text)
{
	const size_t size = strlen(text);
	struct as_bytes out = {0};
	struct pairs pairs;
	size_t capacity = 0;
	bool failed = !append(&out, &capacity, "", 0);

	find_pairs(&pairs, level, request);
	for (size_t at = 0; at < size && !failed;) {
		const struct as_process_path *pair =
			text[at] == '/' && begins_path(text, at)
				? find_pair(&pairs, text + at, size - at)
				: NULL;
		failed = pair ? !append(&out, &capacity, pair->host, strlen(pair->host))
			      : !append(&out, &capacity, text + at, 1);
		at += pair ? strlen(pair->inside) : 1;
	}
	if (failed)
		as_bytes_clear(&out);
	return out.data;
}

static const struct as_process_path *find_host(
	const struct pairs *pairs, const char *at, size_t left)
{
	/* The box before /tmp, which is the same folder. */
	for (size_t i = 0; i < FIXED_PATHS; i++)
		if (pairs->fixed[i].host && is_at(at, left, pairs->fixed[i].host))
			return &pairs->fixed[i];
	return NULL;
}

void as_process_paths_to_inside(const struct as_process_level *level,
	const struct as_run_request *request, struct as_bytes *bytes)
{
	struct pairs pairs;
	size_t to = 0;

	if (!bytes->data)
		return;
	find_pairs(&pairs, level, request);
	/* An inside path is shorter. */
	for (size_t at = 0; at < bytes->size;) {
		const struct as_process_path *pair =
			bytes->data[at] == '/'
				? find_host(&pairs, bytes->data + at, bytes->size - at)
				: NULL;
		if (!pair) {
			bytes->data[to++] = bytes->data[at++];
			continue;
		}
		memcpy(bytes->data + to, pair->inside, strlen(pair->inside));
		to += strlen(pair->inside);
		at += strlen(pair->host);
	}
	bytes->size = to;
	bytes->data[to] = '\0';
}
