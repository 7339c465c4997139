/* SPDX-License-Identifier: MIT */
/* Digests of everything that a result depends on: a submission's files, this command, this machine.
 */
#include "verify.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#define MAX_ENTRIES 1000000
#define MAX_DEPTH 64
#define MAX_HEADER_BYTES (16 << 20)
/* Links to links; with longer chains, use --fresh. */
#define MAX_LINKS 2

/* ---- trees ---- */

struct walk {
	struct as_digest *digest;
	const struct as_package *package;
	const atomic_bool *cancel; /* or NULL */
	int depth;
	int link_count; /* links followed on the current path */
};

static int add_entry(
	struct walk *walk, int dir_fd, const char *name, const char *path, struct as_error *error);

static int add_folder(struct walk *walk, int fd, const char *path, struct as_error *error)
{
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%s", path, *name);
		if (!inner || add_entry(walk, fd, *name, inner, error))
			return -1;
	}
	as_digest_add_text(walk->digest, NULL);
	return 0;
}

/* Reading sources follows links inside the package, so their targets count. It also reports
 * dangling links. */
static int add_target(struct walk *walk, const char *path, struct as_error *error)
{
	const struct as_tree *tree = &walk->package->tree;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;

	struct as_error why = {0};

	if (walk->link_count == MAX_LINKS)
		return 0;
	if (as_tree_find(tree, path, &type, &real, &why)) {
		AS_AUTO_FD int fd =
			why.sys_errno == EXDEV ? as_shared_open(tree, path, NULL, NULL) : -1;
		return fd < 0 ? 0 : as_digest_add_fd(walk->digest, fd, walk->cancel, error);
	}
	walk->link_count++;
	int failed = add_entry(walk, tree->fd, real, real, error);
	walk->link_count--;
	return failed;
}

/* An entry that is neither file nor folder counts by its type, and a link by its target. */
static int add_other(struct walk *walk, int dir_fd, const char *name, const char *path,
	const struct stat *info, struct as_error *error)
{
	char target[PATH_MAX];
	ssize_t length =
		S_ISLNK(info->st_mode) ? readlinkat(dir_fd, name, target, sizeof(target)) : 0;

	as_digest_add(walk->digest, &info->st_mode, sizeof(info->st_mode));
	if (length > 0)
		as_digest_add(walk->digest, target, (size_t)length);
	return S_ISLNK(info->st_mode) ? add_target(walk, path, error) : 0;
}

static int add_entry(
	struct walk *walk, int dir_fd, const char *name, const char *path, struct as_error *error)
{
	struct as_digest *digest = walk->digest;
	struct stat info;
	const char *last = strrchr(name, '/');

	if (as_cancel_check(walk->cancel, error))
		return -1;
	if (fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return as_error_sys(error, AS_ERROR_INPUT, errno, "cannot look at %s", path);
	as_digest_add_text(digest, last ? last + 1 : name);
	if (S_ISDIR(info.st_mode)) {
		if (walk->depth == MAX_DEPTH)
			return as_error_set(error, AS_ERROR_INPUT,
				"%s: its folders are nested deeper than %d", path, MAX_DEPTH);
		AS_AUTO_FD int fd = as_dir_open(dir_fd, name, error);
		as_digest_add_text(digest, "folder");
		walk->depth++;
		int failed = add_folder(walk, fd, path, error);
		walk->depth--;
		return failed;
	}
	if (!S_ISREG(info.st_mode))
		return add_other(walk, dir_fd, name, path, &info, error);
	AS_AUTO_FD int fd = as_file_open(dir_fd, name, error);
	as_digest_add_text(digest, info.st_mode & 0111 ? "program" : "file");
	as_digest_add(digest, &info.st_size, sizeof(info.st_size));
	return fd < 0 ? -1 : as_digest_add_fd(digest, fd, walk->cancel, error);
}

int as_verify_digest_tree(const struct as_package *package, const char *path,
	const atomic_bool *cancel, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_digest digest;
	struct walk walk = {.digest = &digest, .package = package, .cancel = cancel};
	struct stat info;

	hex[0] = '\0';
	if (fstatat(package->tree.fd, path, &info, AT_SYMLINK_NOFOLLOW) && errno == ENOENT)
		return 0;
	as_digest_init(&digest);
	if (add_entry(&walk, package->tree.fd, path, path, error))
		return -1;
	as_digest_end(&digest, hex);
	return 0;
}

/* ---- the machine ---- */

/* The command itself, because another build of the same version may judge differently. */
static void add_command(struct as_digest *digest)
{
	struct stat info = {0};

	as_digest_add_text(digest, ASSAY_VERSION);
	if (stat("/proc/self/exe", &info) == 0) {
		as_digest_add(digest, &info.st_size, sizeof(info.st_size));
		as_digest_add(digest, &info.st_mtim, sizeof(info.st_mtim));
	}
}

/* Times depend on the processor; the kernel is part of the sandbox's policy. */
static void add_machine(struct as_digest *digest)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/cpuinfo", "re");
	struct utsname name = {0};
	char line[512];

	uname(&name);
	as_digest_add_text(digest, name.nodename);
	as_digest_add_text(digest, name.release);
	as_digest_add_text(digest, name.version);
	as_digest_add_text(digest, name.machine);
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, "model name", 10) == 0) {
			as_digest_add_text(digest, line);
			break;
		}
}

/* Headers of Assay that programs of the package may include. */
static int add_header(struct as_digest *digest, const char *include_dir, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes header = {0};

	if (!include_dir)
		return 0;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/assay/gen.h", include_dir);
	if (!path || as_file_read(AT_FDCWD, path, MAX_HEADER_BYTES, &header, error))
		return -1;
	as_digest_add(digest, header.data, header.size);
	return 0;
}

int as_verify_digest_machine(const struct as_engine_config *settings, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error)
{
	const struct as_languages *languages = settings->languages;
	struct as_digest digest;

	as_digest_init(&digest);
	add_command(&digest);
	add_machine(&digest);
	as_digest_add_text(&digest, as_weakness_name(settings->weak_sandbox));
	for (const char *const *module = settings->modules; module && *module; module++)
		as_digest_add_text(&digest, *module);
	if (add_header(&digest, settings->include_dir, error))
		return -1;
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *language = &languages->items[i];
		AS_AUTO_FREE char *tools = as_language_is_here(language)
						   ? as_language_fingerprint(language, NULL)
						   : NULL;
		as_digest_add_text(&digest, language->canonical);
		as_digest_add_text(&digest, tools);
	}
	as_digest_end(&digest, hex);
	return 0;
}
