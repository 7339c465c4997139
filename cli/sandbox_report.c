/* SPDX-License-Identifier: MIT */
/* The end of a run of `assay sandbox`: the files that it wrote, and its document. */
#include "cli.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A file with holes costs its program nothing, but its reader the full size. */
#define SPARSE_MAX_BYTES (INT64_C(16) << 20)
/* Maximum number of bytes of a UTF-8 character after its first. */
#define REST_MAX_BYTES 3

/* ---- bytes as JSON -------------------------------------------------------------------------- */

/* A text for the document; the encoding is a static string, NULL if the text is NULL. */
struct text {
	json_t *value;
	const char *encoding;
};

static json_t *base64_of(const char *data, size_t size)
{
	const size_t capacity = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
	AS_AUTO_FREE char *text = malloc(capacity);

	return text ? json_string(sodium_bin2base64(text, capacity, (const unsigned char *)data,
			      size, sodium_base64_VARIANT_ORIGINAL))
		    : NULL;
}

static struct text text_of(const char *data, size_t size)
{
	if (as_text_is_utf8(data, size))
		return (struct text){json_stringn(data, size), "utf-8"};
	return (struct text){base64_of(data, size), "base64"};
}

/* The beginning of a text that was cut, perhaps within its last character. */
static struct text head_of(const char *data, size_t size, bool is_cut)
{
	for (size_t less = 0; is_cut && less <= REST_MAX_BYTES && less < size; less++)
		if (as_text_is_utf8(data, size - less))
			return text_of(data, size - less);
	return text_of(data, size);
}

/* The end of a text that was cut. */
static struct text tail_of(const char *data, size_t size)
{
	for (size_t less = 0; less <= REST_MAX_BYTES && less < size; less++)
		if (as_text_is_utf8(data + less, size - less))
			return text_of(data + less, size - less);
	return text_of(data, size);
}

/* Takes ownership of the text. If out of memory, the document has the encoding and no value. */
static int set_text(json_t *document, const char *key, struct text text)
{
	char name[64];

	if (text.encoding && !text.value)
		return -1;
	snprintf(name, sizeof(name), "%s_encoding", key);
	return json_object_set_new(document, key, text.value ? text.value : json_null()) ||
	       json_object_set_new(
		       document, name, text.encoding ? json_string(text.encoding) : json_null());
}

/* ---- how it ended --------------------------------------------------------------------------- */

static json_t *describe_hits(unsigned hits)
{
	static const char *const names[] = {"cpu", "wall-clock", "memory", "output", "processes",
		"syscall", "cancelled", "idleness", "box"};
	json_t *list = json_array();

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (hits & (1u << i))
			json_array_append_new(list, json_string(names[i]));
	return list;
}

/* An end has one cause: a program that reached a limit did not choose its exit code. */
static json_t *describe_end(const struct as_run_result *result)
{
	const bool is_hit = result->hits != 0;

	return json_pack("{s:s, s:o, s:o, s:o, s:s*}", "schema", CLI_RUN_SCHEMA, "hits",
		describe_hits(result->hits), "exit_code",
		is_hit || result->exit_code < 0 ? json_null() : json_integer(result->exit_code),
		"signal", is_hit || !result->signal ? json_null() : json_integer(result->signal),
		"syscall", result->syscall[0] ? result->syscall : NULL);
}

static json_t *usage_of(const struct as_run_result *result, int64_t number)
{
	return result->usage_unknown ? json_null() : json_integer((json_int_t)number);
}

static json_t *describe_usage(const struct as_run_result *result)
{
	return json_pack("{s:o, s:I, s:o, s:I}", "cpu_time_ns",
		usage_of(result, result->cpu_time_ns), "wall_time_ns",
		(json_int_t)result->wall_time_ns, "memory_bytes",
		usage_of(result, (int64_t)result->memory_bytes), "output_bytes",
		(json_int_t)result->output_bytes);
}

static json_t *describe_isolation(const struct as_sandbox *sandbox)
{
	struct as_isolation isolation;
	json_t *degraded = json_array();

	as_sandbox_describe(sandbox, &isolation);
	for (const char **word = isolation.degraded; *word; word++)
		json_array_append_new(degraded, json_string(*word));
	return json_pack("{s:s, s:s, s:o}", "isolation", as_weakness_name(isolation.weak), "cgroup",
		isolation.cgroup, "degraded", degraded);
}

/* ---- what it printed ------------------------------------------------------------------------ */

static int write_host_file(const char *path, const struct as_bytes *bytes, struct as_error *error)
{
	return as_file_write(AT_FDCWD, path, bytes->data, bytes->size, 0644, error);
}

static int add_stdout(json_t *document, const struct sandbox_options *options,
	const struct as_run_result *result, struct as_error *error)
{
	const bool is_cut = result->output_bytes - result->stderr_bytes > result->stdout_bytes;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct text text = {NULL, NULL};

	if (as_fd_read(result->stdout_fd, UINT64_MAX, &bytes, error))
		return -1;
	if (!options->stdout_path)
		text = head_of(bytes.data, bytes.size, is_cut);
	else if (write_host_file(options->stdout_path, &bytes, error))
		return -1;
	return set_text(document, "stdout", text) ||
	       json_object_set_new(document, "stdout_cut", json_boolean(is_cut));
}

static int add_stderr(json_t *document, const struct sandbox_options *options,
	const struct as_run_result *result, struct as_error *error)
{
	const struct as_bytes *head = &result->stderr_head, *tail = &result->stderr_tail;
	const bool is_cut = result->stderr_bytes > head->size;
	struct text text = {NULL, NULL};

	if (!options->stderr_path)
		text = head_of(head->data, head->size, is_cut);
	else if (write_host_file(options->stderr_path, head, error))
		return -1;
	if (set_text(document, "stderr", text) ||
		json_object_set_new(document, "stderr_cut", json_boolean(is_cut)))
		return -1;
	return is_cut ? set_text(document, "stderr_tail", tail_of(tail->data, tail->size)) : 0;
}

/* ---- the files that it wrote ---------------------------------------------------------------- */

/* The reason why a name that cannot be opened is not a file; NULL if it should have been
 * possible. */
static const char *refusal_of(int box_fd, const char *name, int sys_errno)
{
	struct stat info;

	if (sys_errno == EACCES)
		return "unreadable";
	if (fstatat(box_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? "absent" : errno == EACCES ? "unreadable" : NULL;
	return S_ISREG(info.st_mode)   ? NULL
	       : S_ISLNK(info.st_mode) ? "link"
	       : S_ISDIR(info.st_mode) ? "folder"
				       : "special";
}

static bool is_sparse(int fd)
{
	struct stat info;

	return fstat(fd, &info) == 0 && info.st_size > SPARSE_MAX_BYTES &&
	       (int64_t)info.st_blocks * 512 < info.st_size;
}

/* Reads a file that the program wrote, or sets the reason in *refused. A run that was killed leaves
 * no folder. */
static int read_out(int box_fd, const char *name, struct as_bytes *bytes, const char **refused,
	struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FD int fd = box_fd < 0 ? -1 : as_file_open(box_fd, name, &why);

	*refused = box_fd < 0 ? "lost" : NULL;
	if (*refused)
		return 0;
	if (fd < 0) {
		*refused = refusal_of(box_fd, name, why.sys_errno);
		if (!*refused && error)
			*error = why;
		return *refused ? 0 : -1;
	}
	if (is_sparse(fd)) {
		*refused = "sparse";
		return 0;
	}
	return as_fd_read(fd, UINT64_MAX, bytes, error);
}

static json_t *describe_out(
	const struct sandbox_file *file, const struct as_run_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct text text = {NULL, NULL};
	const char *refused;

	if (read_out(result->box_fd, file->name, &bytes, &refused, error))
		return NULL;
	if (!refused && file->path && write_host_file(file->path, &bytes, error))
		return NULL;
	if (!refused && !file->path)
		text = text_of(bytes.data, bytes.size);
	json_t *entry = json_pack("{s:s, s:s?, s:o}", "name", file->name, "refused", refused,
		"size_bytes", refused ? json_null() : json_integer((json_int_t)bytes.size));
	if (!entry || set_text(entry, "content", text)) {
		json_decref(entry);
		as_error_no_memory(error);
		return NULL;
	}
	return entry;
}

static int add_files(json_t *document, const struct sandbox_options *options,
	const struct as_run_result *result, struct as_error *error)
{
	json_t *files = json_array();

	if (!options->out.count) {
		json_decref(files);
		return 0;
	}
	if (json_object_set_new(document, "files", files))
		return as_error_no_memory(error);
	for (size_t i = 0; i < options->out.count; i++) {
		json_t *entry = describe_out(&options->out.items[i], result, error);
		if (!entry)
			return -1;
		if (json_array_append_new(files, entry))
			return as_error_no_memory(error);
	}
	return 0;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* The output of an earlier run is not marked: it may be replaced, as any other file. */
static int check_target(const char *path, struct as_error *error)
{
	return path ? as_file_check_target(path, NULL, NULL, error) : 0;
}

int sandbox_check_targets(const struct sandbox_options *options, struct as_error *error)
{
	if (check_target(options->stdout_path, error) || check_target(options->stderr_path, error))
		return -1;
	for (size_t i = 0; i < options->out.count; i++)
		if (check_target(options->out.items[i].path, error))
			return -1;
	return 0;
}

/* A failure that sets no error is due to lack of memory. */
static int fill_document(json_t *document, const struct sandbox_options *options,
	const struct as_sandbox *sandbox, const struct as_run_result *result,
	struct as_error *error)
{
	if (json_object_update_new(document, describe_usage(result)) ||
		add_stdout(document, options, result, error) ||
		add_stderr(document, options, result, error) ||
		add_files(document, options, result, error) ||
		json_object_set_new(document, "sandbox", describe_isolation(sandbox)))
		return error->kind ? -1 : as_error_no_memory(error);
	return 0;
}

int sandbox_report(const struct sandbox_options *options, const struct as_sandbox *sandbox,
	const struct as_run_result *result, struct as_error *error)
{
	AS_AUTO_JSON json_t *document = describe_end(result);

	if (!document)
		return as_error_no_memory(error);
	if (fill_document(document, options, sandbox, result, error))
		return -1;
	errno = 0;
	if (cli_print_json(document, JSON_INDENT(2)) == 0 && fflush(stdout) == 0)
		return 0;
	if (errno != EPIPE)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot print the result");
	cli_lose_reader();
	return 0;
}
