/* SPDX-License-Identifier: MIT */
/*
 * The second barrier alone, in a process that has no other. Inside the sandbox it is hard to test,
 * because the mounts and the filter refuse first.
 */
#include "landlock.h"
#include "support/skip.h"
#include "zygote/zygote.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(landlock, .timeout = 600);

static char folder[] = "/tmp/assay-landlock-XXXXXX";

static int try_write(const char *name, int flags)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	int fd = open(path, flags | O_CLOEXEC, 0600);
	int found = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	return found;
}

/* Both folders are in the box. */
static int try_move(void)
{
	char from[256], to[256];

	snprintf(from, sizeof(from), "%s/box/new", folder);
	snprintf(to, sizeof(to), "%s/box/inner/new", folder);
	return rename(from, to) || rename(to, from) ? errno : 0;
}

static int try_connect(void)
{
	const struct sockaddr_in nobody = {.sin_family = AF_INET, .sin_port = htons(1)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int found = fd < 0 || connect(fd, (const struct sockaddr *)&nobody, sizeof(nobody)) == 0
			    ? 0
			    : errno;

	if (fd >= 0)
		close(fd);
	return found;
}

/* Results in a restricted process: errno of each attempt, or 0. */
struct findings {
	int restricted;
	int read_elsewhere, write_elsewhere, make_elsewhere, make_inside, write_device;
	int moved_inside;
	int connected, signalled_parent, signalled_itself;
};

static void look_from_inside(int abi, const char *box, struct findings *found)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	found->restricted =
		zygote_landlock_restrict(abi, zygote_landlock_rules(abi), box) ? errno : 0;
	found->read_elsewhere = try_write("there", O_RDONLY);
	found->write_elsewhere = try_write("there", O_WRONLY);
	found->make_elsewhere = try_write("new", O_WRONLY | O_CREAT);
	found->make_inside = try_write("box/new", O_WRONLY | O_CREAT);
	found->moved_inside = try_move();
	found->connected = try_connect();
	found->signalled_parent = kill(getppid(), 0) ? errno : 0;
	found->signalled_itself = kill(getpid(), 0) ? errno : 0;
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	found->write_device = null < 0 ? errno : 0;
}

static struct findings look(int abi, bool with_box)
{
	static const char *const left[] = {
		"box/inner/new", "box/inner", "box/new", "box", "there", "new", ""};
	struct findings found;
	char box[256], inner[300];
	int ends[2];

	cr_assert_not_null(mkdtemp(folder));
	snprintf(box, sizeof(box), "%s/box", folder);
	snprintf(inner, sizeof(inner), "%s/inner", box);
	cr_assert(mkdir(box, 0700) == 0 && mkdir(inner, 0700) == 0);
	cr_assert_eq(try_write("there", O_WRONLY | O_CREAT), 0);
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		look_from_inside(abi, with_box ? box : NULL, &found);
		_exit(write(ends[1], &found, sizeof(found)) != sizeof(found));
	}
	cr_assert_eq(read(ends[0], &found, sizeof(found)), (ssize_t)sizeof(found));
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++) {
		snprintf(inner, sizeof(inner), "%s/%s", folder, left[i]);
		remove(inner);
	}
	cr_expect_eq(access(folder, F_OK), -1, "%s was left", folder);
	return found;
}

Test(landlock, only_the_box_can_be_written)
{
	int abi = as_landlock_abi();

	skip_unless(abi > 0, "landlock", "this kernel has no Landlock");
	struct findings found = look(abi, true);
	cr_expect_eq(found.restricted, 0, "%s", strerror(found.restricted));
	cr_expect_eq(found.read_elsewhere, 0);
	cr_expect_eq(found.write_elsewhere, EACCES);
	cr_expect_eq(found.make_elsewhere, EACCES);
	cr_expect_eq(found.make_inside, 0);
	cr_expect_eq(found.moved_inside, 0, "%s", strerror(found.moved_inside));
	cr_expect_eq(found.write_device, 0);
}

Test(landlock, without_a_box_nothing_can_be_written)
{
	int abi = as_landlock_abi();

	skip_unless(abi > 0, "landlock", "this kernel has no Landlock");
	struct findings found = look(abi, false);
	cr_expect_eq(found.restricted, 0, "%s", strerror(found.restricted));
	cr_expect_eq(found.read_elsewhere, 0);
	cr_expect_eq(found.make_inside, EACCES);
	cr_expect_eq(found.make_elsewhere, EACCES);
}

Test(landlock, newer_kernels_also_refuse_tcp_and_signals)
{
	int abi = as_landlock_abi();

	skip_unless(abi >= 6, "landlock-6", "Landlock of this kernel covers only files");
	struct findings found = look(abi, true);
	cr_expect_eq(found.connected, EACCES, "%s", strerror(found.connected));
	cr_expect_eq(found.signalled_parent, EPERM, "%s", strerror(found.signalled_parent));
	cr_expect_eq(found.signalled_itself, 0);
}

/* The rules for an older kernel. */
Test(landlock, every_version_up_to_the_kernels_own_can_be_requested)
{
	int newest = as_landlock_abi();

	skip_unless(newest > 0, "landlock", "this kernel has no Landlock");
	for (int abi = AS_LANDLOCK_MIN_ABI; abi <= newest; abi++) {
		strcpy(folder + strlen(folder) - 6, "XXXXXX");
		struct findings found = look(abi, true);
		cr_expect_eq(found.restricted, 0, "%d: %s", abi, strerror(found.restricted));
		cr_expect_eq(found.write_elsewhere, EACCES, "%d", abi);
		cr_expect_eq(found.make_inside, 0, "%d", abi);
		cr_expect_eq(found.moved_inside, 0, "%d: %s", abi, strerror(found.moved_inside));
	}
}

/* The first version would refuse to move a file from one folder of the box to another. */
Test(landlock, a_process_without_it_or_with_its_first_version_is_left_as_it_is)
{
	for (int abi = 0; abi < AS_LANDLOCK_MIN_ABI; abi++) {
		strcpy(folder + strlen(folder) - 6, "XXXXXX");
		struct findings found = look(abi, true);
		cr_expect_eq(found.restricted, 0);
		cr_expect_eq(found.make_elsewhere, 0, "%d", abi);
		cr_expect_eq(found.moved_inside, 0, "%d: %s", abi, strerror(found.moved_inside));
		cr_expect_eq(found.connected, ECONNREFUSED);
	}
}
