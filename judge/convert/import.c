/* SPDX-License-Identifier: MIT */
/* Makes a package from a folder of inputs and answers, the usual form of existing tests. */
#include "import.h"
#include <assay/base/fit.h>
#include <fcntl.h>
#include <string.h>

#define NS_PER_SECOND INT64_C(1000000000)

static void clear(struct import *import)
{
	for (size_t i = 0; i < import->found_count; i++) {
		free(import->found[i].path);
		free(import->found[i].key);
	}
	for (size_t i = 0; i < import->test_count; i++)
		free(import->tests[i].name);
	free(import->found);
	free(import->tests);
	free(import->odd.path);
	as_names_free(import->notes);
	package_writer_close(&import->writer);
	import_close(import);
}

static int note(struct import *import, struct as_error *error, char *text)
{
	if (!text)
		return -1;
	if (!as_array_reserve(import->notes, import->note_count + 1, error)) {
		free(text);
		return -1;
	}
	import->notes[import->note_count++] = text;
	import->notes[import->note_count] = NULL;
	return 0;
}

/* ---- settings ---- */

static int time_text(int64_t limit_ns, char text[128], struct as_error *error)
{
	static const int64_t resolutions_ns[] = {NS_PER_SECOND, NS_PER_SECOND / 2,
		NS_PER_SECOND / 10, NS_PER_SECOND / 100, NS_PER_SECOND / 1000};
	for (size_t i = 0; i < sizeof resolutions_ns / sizeof *resolutions_ns; i++) {
		if (limit_ns % resolutions_ns[i] != 0)
			continue;
		int size = snprintf(
			text, 128, "limits:\n  time_limit: %.9g\n", (double)limit_ns / 1e9);
		if (i > 0)
			snprintf(text + size, 128 - (size_t)size, "  time_resolution: %.9g\n",
				(double)resolutions_ns[i] / 1e9);
		return 0;
	}
	return as_error_set(
		error, AS_ERROR_USAGE, "the time limit must be whole milliseconds; round it");
}

static int write_metadata(struct import *import, struct as_error *error)
{
	const struct as_import_config *config = import->config;
	char uuid[UUID_SIZE], limits[128] = "";
	if (package_uuid(uuid, error) < 0 ||
		(config->time_limit_ns > 0 && time_text(config->time_limit_ns, limits, error) < 0))
		return -1;
	json_t *value = json_string(config->title ? config->title : import->writer.short_name);
	AS_AUTO_FREE char *title = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
	json_decref(value);
	if (!title)
		return as_error_set(
			error, AS_ERROR_USAGE, "the problem's name must be text in UTF-8");
	AS_AUTO_FREE char *text = as_text_format(error,
		"problem_format_version: 2025-09\nname: %s\nuuid: %s\n%s", title, uuid, limits);
	return text ? package_writer_text(&import->writer, "problem.yaml", text, error) : -1;
}

static int write_check(struct import *import, struct as_error *error)
{
	const struct as_import_config *config = import->config;
	const char *words[] = {"float_tolerance", config->tolerance};
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;
	if (!config->tolerance && !config->exact)
		return 0;
	if (config->tolerance && as_check_flags_parse(words, 2, &flags, NULL) < 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"--tolerance: invalid number '%.*s'; write a decimal number of 0 or more, "
			"such as 1e-6",
			as_text_fit(config->tolerance, 40), config->tolerance);
	AS_AUTO_FREE char *text = as_text_format(error, "output_validator_args: [%s%s%s%s%s]\n",
		config->exact ? "case_sensitive, space_change_sensitive" : "",
		config->exact && config->tolerance ? ", " : "",
		config->tolerance ? "float_tolerance, \"" : "",
		config->tolerance ? config->tolerance : "", config->tolerance ? "\"" : "");
	static const char *const parts[] = {"sample", "secret"};
	for (size_t i = 0; text && i < 2; i++) {
		AS_AUTO_FREE char *folder = as_text_format(error, "data/%s", parts[i]);
		AS_AUTO_FREE char *path =
			folder ? as_text_format(error, "%s/test_group.yaml", folder) : NULL;
		if (!path)
			return -1;
		if (faccessat(import->writer.fd, folder, F_OK, 0) == 0 &&
			package_writer_text(&import->writer, path, text, error) < 0)
			return -1;
	}
	return text ? 0 : -1;
}

static int write_all(struct import *import, struct as_error *error)
{
	if (write_metadata(import, error) < 0 || import_write_tests(import, error) < 0)
		return -1;
	AS_AUTO_FREE char *validator = import_shape_validator(&import->shape, error);
	if (!validator || write_check(import, error) < 0 ||
		package_writer_text(&import->writer, "input_validators/text.py", validator, error) <
			0 ||
		package_writer_text(&import->writer, "statement/problem.en.md",
			"The statement goes here.\n", error) < 0)
		return -1;
	return import_write_solutions(import, error);
}

/* ---- importing ---- */

static int report_names(struct import *import, struct as_error *error)
{
	const struct import_test *renamed = import->renamed.first;
	if (renamed &&
		note(import, error,
			as_text_format(error, "%s is named %s in the package (%zu test%s renamed)",
				renamed->input->path, renamed->name, import->renamed.count,
				import->renamed.count == 1 ? "" : "s")) < 0)
		return -1;
	if (import->folder_count == 0)
		return 0;
	return note(import, error,
		as_text_format(error,
			"the %zu folders of tests stay in data/secret; to give points for each, "
			"write `type: scoring` into problem.yaml and, for example, `max_score: 50` "
			"into a test_group.yaml in each",
			import->folder_count));
}

static int write_notes(struct import *import, struct as_error *error)
{
	if (report_names(import, error) < 0)
		return -1;
	if (import->left.count > 0 &&
		note(import, error,
			as_text_format(error, "%zu file%s left out: %s%s", import->left.count,
				import->left.count == 1 ? " was" : "s were", import->left.names,
				import->left.count > IMPORT_MAX_NAMED ? ", ..." : "")) < 0)
		return -1;
	if (import->is_polygon &&
		note(import, error,
			as_text_format(error,
				"problem.xml is of a Polygon package, of which only the tests are "
				"read: the checker, the limits, the marks of samples and the "
				"solutions are missing; see \"From Polygon\" in "
				"docs/package-author.md")) < 0)
		return -1;
	if (import->cleaned.utf16_count > 0 &&
		note(import, error,
			as_text_format(error, "%zu file%s in UTF-16; converted to UTF-8",
				import->cleaned.utf16_count,
				import->cleaned.utf16_count == 1 ? " was" : "s were")) < 0)
		return -1;
	if (import->cleaned.windows_count > 0 &&
		note(import, error,
			as_text_format(error,
				"%zu file%s had Windows line endings or a byte-order mark; they "
				"are removed",
				import->cleaned.windows_count,
				import->cleaned.windows_count == 1 ? "" : "s")) < 0)
		return -1;
	if (import->empty.count > 0 &&
		note(import, error,
			as_text_format(error, "%s is empty (%zu file%s)", import->empty.first,
				import->empty.count, import->empty.count == 1 ? "" : "s")) < 0)
		return -1;
	if (import->odd.file_count > 0 &&
		note(import, error,
			as_text_format(error,
				"%s:%u: has %s, which programs may fail to read (%zu file%s "
				"affected)",
				import->odd.path, import->odd.line, import->odd.what,
				import->odd.file_count, import->odd.file_count == 1 ? "" : "s")) <
			0)
		return -1;
	if (import->fraction && !import->config->tolerance &&
		note(import, error,
			as_text_format(error,
				"%s: has decimal fractions, which an output must match digit for "
				"digit; to allow a tolerance, import with --tolerance=1e-6",
				import->fraction)) < 0)
		return -1;
	if (import->config->solutions && import->config->solutions[0])
		return 0;
	return note(import, error,
		as_text_format(error, "no accepted submission; put one into submissions/accepted"));
}

/* The result must load: this finds tests with invalid names. */
static int prove(const struct import *import, struct as_error *error)
{
	struct as_error why = {0};
	struct as_package *package = as_package_open(import->writer.draft, NULL, &why);
	as_package_close(package);
	if (package)
		return 0;
	const size_t length = strlen(import->writer.draft) + 1;
	return as_error_at(error, AS_ERROR_INPUT, import->from, 0, 0,
		"cannot be imported: the result is not a valid package: %s: %s",
		strlen(why.where) > length ? why.where + length : "the whole package", why.text);
}

int as_package_import(const char *from, const char *path, const struct as_import_config *config,
	size_t *count, char ***notes, struct as_error *error)
{
	AS_AUTO(clear)
	struct import import = {
		.config = config, .from = from, .from_fd = -1, .writer = {.fd = -1}};
	if (import_open(&import, error) < 0)
		return -1;
	if (faccessat(import.from_fd, "problem.yaml", F_OK, 0) == 0)
		return as_error_at(error, AS_ERROR_USAGE, from, 0, 0,
			"is already a package (it has problem.yaml); name a folder of inputs and "
			"answers, or use `assay verify`");
	if (import_check_solutions(&import, error) < 0 || import_find(&import, error) < 0 ||
		import_name_tests(&import, error) < 0 ||
		package_writer_open(&import.writer, path, error) < 0 ||
		write_all(&import, error) < 0 || prove(&import, error) < 0 ||
		package_writer_finish(&import.writer, error) < 0 || write_notes(&import, error) < 0)
		return -1;
	*count = import.test_count;
	*notes = as_steal(import.notes);
	return 0;
}
