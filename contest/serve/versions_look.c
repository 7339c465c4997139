/* SPDX-License-Identifier: MIT */
/* Compares the packages in use with the folder, when the jury asks. As long as no file has changed,
 * that reads no data; otherwise the package is opened again for its digest. */
#include "server.h"
#include "versions.h"

#include <assay/base/fit.h>
#include <assay/contest/pages.h>
#include <assay/verify/structure.h>
#include <fts.h>
#include <string.h>
#include <time.h>

#define LOOK_INTERVAL_NS INT64_C(1000000000)
#define NS_PER_S INT64_C(1000000000)
/* The kernel's clock for files advances in ticks; each tick is shorter than this. */
#define TICK_NS INT64_C(20000000)

void folder_state_clear(struct folder_state *folder)
{
	as_package_close(folder->owned);
	version_give_back(folder->version);
	*folder = (struct folder_state){0};
}

static int64_t ns_of(const struct timespec *time)
{
	return time->tv_sec * NS_PER_S + time->tv_nsec;
}

/* When an entry was last added to or removed from a folder beneath the path; 0: unknown. A package
 * knows only the files that it has read, so a new test or validator does not change any known file.
 */
static int64_t last_change_ns(const char *path)
{
	char *const paths[] = {(char *)path, NULL};
	/* The path itself may be a link, which `package` in problems.yaml names. */
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
	int64_t newest_ns = 0;

	for (FTSENT *entry; walk && (entry = fts_read(walk));) {
		if (entry->fts_info != FTS_D)
			continue;
		const int64_t ns = ns_of(&entry->fts_statp->st_ctim);
		newest_ns = ns > newest_ns ? ns : newest_ns;
	}
	if (walk)
		fts_close(walk);
	return newest_ns;
}

struct folder_stamp folder_stamp_read(const char *path)
{
	struct folder_stamp stamp = {0};

	if (stat(path, &stamp.info) == 0)
		stamp.changed_ns = last_change_ns(path);
	return stamp;
}

/* Notes the warnings about the package, such as groups that earn more points than their maximum, so
 * that the jury sees them before the version is used. */
static void find_warnings(struct folder_state *folder)
{
	AS_AUTO(as_findings_clear) struct as_findings findings = {0};
	const struct as_finding *first = NULL;
	size_t count = 0;

	if (!folder->package || as_verify_settings(folder->package, &findings, NULL))
		return;
	for (size_t i = 0; i < findings.count; i++) {
		if (findings.items[i].level == AS_FINDING_INFO)
			continue;
		first = first ? first : &findings.items[i];
		count++;
	}
	if (first)
		snprintf(folder->warning, sizeof(folder->warning), "%.*s: %.*s%s",
			as_text_fit(first->where, 100), first->where, as_text_fit(first->text, 400),
			first->text,
			count > 1 ? "; there are further warnings: see assay verify" : "");
}

void versions_saw(struct version *version, const struct folder_stamp *stamp)
{
	struct versions *versions = version->versions;
	struct folder_state *folder = &versions->places[version->problem].folder;

	pthread_mutex_lock(&versions->look);
	folder_state_clear(folder);
	folder->version = version_use(version);
	folder->package = version->seen.package;
	folder->stamp = *stamp;
	find_warnings(folder);
	pthread_mutex_unlock(&versions->look);
}

/* False: an entry may have been added or removed after the package was read, for example while its
 * programs were compiled. A time in the future proves nothing. */
static bool is_read_whole(const struct folder_state *folder)
{
	const struct stat *info = &folder->stamp.info;
	const int64_t changed_ns =
		S_ISDIR(info->st_mode) ? folder->stamp.changed_ns : ns_of(&info->st_ctim);
	struct timespec now;

	return changed_ns + TICK_NS < folder->package->snapshot.begun_ns ||
	       (clock_gettime(CLOCK_REALTIME, &now) == 0 && changed_ns > ns_of(&now));
}

/* The files of an archive were unpacked, so the archive itself is compared. */
static bool is_unchanged(const struct folder_state *folder, const struct folder_stamp *now)
{
	const struct stat *was = &folder->stamp.info, *info = &now->info;

	if (!folder->package || !info->st_mode || info->st_ino != was->st_ino ||
		info->st_dev != was->st_dev || !is_read_whole(folder))
		return false;
	if (S_ISDIR(info->st_mode))
		return now->changed_ns == folder->stamp.changed_ns &&
		       as_package_check_unchanged(folder->package, "", NULL) == 0;
	return info->st_size == was->st_size &&
	       memcmp(&info->st_mtim, &was->st_mtim, sizeof(info->st_mtim)) == 0 &&
	       memcmp(&info->st_ctim, &was->st_ctim, sizeof(info->st_ctim)) == 0;
}

static void look_at(struct as_server *server, size_t index, struct folder_state *folder)
{
	const struct as_contest_problem *problem = &server->config.contest->problems[index];
	const struct folder_stamp stamp = folder_stamp_read(problem->package_path);
	struct as_error error = {0};
	char text[sizeof(error.where) + sizeof(error.text)];

	if (is_unchanged(folder, &stamp))
		return;
	AS_AUTO(problem_use_end) struct problem_use now = problem_use_now(server, index);
	struct as_package *package =
		as_contest_package_open(problem->package_path, now.seen->package, &error);
	folder_state_clear(folder);
	folder->package = folder->owned = package;
	folder->stamp = stamp;
	find_warnings(folder);
	if (!package)
		snprintf(folder->why, sizeof(folder->why), "%s",
			as_error_format(&error, text, sizeof(text)));
}

/* Looks at the folders, unless that was done a moment ago, and keeps what it found for others. */
static void look(struct as_server *server, struct as_contest_package_view *views)
{
	const size_t count = server->config.contest->problem_count;
	struct versions *versions = server->versions;
	const bool is_due = as_now_ns() - versions->looked_ns >= LOOK_INTERVAL_NS;

	for (size_t i = 0; i < count; i++) {
		struct folder_state *folder = &versions->places[i].folder;
		if (is_due)
			look_at(server, i, folder);
		snprintf(views[i].folder, sizeof(views[i].folder), "%s",
			folder->package ? folder->package->digest : "");
		memcpy(views[i].why, folder->why, sizeof(views[i].why));
		memcpy(views[i].warning, folder->warning, sizeof(views[i].warning));
	}
	if (is_due)
		versions->looked_ns = as_now_ns();
	pthread_mutex_lock(&versions->mutex);
	memcpy(versions->seen, views, count * sizeof(*views));
	versions->has_seen = true;
	pthread_mutex_unlock(&versions->mutex);
}

/* True if no other thread is looking, or its look ends soon. A package of many gigabytes, or on a
 * slow disk, takes minutes, for which only one page may wait. */
static bool begin_look(struct versions *versions)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec++;
	return pthread_mutex_clocklock(&versions->look, CLOCK_MONOTONIC, &until) == 0;
}

/* What the last look found; false: it is the first one that takes long. */
static bool take_seen(
	struct versions *versions, struct as_contest_package_view *views, size_t count)
{
	pthread_mutex_lock(&versions->mutex);
	const bool has_seen = versions->has_seen;
	memcpy(views, versions->seen, count * sizeof(*views));
	pthread_mutex_unlock(&versions->mutex);
	return has_seen;
}

struct as_contest_package_view *versions_look(struct as_server *server)
{
	const size_t count = server->config.contest->problem_count;
	struct versions *versions = server->versions;
	struct as_contest_package_view *views = calloc(count + 1, sizeof(*views));

	if (!views)
		return NULL;
	const bool is_looking = begin_look(versions);
	const bool is_known = is_looking || take_seen(versions, views, count);
	if (is_looking) {
		look(server, views);
		pthread_mutex_unlock(&versions->look);
	}
	for (size_t i = 0; i < count; i++) {
		problem_digest(server, i, views[i].used);
		pthread_mutex_lock(&versions->mutex);
		views[i].is_upload = *versions->places[i].now->archive;
		pthread_mutex_unlock(&versions->mutex);
		/* Until it is known, the folder counts as unchanged. */
		if (!is_known)
			memcpy(views[i].folder, views[i].used, sizeof(views[i].used));
	}
	return views;
}

static char *list_changed(const struct as_contest *contest,
	const struct as_contest_package_view *views, size_t problem)
{
	char *text = NULL;

	for (size_t i = 0; i < contest->problem_count; i++) {
		if (views[i].is_upload || strcmp(views[i].used, views[i].folder) == 0 ||
			(problem != AS_CONTEST_NONE && problem != i))
			continue;
		AS_AUTO_FREE char *before = text;
		text = as_text_format(NULL, "%s%s%s", before ? before : "", before ? ", " : "",
			contest->problems[i].label);
	}
	return text;
}

char *versions_notice(struct as_server *server, size_t problem)
{
	AS_AUTO_FREE struct as_contest_package_view *views = versions_look(server);
	AS_AUTO_FREE char *labels =
		views ? list_changed(server->config.contest, views, problem) : NULL;

	if (!labels)
		return NULL;
	return as_text_format(NULL,
		"The files of the package have changed: problem %s. New submissions and rejudgings "
		"are judged with the old version until you take the new version into use at "
		"Packages (%s/jury/problems).",
		labels, server->base);
}
