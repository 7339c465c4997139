/* SPDX-License-Identifier: MIT */
/*
 * A package may be untrusted, but the files beside it belong to the user: a link must not bring a
 * private file of the user into a compilation. So links may lead only into the smallest folder that
 * a contest needs. The kernel resolves the link beneath it (openat2, RESOLVE_BENEATH), and the
 * result, a path without links, is opened and examined by its descriptor.
 */
#include <assay/base/private.h>
#include <assay/package/shared.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_SHARED_BYTES ((off_t)1 << 20)

static const char *const folders[] = {"answer_validators", "generators", "graders",
	"input_format_validators", "input_validators", "input_visualizer", "output_validator",
	"output_validators", "output_visualizer", "static_validator", "visualizers"};

/* True if links out of the package are followed at `path`, which is relative to the package. */
static bool shared_is_allowed(const char *path)
{
	if (strncmp(path, "./", 2) == 0)
		path += 2;
	const size_t length = strcspn(path, "/");
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (path[length] && strlen(folders[i]) == length &&
			strncmp(path, folders[i], length) == 0)
			return true;
	return false;
}

/* ---- sources ---- */

/* The endings of the language table, which this folder must not use (a test compares them), and of
 * the languages of validators. */
static const char *const source_endings[] = {".adb", ".ads", ".awk", ".bash", ".c", ".c++", ".cc",
	".cjs", ".cl", ".cpp", ".cs", ".ctd", ".cxx", ".dpr", ".f", ".f03", ".f08", ".f90", ".f95",
	".for", ".go", ".h", ".hh", ".hpp", ".hs", ".hxx", ".inc", ".inl", ".ipp", ".java", ".js",
	".kt", ".lisp", ".lpr", ".lua", ".mjs", ".ml", ".mli", ".p", ".pas", ".php", ".pl", ".plg",
	".pm", ".pp", ".py", ".py2", ".py3", ".r", ".rb", ".rs", ".scala", ".sh", ".tcc", ".tpp",
	".txx", ".viva"};

bool as_shared_is_source(const char *path)
{
	static const char *const makefiles[] = {"GNUmakefile", "Makefile", "makefile"};
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof source_endings / sizeof *source_endings; i++)
		if (dot > name && strcasecmp(dot, source_endings[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof makefiles / sizeof *makefiles; i++)
		if (strcmp(name, makefiles[i]) == 0)
			return true;
	return false;
}

/* Scripts such as `build` and `run`. */
static bool is_script(const char *path, int fd)
{
	const char *slash = strrchr(path, '/');
	char head[2];
	return !strchr(slash ? slash + 1 : path, '.') &&
	       pread(fd, head, sizeof head, 0) == sizeof head && memcmp(head, "#!", 2) == 0;
}

/* ---- the folder that links may lead into ---- */

static bool is_at_or_above(const char *folder, const char *path)
{
	const size_t length = strlen(folder);
	return strncmp(folder, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int open_permitted(const char *path, const char *home, uid_t owner)
{
	struct stat status;
	if (!*path || (home && is_at_or_above(path, home)))
		return -1;
	AS_AUTO_FD int fd = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status) < 0 || status.st_uid != owner)
		return -1;
	/* In /tmp any user can put files beside the package. */
	return as_is_writable_by_others(&status) ? -1 : as_steal_fd(fd);
}

static bool has_mark(int fd, const char *name, uid_t owner)
{
	struct stat status;
	return fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_uid == owner;
}

static bool is_root_of_contest(int fd, uid_t owner)
{
	return has_mark(fd, ".git", owner) || has_mark(fd, "problems.yaml", owner);
}

/* Cuts the last part of an absolute path; "" above "/a". */
static void cut_last(char *path)
{
	char *slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
}

/* -1 without an error if the folder does not exist. */
static int open_scope(const struct as_tree *package, uid_t owner)
{
	const char *variable = getenv("HOME");
	AS_AUTO_FREE char *home = variable && *variable ? realpath(variable, NULL) : NULL;
	AS_AUTO_FREE char *path = strdup(package->root);
	if (!path)
		return -1;
	cut_last(path);
	AS_AUTO_FD int parent = open_permitted(path, home, owner);
	/* Without a home folder, the folders above it are unknown. */
	while (home && *path) {
		AS_AUTO_FD int fd = open_permitted(path, home, owner);
		if (fd < 0)
			break;
		if (is_root_of_contest(fd, owner))
			return as_steal_fd(fd);
		cut_last(path);
	}
	return as_steal_fd(parent);
}

/* ---- the file ---- */

static bool has_hidden_name(const char *path)
{
	return path[0] == '.' || strstr(path, "/.") != NULL;
}

static int refuse_scope(const struct as_tree *package, const char *path, struct as_error *error)
{
	return as_tree_error(package, path, error,
		"is a link out of the package; copy its target into the package, or, if packages "
		"share the file, into a folder beside them that only its owner can write to");
}

static int check_file(const struct as_tree *package, const char *path, int fd, uid_t owner,
	struct as_error *error)
{
	struct stat status;
	if (fstat(fd, &status) < 0)
		return as_tree_error(
			package, path, error, "cannot be examined: %s", strerrordesc_np(errno));
	if (status.st_uid != owner)
		return as_tree_error(package, path, error,
			"is a link to a file of another owner; copy it into the package");
	if (status.st_size > MAX_SHARED_BYTES)
		return as_tree_error(package, path, error,
			"is a link to a file of more than 1 MiB; copy it into the package");
	return 0;
}

static int open_in_scope(const struct as_tree *package, const struct as_tree *scope,
	const char *path, char **name, struct as_error *error)
{
	enum as_tree_type type;
	struct as_error why = {0};
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *inner =
		as_text_format(error, "%s/%s", package->root + strlen(scope->root) + 1, path);
	if (!inner)
		return -1;
	if (as_tree_find(scope, inner, &type, &real, &why) < 0)
		return why.sys_errno == EXDEV ? refuse_scope(package, path, error)
					      : as_tree_blame(package, path, &why, error);
	if (type != AS_TREE_FILE)
		return as_tree_error(package, path, error,
			"is a link out of the package to something that is not a regular file; "
			"link to its files, or copy it into the package");
	if (has_hidden_name(real))
		return as_tree_error(package, path, error,
			"is a link to a hidden file; copy it into the package");
	AS_AUTO_FD int fd = as_file_open(scope->fd, real, &why);
	if (fd < 0)
		return as_tree_blame(package, path, &why, error);
	if (!as_shared_is_source(real) && !is_script(real, fd))
		return as_tree_error(package, path, error,
			"is a link to a file that is not a source, header or script; copy it into "
			"the package");
	if (name)
		*name = as_steal(real);
	return as_steal_fd(fd);
}

int as_shared_open(
	const struct as_tree *package, const char *path, char **name, struct as_error *error)
{
	AS_AUTO_TREE struct as_tree scope = {.fd = -1};
	struct stat status;
	if (!shared_is_allowed(path) || fstat(package->fd, &status) < 0)
		return as_tree_error(package, path, error,
			"is a link out of the package; copy its target into the package");
	AS_AUTO_FD int scope_fd = open_scope(package, status.st_uid);
	if (scope_fd < 0)
		return refuse_scope(package, path, error);
	if (as_tree_init(&scope, scope_fd, NULL, error) < 0)
		return -1;
	if (!is_at_or_above(scope.root, package->root) || !package->root[strlen(scope.root)])
		return as_tree_error(package, path, error, "was moved while it was read");
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FD int fd = open_in_scope(package, &scope, path, &real, error);
	if (fd < 0 || check_file(package, path, fd, status.st_uid, error) < 0)
		return -1;
	if (name)
		*name = as_steal(real);
	return as_steal_fd(fd);
}

int as_shared_open_any(const struct as_tree *package, const char *real, struct as_error *error)
{
	struct stat status;
	enum as_tree_type type;
	AS_AUTO_FREE char *inner = NULL;
	/* as_tree_find returns paths without links, so a link here is a shared file, or one whose
	 * name decides how it is read. */
	const bool is_link = shared_is_allowed(real) &&
			     fstatat(package->fd, real, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
			     S_ISLNK(status.st_mode);
	return is_link && as_tree_find(package, real, &type, &inner, NULL) < 0
		       ? as_shared_open(package, real, NULL, error)
		       : as_file_open(package->fd, inner ? inner : real, error);
}

int as_shared_find_entry(const struct as_tree *package, const char *path, const char *real_folder,
	const char *entry, enum as_tree_type *type, char **real, char **name,
	struct as_error *error)
{
	struct as_error why = {0};
	*name = NULL;
	if (as_tree_find_entry(package, path, real_folder, entry, type, real, &why) == 0)
		return 0;
	AS_AUTO_FREE char *link = as_text_format(error, "%s/%s", real_folder, entry);
	if (!link)
		return -1;
	if (why.sys_errno != EXDEV || !shared_is_allowed(path) || !shared_is_allowed(link)) {
		if (error)
			*error = why;
		return -1;
	}
	AS_AUTO_FD int fd = as_shared_open(package, link, name, error);
	if (fd < 0)
		return -1;
	*type = AS_TREE_FILE;
	*real = as_steal(link);
	return 0;
}

/* ---- finding all shared files ---- */

#define MAX_DEPTH 8
#define MAX_ENTRIES 10000

struct search {
	const struct as_tree *package;
	as_shared_found found;
	void *context;
};

static int search_folder(
	const struct search *search, const char *path, int depth, struct as_error *error);

static int search_entry(const struct search *search, int fd, const char *name, const char *path,
	int depth, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *shared = NULL;
	if (fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	if (S_ISDIR(status.st_mode))
		return depth < MAX_DEPTH ? search_folder(search, path, depth + 1, error) : 0;
	enum as_tree_type type;
	struct as_error why = {0};
	if (!S_ISLNK(status.st_mode) ||
		as_tree_find(search->package, path, &type, NULL, &why) == 0 ||
		why.sys_errno != EXDEV)
		return 0;
	AS_AUTO_FD int file = as_shared_open(search->package, path, &shared, NULL);
	return file < 0 ? 0 : search->found(search->context, path, shared, error);
}

static int search_folder(
	const struct search *search, const char *path, int depth, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(search->package->fd, path, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);
	for (char **name = names; name && *name; name++) {
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%s", path, *name);
		if (!inner || search_entry(search, fd, *name, inner, depth, error) < 0)
			return -1;
	}
	return 0;
}

int as_shared_each(
	const struct as_tree *package, as_shared_found found, void *context, struct as_error *error)
{
	const struct search search = {package, found, context};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (search_folder(&search, folders[i], 0, error) < 0)
			return -1;
	return 0;
}
