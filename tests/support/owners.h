/* SPDX-License-Identifier: MIT */
/* owners: entries that processes of this and of other machines left behind. */
#ifndef ASSAY_TESTS_OWNERS_H
#define ASSAY_TESTS_OWNERS_H

#include <assay/base/keeper.h>
#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#define OWNER_SIZE 128

/* A name as as_owner_name makes it, with more text. The boot and the PID namespace are those of
 * this process, or are changed in a digit. */
static inline void owner_of(char name[OWNER_SIZE], bool is_own_boot, bool is_own_space, pid_t pid)
{
	char own[AS_OWNER_NAME_SIZE];

	as_owner_name(own);
	char *last = strrchr(own, '-');
	if (!is_own_boot)
		own[6] = own[6] == '0' ? '1' : '0';
	if (!is_own_space)
		last[-1] = last[-1] == '0' ? '1' : '0';
	*last = '\0';
	snprintf(name, OWNER_SIZE, "%s-%d-left-00", own, (int)pid);
}

static inline pid_t owner_that_is_dead(void)
{
	const pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	return pid;
}

#define DAYS(count) ((time_t)(count)*24 * 3600)

static inline void owner_set_age(int dir_fd, const char *path, time_t age_s)
{
	const struct timespec then = {.tv_sec = time(NULL) - age_s};
	const struct timespec times[] = {then, then};

	cr_assert_eq(utimensat(dir_fd, path, times, 0), 0, "%s", path);
}

/* Two folders PREFIX and a name, of processes of another machine: one was changed today, one 40
 * days ago. */
struct owner_pair {
	char young[512], old[512];
};

static inline struct owner_pair owner_leave(int dir_fd, const char *prefix)
{
	struct owner_pair pair;
	char name[OWNER_SIZE];
	const pid_t dead = owner_that_is_dead();

	owner_of(name, false, true, dead);
	snprintf(pair.young, sizeof(pair.young), "%s%s", prefix, name);
	owner_of(name, false, true, dead + 1);
	snprintf(pair.old, sizeof(pair.old), "%s%s", prefix, name);
	cr_assert_eq(as_dir_make(dir_fd, pair.young, 0755, NULL), 0, "%s", pair.young);
	cr_assert_eq(as_dir_make(dir_fd, pair.old, 0755, NULL), 0);
	owner_set_age(dir_fd, pair.old, DAYS(40));
	return pair;
}

static inline void owner_expect_young(int dir_fd, const struct owner_pair *pair)
{
	cr_expect_eq(faccessat(dir_fd, pair->young, F_OK, 0), 0, "%s", pair->young);
	cr_expect_neq(faccessat(dir_fd, pair->old, F_OK, 0), 0, "%s", pair->old);
}

#endif
