/* SPDX-License-Identifier: MIT */
/* The programs of a package: finds, reads and builds them. */
#include "workshop.h"

#include <string.h>

#define PACKAGE_CODE_BYTES (UINT64_C(16) << 20)
/* For programs of packages: slow machines need more than a minute. */
#define COMPILE_MAX_NS INT64_C(300000000000)

/* The language of a folder with a `build` or `run` script; not available to submissions. */
#define SCRIPT_LANGUAGE "script"

/* The kernel looks for a shell named "sh\r", and reports that the script does not exist. */
static bool has_windows_shebang(const struct as_source *script)
{
	const char *end = script && script->data.size
				  ? memchr(script->data.data, '\n', script->data.size)
				  : NULL;

	return end && end - script->data.data > 2 && end[-1] == '\r' &&
	       memcmp(script->data.data, "#!", 2) == 0;
}

const struct as_language *as_workshop_find_language(const struct as_workshop *workshop,
	const char *path, struct as_sources *sources, struct as_error *error)
{
	const struct as_source *build = as_sources_find(sources, "build"),
			       *run = as_sources_find(sources, "run");
	const struct as_source *first = build ? build : run;
	const struct as_language *language;

	if (sources->single || !first) {
		as_languages_tidy(workshop->config.languages, sources);
		if (as_languages_detect(workshop->config.languages, sources, &language, error))
			return NULL;
		if (language && !language->refused)
			return language;
		as_error_set(error, AS_ERROR_INPUT,
			"unknown language of the program %s; see assay languages", path);
		return NULL;
	}
	if (!first->executable) {
		as_error_set(error, AS_ERROR_INPUT,
			"the program %s has a script %s that is not executable; run `chmod +x "
			"%s/%s`",
			path, first->name, path, first->name);
		return NULL;
	}
	if (has_windows_shebang(first) || has_windows_shebang(run)) {
		as_error_set(error, AS_ERROR_INPUT,
			"the program %s has a script %s with Windows line endings (CR LF); save it "
			"with Unix line endings (LF)",
			path, has_windows_shebang(first) ? first->name : run->name);
		return NULL;
	}
	sources->keeps_modes = true;
	language = as_languages_find(workshop->config.languages, SCRIPT_LANGUAGE);
	if (!language)
		as_error_set(error, AS_ERROR_INPUT,
			"the program %s has a script %s, but the language table has no language "
			"'%s'",
			path, first->name, SCRIPT_LANGUAGE);
	return language;
}

int as_workshop_read_program(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_sources *sources, struct as_error *error)
{
	if (as_sources_read_own(
		    sources, dir_fd, path, PACKAGE_CODE_BYTES, workshop->config.cancel, error)) {
		if (error && error->kind == AS_ERROR_USAGE)
			error->kind = AS_ERROR_INPUT;
		return -1;
	}
	if (sources->reason)
		return as_error_set(error, AS_ERROR_INPUT, "the program %s cannot be compiled: %s",
			path, sources->text);
	return as_sources_fill(sources, constants, error);
}

/* What to do about a header that was not found, or "". */
static const char *hint_of(const char *message)
{
	/* gen.h is in a folder named after its project, like the headers of other libraries. */
	if (strstr(message, " gen.h: No such file"))
		return "; write #include <assay/gen.h>";
	if (strstr(message, " testlib.h: No such file"))
		return "; put testlib.h beside the program, or a link to a copy in the package";
	return "";
}

struct as_program *as_workshop_compile_sources(struct as_workshop *workshop,
	struct as_sources *sources, const struct as_language *language, const char *entry_point,
	const char *path, struct as_error *error)
{
	if (as_language_recode(language, sources, error) ||
		as_language_name_single(language, sources, error))
		return NULL;
	const struct as_build_order order = {.sources = sources,
		.language = language,
		.entry_point = entry_point,
		.time_ns = COMPILE_MAX_NS,
		.memory_bytes = UINT64_C(2) << 30,
		.of_package = true};
	struct as_program *program = as_workshop_build(workshop, &order, error);
	if (program && program->verdict != AS_VERDICT_AC) {
		const char *message = program->output ? program->output : "";
		char line[512];
		if (*message)
			as_compiler_quote(message, line, sizeof(line));
		else
			snprintf(line, sizeof(line), "the compiler was stopped: %s",
				program->reason);
		as_error_set(error, AS_ERROR_INPUT, "the program %s does not compile: %s%s", path,
			line, hint_of(message));
		as_program_free(program);
		return NULL;
	}
	return program;
}

struct as_program *as_workshop_compile(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	if (as_workshop_read_program(workshop, dir_fd, path, constants, &sources, error))
		return NULL;
	const struct as_language *language =
		as_workshop_find_language(workshop, path, &sources, error);
	return language ? as_workshop_compile_sources(
				  workshop, &sources, language, NULL, path, error)
			: NULL;
}

const struct as_language *as_workshop_program_language(struct as_workshop *workshop, int dir_fd,
	const char *path, const struct as_text_map *constants, struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	return as_workshop_read_program(workshop, dir_fd, path, constants, &sources, error)
		       ? NULL
		       : as_workshop_find_language(workshop, path, &sources, error);
}

void as_program_place(const struct as_package *package, const char *path,
	const struct as_error *why, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", package->path, path);

	if (where && why->kind == AS_ERROR_INPUT && !*why->where)
		as_error_at(error, why->kind, where, 0, 0, "%s", why->text);
	else if (where && error)
		*error = *why;
}
