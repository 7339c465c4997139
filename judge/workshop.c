/* SPDX-License-Identifier: MIT */
#include "workshop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static unsigned long pid_namespace(void)
{
	struct stat info;

	return stat("/proc/self/ns/pid", &info) ? 0 : (unsigned long)info.st_ino;
}

/* Programs are run from the work folder, so it must not be on a file system mounted noexec, as /tmp
 * often is. */
static const char *temp_base(void)
{
	const char *const candidates[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
	struct statvfs info;

	for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++)
		if (candidates[i] && candidates[i][0] == '/' &&
			statvfs(candidates[i], &info) == 0 && !(info.f_flag & ST_NOEXEC))
			return candidates[i];
	return "/tmp";
}

/* Removes the folders that killed commands of this user and PID namespace left behind. */
static void remove_stale(void)
{
	AS_AUTO_FD int base = open(temp_base(), O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = base < 0 ? NULL : as_dir_list(base, 100000, NULL);
	unsigned long own_namespace = pid_namespace();

	for (char **name = names; name && *name; name++) {
		unsigned long namespace;
		struct stat info;
		int pid;
		if (sscanf(*name, "assay-%lu-%d-", &namespace, &pid) != 2 ||
			namespace != own_namespace || kill(pid, 0) == 0 || errno != ESRCH)
			continue;
		if (fstatat(base, *name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISDIR(info.st_mode) && info.st_uid == geteuid())
			as_dir_remove(base, *name, NULL);
	}
}

static int make_temp(struct as_workshop *workshop, struct as_error *error)
{
	remove_stale();
	snprintf(workshop->temp_dir, sizeof(workshop->temp_dir), "%.3900s/assay-%lu-%d-XXXXXX",
		temp_base(), pid_namespace(), (int)getpid());
	if (!mkdtemp(workshop->temp_dir)) {
		int saved = errno;
		workshop->temp_dir[0] = '\0';
		return as_error_sys(error, AS_ERROR_INTERNAL, saved,
			"cannot make a temporary folder in %s (set TMPDIR to another place)",
			temp_base());
	}
	snprintf(
		workshop->work_dir, sizeof(workshop->work_dir), "%.4000s/work", workshop->temp_dir);
	if (mkdir(workshop->work_dir, 0755) || chmod(workshop->work_dir, 0755))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make the folder %s",
			workshop->work_dir);
	workshop->work_fd = as_dir_open(AT_FDCWD, workshop->work_dir, error);
	return workshop->work_fd < 0 ? -1 : 0;
}

/* No cache is a loss of time, not an error. */
static void open_cache(struct as_workshop *workshop)
{
	static const char *const folders[] = {"compiled", "headers", "versions"};
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *path = workshop->cache_dir;

	if (workshop->config.cache_dir)
		snprintf(path, PATH_MAX, "%s", workshop->config.cache_dir);
	else if (xdg && *xdg == '/')
		snprintf(path, PATH_MAX, "%s/assay", xdg);
	else if (home && *home == '/')
		snprintf(path, PATH_MAX, "%s/.cache/assay", home);
	else
		return;
	if (as_dir_make(AT_FDCWD, path, 0700, NULL))
		return;
	workshop->cache_fd = as_dir_open(AT_FDCWD, path, NULL);
	struct stat info;
	/* Compiled programs are trusted to be ours: a folder of somebody else's is not taken. */
	bool usable = workshop->cache_fd >= 0 && fstat(workshop->cache_fd, &info) == 0 &&
		      info.st_uid == geteuid();
	for (size_t i = 0; usable && i < sizeof(folders) / sizeof(*folders); i++)
		usable = as_dir_make(workshop->cache_fd, folders[i], 0755, NULL) == 0;
	if (!usable && workshop->cache_fd >= 0)
		close(as_steal_fd(workshop->cache_fd));
}

struct as_workshop *as_workshop_open(
	const struct as_workshop_config *config, struct as_error *error)
{
	struct as_workshop *workshop = calloc(1, sizeof(*workshop));

	if (!workshop) {
		as_error_no_memory(error);
		return NULL;
	}
	workshop->config = *config;
	workshop->work_fd = workshop->cache_fd = -1;
	if (make_temp(workshop, error)) {
		as_workshop_close(workshop);
		return NULL;
	}
	open_cache(workshop);
	return workshop;
}

void as_workshop_close(struct as_workshop *workshop)
{
	if (!workshop)
		return;
	if (workshop->work_fd >= 0)
		close(workshop->work_fd);
	if (workshop->cache_fd >= 0)
		close(workshop->cache_fd);
	if (workshop->temp_dir[0])
		as_dir_remove(AT_FDCWD, workshop->temp_dir, NULL);
	free(workshop);
}

int as_workshop_new_folder(struct as_workshop *workshop, char name[32], struct as_error *error)
{
	snprintf(name, 32, "%u", atomic_fetch_add(&workshop->serial, 1u));
	if (as_dir_make(workshop->work_fd, name, 0755, error))
		return -1;
	return as_dir_open(workshop->work_fd, name, error);
}

struct as_sandbox *as_workshop_open_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, const char *key, const struct as_view *more,
	size_t more_count, int core, struct as_error *error)
{
	struct as_view views[32];
	size_t count = 0;
	AS_AUTO_NAMES char **sources = as_language_list(language, key, error);

	if (!sources)
		return NULL;
	for (char **source = sources; *source; source++) {
		if (count == sizeof(views) / sizeof(*views) - more_count) {
			as_error_set(error, AS_ERROR_INTERNAL,
				"the language table shows too many folders for %s", language->id);
			return NULL;
		}
		views[count++] = (struct as_view){.source = *source};
	}
	for (size_t i = 0; i < more_count; i++)
		views[count++] = more[i];
	const struct as_sandbox_config config = {
		.views = views,
		.view_count = count,
		.work_dir = workshop->work_dir,
		.core = core,
		.weak = workshop->config.weak_sandbox,
	};
	return as_sandbox_open(&config, error);
}

struct as_sandbox *as_workshop_run_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, int core, struct as_error *error)
{
	return as_workshop_open_sandbox(workshop, language, "run_views", NULL, 0, core, error);
}

#define MAX_BOX_FILES 20000

static int copy_entry(
	int box_fd, const char *name, int to_fd, uint64_t *room_bytes, struct as_error *error)
{
	struct stat info;

	if (fstatat(box_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read what was compiled");
	if (S_ISDIR(info.st_mode)) {
		AS_AUTO_FD int inner = as_dir_open(box_fd, name, error);
		if (inner < 0 || as_dir_make(to_fd, name, 0755, error))
			return -1;
		AS_AUTO_FD int inner_to = as_dir_open(to_fd, name, error);
		return inner_to < 0 ? -1 : as_box_copy(inner, inner_to, room_bytes, error);
	}
	/* A link, a FIFO or a device is not what a compiler makes: it is left behind. */
	if (!S_ISREG(info.st_mode))
		return 0;
	AS_AUTO_FD int file = as_file_open(box_fd, name, error);
	if (file < 0 || as_file_copy(file, to_fd, name, 0755, *room_bytes, error))
		return -1;
	*room_bytes -= (uint64_t)info.st_size < *room_bytes ? (uint64_t)info.st_size : *room_bytes;
	return 0;
}

int as_box_copy(int box_fd, int to_fd, uint64_t *room_bytes, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(box_fd, MAX_BOX_FILES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if ((*name)[0] != '.' && copy_entry(box_fd, *name, to_fd, room_bytes, error))
			return -1;
	return 0;
}
