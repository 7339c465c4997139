/* SPDX-License-Identifier: MIT */
#include "serve.h"

#include "contest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define TEAM_COUNT 6
#define PAUSE_US 2500000
/* So that the board has verdicts soon. */
#define QUICK_COUNT 6
#define QUICK_PAUSE_US 300000
#define LOOK_US 100000
#define MINUTE_MS INT64_C(60000)
#define MAX_SUBMISSIONS 200

/* ---- the folder ---- */

int serve_demo_make(char path[PATH_MAX], struct as_error *error)
{
	const char *folder = getenv("TMPDIR");

	snprintf(
		path, PATH_MAX, "%s/assay-demo-XXXXXX", folder && *folder == '/' ? folder : "/tmp");
	if (!mkdtemp(path))
		return as_error_at_sys(
			error, AS_ERROR_MACHINE, errno, path, "cannot make a temporary folder");
	fputs("assay: making the tests of the demonstration: this takes some seconds\n", stderr);
	if (contest_make_bundled(path, TEAM_COUNT, error) == 0)
		return 0;
	serve_demo_remove(path);
	return -1;
}

void serve_demo_remove(const char *path)
{
	(void)!as_dir_remove(AT_FDCWD, path, NULL);
}

void serve_demo_start(struct as_contest *contest)
{
	char *name = strdup("Demonstration");

	if (name) {
		free(contest->settings.name);
		contest->settings.name = name;
	}
	contest->settings.start_wall_ms = serve_now_ms();
	contest->settings.countdown_pause_ms = -1;
	contest->settings.duration_ms = 120 * MINUTE_MS;
	contest->settings.freeze_duration_ms = 30 * MINUTE_MS;
}

/* ---- what happens ---- */

struct arrival {
	size_t problem;
	char *path;
};

struct demo {
	struct as_server *server;
	const struct as_contest *contest;
	struct arrival arrivals[MAX_SUBMISSIONS];
	size_t count;
	atomic_bool stop;
	pthread_t thread;
};

static void add_demo_submission(
	struct demo *demo, size_t problem, const char *folder, const char *name)
{
	if (demo->count == MAX_SUBMISSIONS || *name == '.')
		return;
	char *path = as_text_format(NULL, "%s/%s", folder, name);
	if (path)
		demo->arrivals[demo->count++] = (struct arrival){problem, path};
}

static void add_folder(struct demo *demo, size_t problem, const char *kind)
{
	AS_AUTO_FREE char *folder = as_text_format(
		NULL, "%s/submissions/%s", demo->contest->problems[problem].package_path, kind);
	DIR *listing = folder ? opendir(folder) : NULL;
	const struct dirent *entry;

	if (!listing)
		return;
	while ((entry = readdir(listing)))
		add_demo_submission(demo, problem, folder, entry->d_name);
	closedir(listing);
}

/* Submissions arrive in the same order each time: sorted, then shuffled by a fixed sequence. */
static int compare(const void *one, const void *other)
{
	return strcmp(((const struct arrival *)one)->path, ((const struct arrival *)other)->path);
}

static void shuffle(struct demo *demo)
{
	uint32_t state = 2463534242;

	qsort(demo->arrivals, demo->count, sizeof(*demo->arrivals), compare);
	for (size_t i = demo->count; i > 1; i--) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		const size_t other = state % i;
		const struct arrival moved = demo->arrivals[other];
		demo->arrivals[other] = demo->arrivals[i - 1];
		demo->arrivals[i - 1] = moved;
	}
}

/* True if it compiles in a short time or not at all, and no test runs into its time limit. */
static bool is_quick(const struct arrival *arrival)
{
	return (as_text_ends(arrival->path, ".py") || as_text_ends(arrival->path, ".c")) &&
	       !strstr(arrival->path, "/submissions/time_limit_exceeded/");
}

/* Moves some quick ones to the front. The others keep their order. */
static void begin_quickly(struct demo *demo)
{
	size_t count = 0;

	for (size_t i = 0; i < demo->count && count < QUICK_COUNT; i++) {
		const struct arrival moved = demo->arrivals[i];
		if (!is_quick(&moved))
			continue;
		memmove(&demo->arrivals[count + 1], &demo->arrivals[count],
			(i - count) * sizeof(moved));
		demo->arrivals[count++] = moved;
	}
}

static void sleep_a_while(const struct demo *demo, int pause_us)
{
	for (int slept_us = 0; slept_us < pause_us && !atomic_load(&demo->stop);
		slept_us += LOOK_US)
		usleep(LOOK_US);
}

static void *submit_all(void *context)
{
	struct demo *demo = context;

	for (size_t i = 0; i < demo->count && !atomic_load(&demo->stop); i++) {
		const struct arrival *arrival = &demo->arrivals[i];
		/* Spreads the teams instead of taking one after the other; each team gets its
		 * turn. */
		const size_t team = (i * 5 + i / 3) % demo->contest->team_count;
		if (as_contest_team_is_hidden(demo->contest, team))
			continue;
		(void)!as_server_submit(demo->server, demo->contest->teams[team].id,
			demo->contest->problems[arrival->problem].id, arrival->path, NULL);
		sleep_a_while(demo, i < QUICK_COUNT ? QUICK_PAUSE_US : PAUSE_US);
	}
	return NULL;
}

static void free_demo(struct demo *demo)
{
	for (size_t i = 0; i < demo->count; i++)
		free(demo->arrivals[i].path);
	free(demo);
}

struct demo *serve_demo_run(struct as_server *server, const struct as_contest *contest)
{
	static const char *const kinds[] = {
		"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"};
	struct demo *demo = calloc(1, sizeof(*demo));

	if (!demo)
		return NULL;
	demo->server = server;
	demo->contest = contest;
	for (size_t i = 0; i < contest->problem_count; i++)
		for (size_t kind = 0; kind < sizeof(kinds) / sizeof(*kinds); kind++)
			add_folder(demo, i, kinds[kind]);
	shuffle(demo);
	begin_quickly(demo);
	if (pthread_create(&demo->thread, NULL, submit_all, demo) == 0)
		return demo;
	free_demo(demo);
	return NULL;
}

void serve_demo_end(struct demo *demo)
{
	if (!demo)
		return;
	atomic_store(&demo->stop, true);
	pthread_join(demo->thread, NULL);
	free_demo(demo);
}
