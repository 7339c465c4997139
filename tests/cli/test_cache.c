/* SPDX-License-Identifier: MIT */
/* The cache of compiled programs: its hits, misses and evictions. Every test has a cache of its
 * own. */
#include "support/namespaces.h"
#include "support/owners.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <grp.h>
#include <sys/mount.h>
#include <time.h>

#define COMPILED "cache/assay/compiled"

static void enter_with_own_cache(void)
{
	enter_folder();
	AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache", here);
	cr_assert(cache && setenv("XDG_CACHE_HOME", cache, 1) == 0);
}

TestSuite(cache, .init = enter_with_own_cache, .fini = leave_folder, .timeout = 600);

static json_t *judge_file(const char *file, const char *option)
{
	AUTO_OUTCOME outcome = option ? ASSAY("judge", "--json", option, "sum", file)
				      : ASSAY("judge", "--json", "sum", file);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

static bool was_cached(json_t *document)
{
	return json_is_true(json_object_get(json_object_get(document, "compile"), "cached"));
}

Test(cache, the_second_compilation_of_a_source_comes_from_the_cache)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	put("broken.c", "int main(void) { return 0 }\n");
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	AS_AUTO_JSON json_t *second = judge_file("one.c", NULL);
	AS_AUTO_JSON json_t *fresh = judge_file("one.c", "--fresh");
	cr_expect_not(was_cached(first));
	cr_expect(was_cached(second));
	cr_expect_not(was_cached(fresh));
	EXPECT_FATE(second, "AC");
	EXPECT_FATE(fresh, "AC");
	AS_AUTO_JSON json_t *broken = judge_file("broken.c", NULL);
	AS_AUTO_JSON json_t *again = judge_file("broken.c", NULL);
	cr_expect_not(was_cached(broken));
	cr_expect(was_cached(again));
	cr_expect_str_eq(
		text_below(again, "compile", "output"), text_below(broken, "compile", "output"));
	EXPECT_FATE(again, "CE compiler");
}

Test(cache, another_source_of_the_same_name_is_compiled_again)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *right = judge_file("one.c", NULL);
	put("one.c", "int main(void){return 3;}\n");
	AS_AUTO_JSON json_t *wrong = judge_file("one.c", NULL);
	EXPECT_FATE(right, "AC");
	EXPECT_FATE(wrong, "RTE exit-code");
	cr_expect_not(was_cached(wrong));
}

Test(cache, two_judges_at_once_share_a_fresh_cache)
{
	put_sum_package(3);
	put("one.c", SUM_C);
	put("two.py", SUM_PY);
	const char *const *argv = ASSAY_ARGV("judge", "--json", "sum", "one.c", "two.py");
	struct process first = command_start(argv, NULL), second = command_start(argv, NULL);
	AUTO_OUTCOME one = command_end(&first), two = command_end(&second);
	const struct outcome *const outcomes[] = {&one, &two};
	for (size_t i = 0; i < 2; i++) {
		EXPECT_STATUS(*outcomes[i], 0);
		AS_AUTO_JSON json_t *documents = documents_of(outcomes[i]);
		cr_assert_eq(json_array_size(documents), 2);
		EXPECT_FATE(json_array_get(documents, 0), "AC");
		EXPECT_FATE(json_array_get(documents, 1), "AC");
	}
	AS_AUTO_JSON json_t *later = judge_file("one.c", NULL);
	cr_expect(was_cached(later));
	cr_expect_eq(count_entries("cache/assay/compiled"), 2, "an incomplete entry is left");
}

/* ---- damage ---- */

/* The path of a file in the only entry, on the heap. */
static char *path_in_entry(const char *file)
{
	AS_AUTO_FD int fd = openat(here_fd, COMPILED, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 10, NULL);
	cr_assert(names && names[0] && !names[1]);
	return as_text_format(NULL, COMPILED "/%s/%s", names[0], file);
}

/* Judges, damages a file of the entry with `damage`, and judges again; also with --fresh, if that
 * repairs it. */
static void expect_healed(const char *file, void (*damage)(const char *path), bool fresh)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	AS_AUTO_FREE char *path = path_in_entry(file);
	damage(path);
	AS_AUTO_JSON json_t *second = judge_file("one.c", fresh ? "--fresh" : NULL);
	EXPECT_FATE(second, "AC");
	cr_expect_not(was_cached(second));
	cr_expect_eq(count_entries(COMPILED), 1, "the old entry is left");
	AS_AUTO_JSON json_t *third = judge_file("one.c", NULL);
	EXPECT_FATE(third, "AC");
	cr_expect(was_cached(third), "not healed");
}

static void empty(const char *path)
{
	put(path, "");
}

static void cut(const char *path)
{
	put(path, "{\"verdict\": ");
}

static void delete (const char *path)
{
	cr_assert_eq(unlinkat(here_fd, path, 0), 0);
}

Test(cache, a_result_that_is_cut_off_is_compiled_again)
{
	expect_healed("result.json", cut, false);
}

Test(cache, an_empty_program_is_compiled_again)
{
	expect_healed("program/program", empty, false);
}

Test(cache, a_missing_program_is_compiled_again)
{
	expect_healed("program/program", delete, false);
}

Test(cache, a_fresh_compilation_replaces_a_damaged_entry)
{
	expect_healed("program/program", empty, true);
}

Test(cache, a_fresh_compilation_replaces_an_entry_that_has_lost_its_result)
{
	expect_healed("result.json", delete, true);
}

static void add_file(const char *path)
{
	AS_AUTO_FREE char *beside = as_text_format(NULL, "%s.more", path);
	put(beside, "");
}

Test(cache, a_program_with_a_file_too_many_is_compiled_again)
{
	expect_healed("program/program", add_file, false);
}

/* Exchanges the entries of two programs. */
static void exchange_entries(void)
{
	AS_AUTO_FD int fd = openat(here_fd, COMPILED, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 10, NULL);

	cr_assert(names && names[0] && names[1]);
	cr_assert_eq(renameat2(fd, names[0], fd, names[1], RENAME_EXCHANGE), 0);
}

Test(cache, the_entry_of_another_program_is_not_used)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	put("other.c", "int main(void){return 3;}\n");
	AS_AUTO_JSON json_t *other = judge_file("other.c", NULL);
	EXPECT_FATE(other, "RTE exit-code");
	exchange_entries();
	AS_AUTO_JSON json_t *second = judge_file("one.c", NULL);
	EXPECT_FATE(second, "AC");
	cr_expect_not(was_cached(second));
}

/* ---- dependencies ---- */

#define PACKAGES "/var/lib/dpkg/status"

static bool change_packages(void)
{
	return enter_mounts() && mount("packages", PACKAGES, NULL, MS_BIND, NULL) == 0;
}

Test(cache, a_change_of_packages_compiles_again_and_keeps_the_digests)
{
	put("packages", "another state\n");
	AUTO_OUTCOME probe =
		command_run_after((const char *const[]){"/bin/true", NULL}, change_packages);
	NEED(probe.status == 0, "mounts", "nothing can be mounted over " PACKAGES);
	put_sum_package(1);
	put("one.c", SUM_C);
	const char *const *argv = ASSAY_ARGV("judge", "--json", "sum", "one.c");
	AS_AUTO_JSON json_t *before = judge_file("one.c", NULL);
	AUTO_OUTCOME outcome = command_run_after(argv, change_packages);
	AS_AUTO_JSON json_t *changed = document_of(&outcome);
	AS_AUTO_JSON json_t *after = judge_file("one.c", NULL);
	cr_expect_not(was_cached(changed));
	cr_expect(was_cached(after));
	cr_expect(json_equal(
		json_object_get(before, "digests"), json_object_get(changed, "digests")));
	cr_expect_eq(count_entries(COMPILED), 2);
	/* The compiler's version is queried again, too, because it may come from another
	 * package. */
	cr_expect_eq(count_entries("cache/assay/versions"), 2);
}

Test(cache, programs_of_the_weak_sandbox_are_cached_separately)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *weak = judge_file("one.c", "--weak-sandbox");
	AS_AUTO_JSON json_t *full = judge_file("one.c", NULL);
	AS_AUTO_JSON json_t *weak_again = judge_file("one.c", "--weak-sandbox");
	cr_expect_not(was_cached(weak));
	cr_expect_not(was_cached(full));
	cr_expect(was_cached(weak_again));
}

/* ---- the folder ---- */

Test(cache, without_a_cache_folder_everything_still_works)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	put("file", "");
	AS_AUTO_FREE char *file = as_text_format(NULL, "%s/file", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", file, 1), 0);
	AS_AUTO_JSON json_t *document = judge_file("one.c", NULL);
	EXPECT_FATE(document, "AC");
}

static void expect_refused(const char *folder, mode_t mode)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	cr_assert_eq(fchmodat(here_fd, folder, mode, 0), 0);
	AS_AUTO_JSON json_t *second = judge_file("one.c", NULL);
	EXPECT_FATE(second, "AC");
	cr_expect_not(was_cached(second), "taken from a folder that others may write");
	cr_assert_eq(fchmodat(here_fd, folder, 0700, 0), 0);
	AS_AUTO_JSON json_t *third = judge_file("one.c", NULL);
	cr_expect(was_cached(third));
}

static void make_folder_of_group(const char *group)
{
	const struct group *found = getgrnam(group);
	cr_assert(found && fchownat(here_fd, ".", (uid_t)-1, found->gr_gid, 0) == 0);
	cr_assert_eq(fchmodat(here_fd, ".", 02755, 0), 0); /* inherited by what is made */
}

Test(cache, a_folder_that_a_group_of_others_may_write_is_not_used)
{
	NEED(geteuid() == 0, "root", "only root can give a folder to any group");
	make_folder_of_group("daemon");
	expect_refused("cache/assay", 0770);
}

Test(cache, a_folder_that_the_users_own_group_may_write_is_used)
{
	NEED(geteuid() == 0, "root", "an ordinary user may have no group of the same name");
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	cr_assert_eq(fchmodat(here_fd, "cache/assay", 0770, 0), 0);
	AS_AUTO_JSON json_t *second = judge_file("one.c", NULL);
	cr_expect(was_cached(second));
}

Test(cache, a_folder_that_others_may_write_is_not_used)
{
	expect_refused("cache/assay", 0702);
}

Test(cache, a_folder_with_programs_that_others_may_write_is_not_used)
{
	expect_refused(COMPILED, 0777);
}

Test(cache, a_folder_of_another_user_is_not_used)
{
	NEED(geteuid() == 0, "root", "only root can give a folder away");
	put_sum_package(1);
	put("one.c", SUM_C);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	cr_assert_eq(fchownat(here_fd, "cache/assay", 65534, 65534, 0), 0);
	AS_AUTO_JSON json_t *second = judge_file("one.c", NULL);
	EXPECT_FATE(second, "AC");
	cr_expect_not(was_cached(second));
}

/* ---- forgetting ---- */

static void make_entry(const char *folder, const char *name, time_t used)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "cache/assay/%s/%s", folder, name);
	AS_AUTO_FREE char *file = as_text_format(NULL, "%s/result.json", path);
	const struct timespec times[] = {{.tv_sec = used}, {.tv_sec = used}};
	put(file, "{}");
	cr_assert_eq(utimensat(here_fd, path, times, 0), 0);
}

static bool is_there(const char *folder, const char *name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "cache/assay/%s/%s", folder, name);
	return faccessat(here_fd, path, F_OK, 0) == 0;
}

static void name_entry(char name[OWNER_SIZE + 4], bool is_own_space, pid_t pid)
{
	strcpy(name, "new-");
	owner_of(name + 4, true, is_own_space, pid);
}

Test(cache, temporary_entries_of_killed_commands_are_removed)
{
	static const char *const folders[] = {"compiled", "headers", "archives"};
	char dead[OWNER_SIZE + 4], alive[OWNER_SIZE + 4], elsewhere[OWNER_SIZE + 4];
	char earlier[OWNER_SIZE + 4];
	struct owner_pair others[3];
	put_sum_package(1);
	put("one.c", SUM_C);
	const pid_t pid = owner_that_is_dead();
	name_entry(dead, true, pid);
	name_entry(alive, true, getpid());
	name_entry(elsewhere, false, pid);
	/* An earlier version wrote no boot. */
	char *const space = strchr(dead + strlen("new-assay-"), '-') + 1;
	snprintf(earlier, sizeof(earlier), "new-assay-%s", space);
	cr_assert_eq(as_dir_make(here_fd, "cache/assay", 0700, NULL), 0);
	for (size_t i = 0; i < 3; i++) {
		make_entry(folders[i], dead, 1000);
		make_entry(folders[i], earlier, time(NULL));
		make_entry(folders[i], alive, 1000);
		make_entry(folders[i], elsewhere, 1000);
		AS_AUTO_FREE char *prefix = as_text_format(NULL, "cache/assay/%s/new-", folders[i]);
		others[i] = owner_leave(here_fd, prefix);
	}
	AS_AUTO_JSON json_t *document = judge_file("one.c", NULL);
	EXPECT_FATE(document, "AC");
	for (size_t i = 0; i < 3; i++) {
		cr_expect_not(is_there(folders[i], dead), "%s", folders[i]);
		cr_expect_not(is_there(folders[i], earlier), "%s", folders[i]);
		cr_expect(is_there(folders[i], alive), "%s", folders[i]);
		cr_expect(is_there(folders[i], elsewhere), "%s", folders[i]);
		owner_expect_young(here_fd, &others[i]);
	}
}

Test(cache, the_least_recently_used_of_two_thousand_programs_are_removed)
{
	char name[32];
	put_sum_package(1);
	put("one.c", SUM_C);
	put("two.py", SUM_PY);
	AS_AUTO_JSON json_t *first = judge_file("one.c", NULL);
	EXPECT_FATE(first, "AC");
	AS_AUTO_FREE char *entry = path_in_entry("");
	/* Older than all others until its use. */
	const struct timespec times[] = {{.tv_sec = 1}, {.tv_sec = 1}};
	cr_assert_eq(utimensat(here_fd, entry, times, 0), 0);
	for (int i = 1; i < 2000; i++) {
		snprintf(name, sizeof(name), "%04d", i);
		make_entry("compiled", name, 1000 + i);
	}
	AS_AUTO_JSON json_t *used = judge_file("one.c", NULL);
	cr_expect(was_cached(used));
	cr_expect_eq(count_entries(COMPILED), 2000);
	AS_AUTO_JSON json_t *second = judge_file("two.py", NULL);
	EXPECT_FATE(second, "AC");
	cr_expect_eq(count_entries(COMPILED), 1501);
	cr_expect_not(is_there("compiled", "0500"));
	cr_expect(is_there("compiled", "0501"));
	AS_AUTO_JSON json_t *again = judge_file("one.c", NULL);
	cr_expect(was_cached(again), "the one used last is gone");
	AS_AUTO_JSON json_t *newest = judge_file("two.py", NULL);
	cr_expect(was_cached(newest), "the newest is gone");
}

/* A program that adds two numbers, and contains `size_bytes` of data. */
static void put_large(const char *name, size_t size_bytes)
{
	char source[512];

	snprintf(source, sizeof source,
		"#include <stdio.h>\n"
		"__asm__(\".section .data\\n.fill %zu,1,65\\n.text\");\n"
		"int main(void) { int a, b; scanf(\"%%d%%d\", &a, &b); printf(\"%%d\\n\", a + b); "
		"}\n",
		size_bytes);
	put(name, source);
}

Test(cache, a_program_above_64_MiB_is_not_stored)
{
	put_sum_package(1);
	put_large("large.c", (size_t)80 << 20);
	for (int i = 0; i < 2; i++) {
		AS_AUTO_JSON json_t *document = judge_file("large.c", NULL);
		EXPECT_FATE(document, "AC");
		cr_expect_not(was_cached(document));
		cr_expect_eq(count_entries(COMPILED), 0);
	}
}

/* The files are sparse. */
Test(cache, programs_above_2_GiB_in_all_are_removed)
{
	char name[128];
	put_sum_package(1);
	put_large("large.c", (size_t)6 << 20);
	put("small.c", SUM_C);
	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "%04d", i);
		make_entry("compiled", name, 1000 + i);
		snprintf(name, sizeof name, COMPILED "/%04d/program", i);
		cr_assert_eq(as_dir_make(here_fd, name, 0755, NULL), 0);
		snprintf(name, sizeof name, COMPILED "/%04d/program/x", i);
		AS_AUTO_FD int fd = openat(here_fd, name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
		cr_assert_eq(ftruncate(fd, 60 << 20), 0);
		snprintf(name, sizeof name, COMPILED "/%04d", i);
		const struct timespec times[] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
		cr_assert_eq(utimensat(here_fd, name, times, 0), 0);
	}
	AS_AUTO_JSON json_t *small = judge_file("small.c", NULL);
	EXPECT_FATE(small, "AC");
	cr_expect_eq(count_entries(COMPILED), 41);
	AS_AUTO_JSON json_t *large = judge_file("large.c", NULL);
	EXPECT_FATE(large, "AC");
	/* 34 of 60 MiB and one of 6 MiB fit. */
	cr_expect_eq(count_entries(COMPILED), 36);
	cr_expect_not(is_there("compiled", "0005"));
	cr_expect(is_there("compiled", "0006"));
	AS_AUTO_JSON json_t *again = judge_file("large.c", NULL);
	cr_expect(was_cached(again));
}
