/* SPDX-License-Identifier: MIT */
/* Builds a program from sources: runs the compiler in the sandbox. */
#include "entry.h"
#include "fork_server.h"
#include "start.h"
#include "workshop.h"

#include <fcntl.h>
#include <string.h>

#define COMPILER_PROCESSES 256
/* ---- names ---- */

/* Java requires a public type to be in the file of its name. */
int as_build_name_single(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	const char *ending = language->start.rename_ending;
	struct as_entry entry = AS_ENTRY_INIT;

	if (!ending || sources->count != 1)
		return 0;
	struct as_source *file = &sources->files[0];
	as_entry_scan_java(&entry, file->name, language->start.main, &file->data);
	if (!entry.public_type[0])
		return 0;
	char *name = as_text_format(error, "%s%s", entry.public_type, ending);
	if (!name)
		return -1;
	free(file->name);
	file->name = name;
	return 0;
}

/* ---- one compilation ---- */

struct build {
	struct as_workshop *workshop;
	const struct as_build_order *order;
	struct as_program *program;
	struct as_sources *sources;
	bool *left_out; /* by source: the compiler's command does not name it; NULL: all are named
			 */
	char source_folder[32];
	struct as_sandbox *sandbox; /* of the last run of the compiler, which contains its box */
};

/* The views and options of a compilation in addition to those of the table. */
struct extras {
	struct as_view views[2];
	size_t view_count;
	const char *words[4];
	const char *const *options; /* NULL-terminated */
	char precompiled[PATH_MAX];
};

static void add_extra(
	struct extras *extras, const char *source, const char *target, const char *option)
{
	extras->words[extras->view_count] = option;
	extras->views[extras->view_count++] = (struct as_view){source, target};
}

static int find_extras(struct build *build, struct extras *extras, struct as_error *error)
{
	struct as_workshop *workshop = build->workshop;
	const struct as_language *language = build->program->language;
	const struct as_language_class_archive *archive = &language->class_archive;
	char *path = extras->precompiled;

	extras->options = extras->words;
	if (archive->source) {
		if (as_class_archive_find(workshop, language, false, path, error))
			return -1;
		if (path[0]) {
			add_extra(extras, path, "/archive", NULL);
			extras->options = archive->use;
		}
		return 0;
	}
	if (as_precompile_find(workshop, language, false, path, error))
		return -1;
	if (path[0])
		add_extra(extras, path, "/headers", "-I/headers");
	/* A header can be used only if the language's command has a placeholder for options. */
	if (build->order->of_package && workshop->config.include_dir)
		add_extra(extras, workshop->config.include_dir, "/include", "-I/include");
	if (build->order->forks)
		extras->words[extras->view_count] = as_forks_link_option;
	return 0;
}

static int run_compiler(struct build *build, struct as_run_result *result, struct as_error *error)
{
	struct as_program *program = build->program;
	struct extras extras = {0};
	AS_AUTO_NAMES char **sources =
		as_source_paths(program->language, build->sources, build->left_out, error);
	AS_AUTO_NAMES char **folders = as_folder_paths(
		build->sources, program->language->start.takes_file ? program->main : NULL, error);
	as_sandbox_close(as_steal(build->sandbox));
	build->sandbox = sources && folders && find_extras(build, &extras, error) == 0
				 ? as_workshop_open_sandbox(build->workshop,
					   program->language->compile.views, extras.views,
					   extras.view_count, -1, error)
				 : NULL;

	if (!build->sandbox)
		return -1;
	const struct as_expansion expansion = {.main = program->main,
		.entry = program->entry,
		.sources = (const char *const *)sources,
		.folders = (const char *const *)folders,
		.options = extras.options};
	AS_AUTO_NAMES char **argv =
		as_language_expand(program->language->compile.words, &expansion, error);
	const struct as_run_request request = {
		.argv = (const char *const *)argv,
		.env = program->language->compile.env,
		.program = build->source_folder,
		.profile = program->language->compile.profile,
		.limits = {.cpu_time_ns = build->order->time_ns,
			.wall_time_ns = build->order->time_ns * 2,
			.memory_bytes = build->order->memory_bytes,
			.output_bytes = AS_BUILD_OUTPUT_BYTES,
			.processes = COMPILER_PROCESSES,
			.idle_time_ns = AS_UNLIMITED_NS,
			.box_bytes = AS_BUILD_BOX_BYTES,
			.box_files = 65536,
			/* The kernel counts descriptors in messages by user, up to this number and
			 * 253 more; the judge, with 1024 or more, must be able to send its own. */
			.open_files = 512},
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = -1,
		.cancel = build->order->cancel ? build->order->cancel
					       : build->workshop->config.cancel,
	};
	int failed = !argv || as_sandbox_run(build->sandbox, &request, result, error);
	return failed || as_run_check_cancel(result, error) ? -1 : 0;
}

static int compile_again(struct build *build, struct as_run_result *result, struct as_error *error)
{
	as_run_result_clear(result);
	return run_compiler(build, result, error);
}

/* If the sources do not compile together, compiles them without those that others include. */
static int leave_out_included(
	struct build *build, struct as_run_result *result, struct as_error *error)
{
	AS_AUTO_FREE bool *included = calloc(build->sources->count + 1, sizeof(*included));

	if (!included)
		return as_error_no_memory(error);
	if (!as_sources_find_included(build->program->language, build->sources, included))
		return 0;
	build->left_out = as_steal(included);
	return compile_again(build, result, error);
}

static int warn_left_out(const struct build *build, struct as_error *error)
{
	char **output = &build->program->output;

	for (size_t i = build->left_out ? build->sources->count : 0; i-- > 0;) {
		if (!build->left_out[i])
			continue;
		AS_AUTO_FREE char *before = *output;
		*output = as_text_format(error,
			"warning: %s is not compiled by itself, because another file includes "
			"it\n%s",
			build->sources->files[i].name, before);
		if (!*output)
			return -1;
	}
	return 0;
}

static int compile(struct build *build, struct as_error *error)
{
	struct as_program *program = build->program;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_FD int folder =
		as_workshop_new_folder(build->workshop, build->source_folder, error);

	if (folder < 0 || as_sources_write(build->sources, folder, error) ||
		run_compiler(build, &result, error))
		return -1;
	if (as_run_was_killed(&result) && compile_again(build, &result, error))
		return -1;
	if (result.exit_code != 0 && !result.hits && leave_out_included(build, &result, error))
		return -1;
	if (as_build_read_message(program, &result, error) || warn_left_out(build, error))
		return -1;
	program->cpu_time_ns = result.cpu_time_ns;
	program->wall_time_ns = result.wall_time_ns;
	program->verdict = AS_VERDICT_CE;
	if (result.hits)
		snprintf(program->reason, sizeof(program->reason), "%s",
			as_hits_reason(result.hits));
	else if (result.exit_code != 0)
		snprintf(program->reason, sizeof(program->reason), "compiler");
	else
		program->verdict = AS_VERDICT_AC;
	if (program->verdict != AS_VERDICT_AC)
		return 0;
	return as_build_take_product(build->workshop, program, build->sources, &result, error);
}

/* ---- digests ---- */

static int fill_digests(struct build *build, struct as_error *error)
{
	struct as_program *program = build->program;
	AS_AUTO_FREE char *version = as_language_version(build->workshop, program->language, error);
	struct as_digest digest;

	if (!version)
		return -1;
	as_sources_digest(build->sources, program->digests.source);
	as_digest_init(&digest);
	as_digest_add_text(&digest, program->language->canonical);
	as_digest_add_text(&digest, version);
	as_digest_end(&digest, program->digests.language);
	as_digest_init(&digest);
	as_digest_add_text(&digest, program->digests.source);
	as_digest_add_text(&digest, program->digests.language);
	as_digest_add_text(&digest, program->main);
	as_digest_add_text(&digest, program->entry);
	if (build->order->forks)
		as_digest_add_text(&digest, as_forks_link_option);
	/* The only file outside of the package that a compilation can read. */
	if (build->order->of_package && build->workshop->config.include_dir) {
		AS_AUTO_BYTES struct as_bytes header = {0};
		AS_AUTO_FREE char *path = as_text_format(
			error, "%s/assay/gen.h", build->workshop->config.include_dir);
		if (!path || as_file_read(AT_FDCWD, path, 16 << 20, &header, error))
			return -1;
		as_digest_add(&digest, header.data, header.size);
	}
	as_digest_end(&digest, program->digests.whole);
	return as_build_cache_key(program, error);
}

/* A copy of names and data, because a Java file may have to be renamed. */
static int copy_sources(
	const struct as_sources *from, struct as_sources *to, struct as_error *error)
{
	*to = (struct as_sources){.files = calloc(from->count + 1, sizeof(*to->files)),
		.keeps_modes = from->keeps_modes};
	if (!to->files)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->count; i++) {
		const struct as_source *file = &from->files[i];
		struct as_source *copy = &to->files[to->count++];
		copy->name = strdup(file->name);
		copy->executable = file->executable;
		copy->is_added = file->is_added;
		if (!copy->name ||
			as_bytes_copy(&copy->data, file->data.data, file->data.size, error) ||
			(file->original.data && as_bytes_copy(&copy->original, file->original.data,
							file->original.size, error)))
			return as_error_no_memory(error);
		to->size_bytes += file->data.size;
	}
	return 0;
}

/* Determines its entry point and its name; a program that cannot start is refused (CE). */
static int plan(struct build *build, struct as_error *error)
{
	struct as_program *program = build->program;

	if (as_build_name_single(program->language, build->sources, error))
		return -1;
	if (as_start_find(program, build->sources, build->order, error))
		return -1;
	return fill_digests(build, error);
}

int as_workshop_refuses(const struct as_build_order *order, char **text, struct as_error *error)
{
	AS_AUTO_FREE struct as_program *program = calloc(1, sizeof(*program));
	AS_AUTO(as_sources_clear) struct as_sources own = {0};

	*text = NULL;
	if (!program)
		return as_error_no_memory(error);
	program->language = order->language;
	const int failed = copy_sources(order->sources, &own, error) ||
			   as_build_name_single(order->language, &own, error) ||
			   as_start_find(program, &own, order, error);
	const bool is_refused = !failed && program->verdict == AS_VERDICT_CE;
	if (is_refused)
		*text = as_steal(program->output);
	free(program->output);
	free(program->note);
	return failed ? -1 : is_refused;
}

struct as_program *as_workshop_build(
	struct as_workshop *workshop, const struct as_build_order *order, struct as_error *error)
{
	struct as_program *program = calloc(1, sizeof(*program));
	AS_AUTO(as_sources_clear) struct as_sources own = {0};
	struct build build = {
		.workshop = workshop, .order = order, .program = program, .sources = &own};

	if (!program) {
		as_error_no_memory(error);
		return NULL;
	}
	program->workshop = workshop;
	program->language = order->language;
	if (as_language_require(order->language, error) ||
		copy_sources(order->sources, &own, error) ||
		(order->forks && as_forks_add_sources(&own, error)) || plan(&build, error))
		goto fail;
	if (program->verdict == AS_VERDICT_CE)
		return program;
	if (workshop->config.fresh || as_build_cache_load(workshop, program) != 1) {
		const int failed = compile(&build, error);
		as_sandbox_close(build.sandbox);
		free(build.left_out);
		if (failed)
			goto fail;
		as_dir_remove(workshop->work_fd, build.source_folder, NULL);
		build.source_folder[0] = '\0';
		if (!order->is_uncached)
			as_build_cache_store(workshop, program);
	}
	if (as_start_explain(program, &own, order, error))
		goto fail;
	if (as_build_keep_sources(program, &own, order, error) == 0)
		return program;
fail:
	as_workshop_remove(workshop, build.source_folder);
	as_program_free(program);
	return NULL;
}
