/* SPDX-License-Identifier: MIT */
/*
 * Files that compilers read every time, made once. Each is a file in an entry of the cache:
 *
 * - headers/DIGEST: a precompiled C++ header. It takes 6 s and 100 MB once, and saves 1.3 s in
 *   every C++ compilation. The compiler uses DIR/bits/stdc++.h.gch for #include <bits/stdc++.h> if
 *   DIR is first in its path and the flags are equal.
 * - archives/DIGEST: the classes of a compiler that runs in the JVM. It takes 1.5 s and 14 MB for
 *   javac, and saves 0.3 s in every compilation.
 *
 * Only `languages --prepare` makes them: on first use, making one would cost more time than it
 * saves in the next few compilations. A stale one does no harm, since the compiler rejects it and
 * reads the originals. A truncated one ends gcc with an error and the JVM with SIGBUS, which would
 * look like a compile error of the submission. So ".size" in the entry has its size, and a file of
 * another size is not used.
 */
#include "cache.h"
#include "roots.h"
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* 100 MB each, and a new one after every change of packages. */
#define MAX_HEADERS 4
/* 10 to 50 MB each; one for each language, and as many again after a change of packages. */
#define MAX_ARCHIVES 8

#define BOX_BYTES (UINT64_C(512) << 20)
#define SIZE_FILE ".size"
#define ARCHIVE_FILE "archive"

struct product {
	const struct as_language *language;
	const char *cache_folder; /* its folder in the cache */
	size_t max_entries;
	char action[128];   /* in messages: the action of the compiler */
	const char *source; /* the name of the file that is compiled, and its text */
	char *text;
	char **command;
	char file[256]; /* in the entry; the command makes it in /box, without folders */
	char entry[16 + AS_DIGEST_HEX_SIZE]; /* FOLDER/DIGEST */
};

static void clear_product(struct product *product)
{
	free(product->text);
	as_names_free(product->command);
}
#define AUTO_PRODUCT AS_AUTO(clear_product)

/* ---- the files to make ---- */

static int name_entry(struct as_workshop *workshop, struct product *product, struct as_error *error)
{
	const struct as_language *language = product->language;
	AS_AUTO_FREE char *fingerprint = as_language_fingerprint(language, error);
	AS_AUTO_FREE char *version = as_language_version(workshop, language, error);
	char hex[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	if (!fingerprint || !version)
		return -1;
	as_digest_init(&digest);
	as_digest_add_text(&digest, product->file);
	as_digest_add_text(&digest, product->text);
	for (char **word = product->command; *word; word++)
		as_digest_add_text(&digest, *word);
	for (const char *const *word = language->compile.env; *word; word++)
		as_digest_add_text(&digest, *word);
	/* The bytes depend on the exact build of the compiler, not on its version text. */
	as_digest_add_text(&digest, fingerprint);
	as_digest_add_text(&digest, version);
	as_digest_end(&digest, hex);
	snprintf(product->entry, sizeof(product->entry), "%s/%s", product->cache_folder, hex);
	return 0;
}

static int plan_header(struct as_workshop *workshop, const struct as_language *language,
	struct product *product, struct as_error *error)
{
	const char *header = language->precompile.header;
	const struct as_expansion nothing = {0};

	*product = (struct product){.language = language,
		.cache_folder = "headers",
		.max_entries = MAX_HEADERS,
		.source = as_text_last_part(header),
		.text = as_text_format(error, "#include <%s>\n", header),
		.command = as_language_expand(language->precompile.command, &nothing, error)};
	snprintf(product->action, sizeof(product->action), "precompile %.100s", header);
	snprintf(product->file, sizeof(product->file), "%.200s.gch", header);
	return product->text && product->command ? name_entry(workshop, product, error) : -1;
}

/* On the heap. */
static char *join_lines(const char *const *lines, struct as_error *error)
{
	char *text = as_text_format(error, "%s", "");

	for (; text && *lines; lines++) {
		AS_AUTO_FREE char *before = text;
		text = as_text_format(error, "%s%s\n", before, *lines);
	}
	return text;
}

static int plan_archive(struct as_workshop *workshop, const struct as_language *language,
	struct product *product, struct as_error *error)
{
	const struct as_language_class_archive *archive = &language->class_archive;
	AS_AUTO_FREE char *path = as_text_format(error, "/program/%s", archive->source);
	const char *const sources[] = {path, NULL};
	const struct as_expansion expansion = {
		.main = archive->source, .sources = sources, .options = archive->make};

	if (!path)
		return -1;
	*product = (struct product){.language = language,
		.cache_folder = "archives",
		.max_entries = MAX_ARCHIVES,
		.action = "archive the classes of its compiler",
		.source = archive->source,
		.text = join_lines(archive->lines, error),
		.command = as_language_expand(language->compile.words, &expansion, error),
		.file = ARCHIVE_FILE};
	return product->text && product->command ? name_entry(workshop, product, error) : -1;
}

/* ---- making ---- */

static int run_compiler(struct as_workshop *workshop, const struct product *product,
	const char *folder, struct as_run_result *result, struct as_error *error)
{
	const struct as_language *language = product->language;
	struct as_run_request request = {.argv = (const char *const *)product->command,
		.env = language->compile.env,
		.program = folder,
		.profile = AS_PROFILE_COMPILER,
		.limits = {.cpu_time_ns = INT64_C(120000000000),
			.wall_time_ns = INT64_C(300000000000),
			.memory_bytes = UINT64_C(2) << 30,
			.output_bytes = UINT64_C(1) << 20,
			.processes = 64,
			.idle_time_ns = AS_UNLIMITED_NS,
			.box_bytes = BOX_BYTES,
			.box_files = 65536,
			.open_files = 256},
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = -1,
		.cancel = workshop->config.cancel};
	struct as_sandbox *sandbox =
		as_workshop_open_sandbox(workshop, language->compile.views, NULL, 0, -1, error);
	int failed = !sandbox || as_sandbox_run(sandbox, &request, result, error);

	as_sandbox_close(sandbox);
	if (failed)
		return -1;
	if (as_run_has_exited(result) && result->exit_code == 0)
		return 0;
	char line[512];
	as_compiler_quote(
		result->stderr_head.data ? result->stderr_head.data : "", line, sizeof(line));
	return as_error_set(
		error, AS_ERROR_MACHINE, "%s cannot %s: %s", language->name, product->action, line);
}

static bool is_whole(const struct as_workshop *workshop, const struct product *product)
{
	AS_AUTO_BYTES struct as_bytes expected = {0};
	char path[512], size[32];
	struct stat info;

	snprintf(path, sizeof(path), "%s/" SIZE_FILE, product->entry);
	if (as_file_read(workshop->cache_fd, path, sizeof(size), &expected, NULL))
		return false;
	snprintf(path, sizeof(path), "%s/%s", product->entry, product->file);
	if (fstatat(workshop->cache_fd, path, &info, AT_SYMLINK_NOFOLLOW))
		return false;
	snprintf(size, sizeof(size), "%lld", (long long)info.st_size);
	return S_ISREG(info.st_mode) && strcmp(expected.data, size) == 0;
}

static int cannot_keep(const struct product *product, struct as_error *error)
{
	return as_error_sys(
		error, AS_ERROR_INTERNAL, errno, "cannot keep %s in the cache", product->file);
}

/* Puts the file where an #include of the header finds it. */
static int fill_entry(int entry, const struct product *product, int made_fd, struct as_error *error)
{
	const char *name = as_text_last_part(product->file);
	AS_AUTO_FREE char *inside = strndup(
		product->file, name > product->file ? (size_t)(name - product->file) - 1 : 0);
	char size[32];
	struct stat info;

	if (!inside)
		return as_error_no_memory(error);
	if (*inside && as_dir_make(entry, inside, 0755, error))
		return -1;
	AS_AUTO_FD int folder = as_dir_open(entry, *inside ? inside : ".", error);
	if (folder < 0 || as_file_copy(made_fd, folder, name, 0644, BOX_BYTES, error))
		return -1;
	if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW))
		return cannot_keep(product, error);
	snprintf(size, sizeof(size), "%lld", (long long)info.st_size);
	return as_file_write(entry, SIZE_FILE, size, strlen(size), 0644, error);
}

/* Atomically: an incomplete file after a power failure would break every compilation. */
static int store(const struct as_workshop *workshop, const struct product *product, int made_fd,
	struct as_error *error)
{
	AUTO_CACHE_DRAFT struct as_cache_draft draft = {.fd = -1};
	char sealed[AS_DIGEST_HEX_SIZE];

	if (as_cache_draft_begin(&draft, workshop, workshop->cache_fd, product->entry, error) ||
		fill_entry(draft.fd, product, made_fd, error))
		return -1;
	/* Another judge may have made it meanwhile. */
	if (as_cache_seal(draft.fd, true, sealed) ||
		(!is_whole(workshop, product) && as_cache_draft_publish(&draft)))
		return cannot_keep(product, error);
	const struct as_aged_limits limits = {.count = product->max_entries};
	as_cache_trim(workshop->cache_fd, product->cache_folder, &limits);
	return 0;
}

static int make_product(
	struct as_workshop *workshop, const struct product *product, struct as_error *error)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	char folder_name[32];
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, folder_name, error);

	if (folder < 0 ||
		as_file_write(folder, product->source, product->text, strlen(product->text), 0644,
			error) ||
		run_compiler(workshop, product, folder_name, &result, error))
		return -1;
	/* A JDK before 13 ignores the options and makes no archive. */
	AS_AUTO_FD int made_fd =
		as_file_open(result.box_fd, as_text_last_part(product->file), NULL);
	return made_fd < 0 ? 0 : store(workshop, product, made_fd, error);
}

/* ---- finding ---- */

/* Writes the path of the entry, or "". */
static int find_product(struct as_workshop *workshop, const struct product *product, bool build,
	char path[PATH_MAX], struct as_error *error)
{
	if (!is_whole(workshop, product)) {
		if (build && make_product(workshop, product, error))
			return -1;
		if (!build || !is_whole(workshop, product))
			return 0;
	}
	utimensat(workshop->cache_fd, product->entry, NULL, 0);
	snprintf(path, PATH_MAX, "%.3900s/%s", workshop->cache_dir, product->entry);
	return 0;
}

/* The cache is closed to other users, and at the process level nothing is mounted. */
static bool can_show_cache(const struct as_workshop *workshop)
{
	return workshop->cache_fd >= 0 && workshop->config.weak_sandbox != AS_WEAK_PROCESS;
}

int as_precompile_find(struct as_workshop *workshop, const struct as_language *language, bool build,
	char path[PATH_MAX], struct as_error *error)
{
	AUTO_PRODUCT struct product product = {0};

	path[0] = '\0';
	if (!language->precompile.header || !can_show_cache(workshop))
		return 0;
	return plan_header(workshop, language, &product, error) ||
			       find_product(workshop, &product, build, path, error)
		       ? -1
		       : 0;
}

int as_class_archive_find(struct as_workshop *workshop, const struct as_language *language,
	bool build, char path[PATH_MAX], struct as_error *error)
{
	AUTO_PRODUCT struct product product = {0};

	path[0] = '\0';
	if (!language->class_archive.source || !can_show_cache(workshop))
		return 0;
	if (plan_archive(workshop, language, &product, error) ||
		find_product(workshop, &product, build, path, error))
		return -1;
	if (path[0])
		strcat(path, "/" ARCHIVE_FILE);
	return 0;
}

static int prepare(
	struct as_workshop *workshop, const struct as_language *language, struct as_error *error)
{
	const struct as_workshop_config *config = &workshop->config;
	char path[PATH_MAX];
	const struct as_view *views;
	size_t count;

	if (config->preparing)
		config->preparing(config->preparing_context, language->name);
	if (as_precompile_find(workshop, language, true, path, error) ||
		as_class_archive_find(workshop, language, true, path, error))
		return -1;
	return as_roots_find(workshop, language, &views, &count, error);
}

int as_workshop_prepare(struct as_workshop *workshop, struct as_error *error)
{
	const struct as_languages *languages = workshop->config.languages;
	bool failed = false;

	/* A language that fails does not prevent the others; the first error is reported. */
	for (size_t i = 0; i < languages->count; i++) {
		if (as_cancel_check(workshop->config.cancel, failed ? NULL : error))
			return -1;
		if (as_language_is_here(&languages->items[i]) &&
			prepare(workshop, &languages->items[i], failed ? NULL : error))
			failed = true;
	}
	return failed ? -1 : 0;
}
