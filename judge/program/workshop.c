/* SPDX-License-Identifier: MIT */
#include "workshop.h"
#include "modules.h"
#include "roots.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

/* If root runs a program, it runs as another user, and files that it cannot read would be blamed on
 * the submission. The umask is tested by its effect, because umask(2) would change it for all
 * threads. */
static int check_umask(const char *dir, struct as_error *error)
{
	struct stat status;

	if (stat(dir, &status))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read the folder %s", dir);
	if ((status.st_mode & 0755) == 0755)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"the umask of this process hides files from programs in the sandbox; set it to "
		"022");
}

/* At the process level, programs of root reach their folders as other users, on the host's paths.
 */
static bool is_shared(const struct as_workshop *workshop)
{
	return workshop->config.weak_sandbox == AS_WEAK_PROCESS && geteuid() == 0;
}

static int make_temp(struct as_workshop *workshop, struct as_error *error)
{
	if (as_temp_make(workshop->keeper, workshop->temp_dir, error))
		return -1;
	snprintf(
		workshop->work_dir, sizeof(workshop->work_dir), "%.4000s/work", workshop->temp_dir);
	if (is_shared(workshop) && chmod(workshop->temp_dir, 0711))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot open the folder %s",
			workshop->temp_dir);
	if (mkdir(workshop->work_dir, 0755))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make the folder %s",
			workshop->work_dir);
	if (check_umask(workshop->work_dir, error))
		return -1;
	workshop->work_fd = as_dir_open(AT_FDCWD, workshop->work_dir, error);
	return workshop->work_fd < 0 ? -1 : 0;
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
	workshop->keeper = as_sandbox_keeper_open(error);
	workshop->root_cache = as_root_cache_new(error);
	if (!workshop->keeper || !workshop->root_cache ||
		as_root_modules_check(config->languages, config->modules, error) ||
		make_temp(workshop, error)) {
		as_workshop_close(workshop);
		return NULL;
	}
	as_cache_open(workshop);
	return workshop;
}

void as_workshop_close(struct as_workshop *workshop)
{
	if (!workshop)
		return;
	if (workshop->remembered)
		as_made_trim(workshop);
	as_root_cache_free(workshop->root_cache);
	if (workshop->work_fd >= 0)
		close(workshop->work_fd);
	if (workshop->cache_fd >= 0)
		close(workshop->cache_fd);
	as_temp_remove(workshop->keeper, workshop->temp_dir);
	as_keeper_close(workshop->keeper);
	free(workshop);
}

struct as_keeper *as_workshop_keeper(const struct as_workshop *workshop)
{
	return workshop->keeper;
}

int as_workshop_work_fd(const struct as_workshop *workshop)
{
	return workshop->work_fd;
}

void as_workshop_remove(struct as_workshop *workshop, const char *entry)
{
	if (entry[0])
		as_dir_remove(workshop->work_fd, entry, NULL);
}

const atomic_bool *as_workshop_cancel(const struct as_workshop *workshop)
{
	return workshop->config.cancel;
}

int as_workshop_new_folder(struct as_workshop *workshop, char name[32], struct as_error *error)
{
	snprintf(name, 32, "%u", atomic_fetch_add(&workshop->serial, 1u));
	/* The sandbox opens it for the runs that may enter it. */
	if (as_dir_make(workshop->work_fd, name, is_shared(workshop) ? 0700 : 0755, error))
		return -1;
	return as_dir_open(workshop->work_fd, name, error);
}

struct as_sandbox *as_workshop_open_sandbox(const struct as_workshop *workshop,
	const char *const *sources, const struct as_view *more, size_t more_count, int core,
	struct as_error *error)
{
	AS_AUTO_FREE struct as_view *views =
		calloc(AS_LANGUAGE_MAX_VIEWS + more_count + 1, sizeof(*views));
	size_t count = 0;

	if (!views) {
		as_error_no_memory(error);
		return NULL;
	}

	for (size_t i = 0; i < more_count; i++)
		views[count++] = more[i];
	for (; *sources; sources++)
		views[count++] = (struct as_view){.source = *sources};
	const struct as_sandbox_config config = {
		.views = views,
		.view_count = count,
		.work_dir = workshop->work_dir,
		.keeper = workshop->keeper,
		.core = core,
		.weak = workshop->config.weak_sandbox,
	};
	return as_sandbox_open(&config, error);
}

struct as_sandbox *as_workshop_run_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, int core, struct as_error *error)
{
	const struct as_view *roots;
	size_t count;

	if (as_roots_find(workshop, language, &roots, &count, error))
		return NULL;
	return as_workshop_open_sandbox(workshop, language->run.views, roots, count, core, error);
}

/* A program may leave files that are meant to exhaust descriptors or memory of the copier. */
#define MAX_BOX_ENTRIES 20000
#define MAX_BOX_DEPTH 32

struct box_budget {
	uint64_t *bytes;
	size_t entries;
	unsigned depth;
	bool with_hidden;
};

static int copy_level(int box_fd, int to_fd, struct box_budget *budget, struct as_error *error);

static int copy_folder(
	int box_fd, const char *name, int to_fd, struct box_budget *budget, struct as_error *error)
{
	if (budget->depth == MAX_BOX_DEPTH)
		return as_error_set(error, AS_ERROR_INPUT, "its folders are nested deeper than %d",
			MAX_BOX_DEPTH);
	AS_AUTO_FD int inner = as_dir_open(box_fd, name, error);
	if (inner < 0 || as_dir_make(to_fd, name, 0755, error))
		return -1;
	AS_AUTO_FD int inner_to = as_dir_open(to_fd, name, error);
	budget->depth++;
	int failed = inner_to < 0 || copy_level(inner, inner_to, budget, error);
	budget->depth--;
	return failed ? -1 : 0;
}

static int copy_file(
	int box_fd, const char *name, int to_fd, uint64_t *budget_bytes, struct as_error *error)
{
	struct as_error why = {0};
	struct stat info;
	AS_AUTO_FD int file = as_file_open(box_fd, name, error);

	if (file < 0)
		return -1;
	if (as_file_copy(file, to_fd, name, 0755, *budget_bytes, &why)) {
		if (why.sys_errno == EFBIG)
			return as_error_set(error, AS_ERROR_INPUT, "its files are too large");
		if (error)
			*error = why;
		return -1;
	}
	if (fstat(file, &info))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read what was compiled");
	*budget_bytes -=
		(uint64_t)info.st_size < *budget_bytes ? (uint64_t)info.st_size : *budget_bytes;
	return 0;
}

static int copy_entry(
	int box_fd, const char *name, int to_fd, struct box_budget *budget, struct as_error *error)
{
	struct stat info;

	if (budget->entries++ == MAX_BOX_ENTRIES)
		return as_error_set(error, AS_ERROR_INPUT, "it has more than %d files and folders",
			MAX_BOX_ENTRIES);
	if (fstatat(box_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read what was compiled");
	if (S_ISDIR(info.st_mode))
		return copy_folder(box_fd, name, to_fd, budget, error);
	/* A compiler makes no links, FIFOs or devices, so these are skipped. */
	return S_ISREG(info.st_mode) ? copy_file(box_fd, name, to_fd, budget->bytes, error) : 0;
}

static int copy_level(int box_fd, int to_fd, struct box_budget *budget, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(box_fd, MAX_BOX_ENTRIES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if ((budget->with_hidden || (*name)[0] != '.') &&
			copy_entry(box_fd, *name, to_fd, budget, error))
			return -1;
	return 0;
}

int as_box_copy(int box_fd, int to_fd, uint64_t *budget_bytes, struct as_error *error)
{
	struct box_budget budget = {.bytes = budget_bytes};

	return copy_level(box_fd, to_fd, &budget, error);
}

int as_box_copy_all(int box_fd, int to_fd, uint64_t *budget_bytes, struct as_error *error)
{
	struct box_budget budget = {.bytes = budget_bytes, .with_hidden = true};

	return copy_level(box_fd, to_fd, &budget, error);
}
