/* SPDX-License-Identifier: MIT */
/* Which files belong to a run-time system: on a small simulated machine in a folder of the test. */
#include "object.h"
#include "plan.h"

#include <criterion/criterion.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>

static char machine[64];
static int machine_fd;

static void open_all(void)
{
	strcpy(machine, "/tmp/assay-machine.XXXXXX");
	cr_assert(mkdtemp(machine));
	machine_fd = open(machine, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(machine_fd >= 0);
}

static void close_all(void)
{
	close(machine_fd);
	as_dir_remove(AT_FDCWD, machine, NULL);
}

TestSuite(root_plan, .init = open_all, .fini = close_all, .timeout = 600);

/* ---- a machine ---- */

static void make_parent(const char *path)
{
	char parent[256];
	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (!slash)
		return;
	*slash = '\0';
	cr_assert_eq(as_dir_make(machine_fd, parent, 0755, NULL), 0, "%s", path);
}

static void put(const char *path, const void *data, size_t size, mode_t mode)
{
	make_parent(path);
	cr_assert_eq(as_file_write(machine_fd, path, data, size, mode, NULL), 0, "%s", path);
}

static void put_text(const char *path, const char *text)
{
	put(path, text, strlen(text), 0644);
}

static void put_link(const char *path, const char *target)
{
	make_parent(path);
	cr_assert_eq(symlinkat(target, machine_fd, path), 0, "%s", path);
}

/* An ELF file that needs some libraries: "a.so\0b.so\0". */
struct image {
	ElfW(Ehdr) header;
	ElfW(Phdr) segments[3];
	ElfW(Dyn) dynamic[16];
	char texts[512];
};

static size_t add_text(struct image *image, size_t *used, const char *text)
{
	size_t at = *used;
	strcpy(image->texts + at, text);
	*used += strlen(text) + 1;
	return at;
}

static void make_image(
	struct image *image, const char *loader, const char *search, const char *const *needed)
{
	size_t used = 1, count = 0;
	*image = (struct image){
		.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
				   sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32,
				   __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB
									     : ELFDATA2MSB},
			.e_phoff = offsetof(struct image, segments),
			.e_phentsize = sizeof(ElfW(Phdr)),
			.e_phnum = 3}};
	image->segments[0] =
		(ElfW(Phdr)){.p_type = PT_LOAD, .p_vaddr = 0x1000, .p_filesz = sizeof(*image)};
	image->segments[1] = (ElfW(Phdr)){.p_type = PT_DYNAMIC,
		.p_offset = offsetof(struct image, dynamic),
		.p_filesz = sizeof(image->dynamic)};
	if (loader) {
		size_t at = add_text(image, &used, loader);
		image->segments[2] = (ElfW(Phdr)){.p_type = PT_INTERP,
			.p_offset = offsetof(struct image, texts) + at,
			.p_filesz = strlen(loader) + 1};
	}
	for (; needed && *needed; needed++) {
		image->dynamic[count].d_tag = DT_NEEDED;
		image->dynamic[count++].d_un.d_val = add_text(image, &used, *needed);
	}
	if (search) {
		image->dynamic[count].d_tag = DT_RUNPATH;
		image->dynamic[count++].d_un.d_val = add_text(image, &used, search);
	}
	image->dynamic[count].d_tag = DT_STRTAB;
	image->dynamic[count++].d_un.d_ptr = 0x1000 + offsetof(struct image, texts);
	image->dynamic[count].d_tag = DT_STRSZ;
	image->dynamic[count++].d_un.d_val = sizeof(image->texts);
}

#define NEEDED(...) ((const char *const[]){__VA_ARGS__, NULL})

static void put_object(
	const char *path, const char *loader, const char *search, const char *const *needed)
{
	struct image image;
	make_image(&image, loader, search, needed);
	put(path, &image, sizeof(image), 0755);
}

/* ---- its plan ---- */

#define ROOTS(...) complete((struct as_language_roots){__VA_ARGS__})
#define PATHS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* As the language table does. */
static struct as_language_roots complete(struct as_language_roots roots)
{
	static const char *const none[] = {NULL};
	const char *const **lists[] = {
		&roots.programs, &roots.folders, &roots.files, &roots.hidden, &roots.modules};
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		if (!*lists[i])
			*lists[i] = none;
	return roots;
}

static const char kinds[] = {'/', '>', '=', '*', '-'};

/* The modules that are added. */
static const char *const *added;

/* Compares the plan with lines "KIND PATH", and " TARGET" for a link; '+' marks a program. */
static void expect_plan(struct as_language_roots roots, const char *expected)
{
	AS_AUTO_ROOT_PLAN struct as_root_plan plan = {0};
	struct as_error error = {0};
	char text[4096] = "";
	size_t size = 0;
	cr_assert_eq(as_root_plan_make(&plan, machine, &roots, added, &error), 0, "%s", error.text);
	for (size_t i = 0; i < plan.count; i++) {
		const struct as_root_entry *entry = &plan.entries[i];
		size += (size_t)snprintf(text + size, sizeof(text) - size, "%c %s%s%s\n",
			entry->runs ? '+' : kinds[entry->kind], entry->path,
			entry->target ? " " : "", entry->target ? entry->target : "");
	}
	cr_expect_str_eq(text, expected, "%s", text);
}

Test(root_plan, a_program_brings_its_links_its_loader_and_the_libraries_of_its_libraries)
{
	put_link("lib", "usr/lib");
	put_link("usr/bin/python3", "/etc/alternatives/python3");
	put_link("etc/alternatives/python3", "../../usr/bin/python3.9");
	put_object("usr/bin/python3.9", "/lib/loader.so.1", NULL, NEEDED("libz.so.1"));
	put_object("usr/lib/loader.so.1", NULL, NULL, NULL);
	put_link("usr/lib/libz.so.1", "libz.so.1.2");
	put_object(
		"usr/lib/libz.so.1.2", NULL, NULL, NEEDED("libm.so", "libnowhere.so", "libz.so.1"));
	put_object("usr/lib/libm.so", NULL, NULL, NULL);
	put_object("usr/lib/libother.so", NULL, NULL, NULL);
	put_text("usr/bin/perl", "");
	expect_plan(ROOTS(.programs = PATHS("/usr/bin/python3")),
		"/ /etc\n/ /etc/alternatives\n"
		"> /etc/alternatives/python3 ../../usr/bin/python3.9\n"
		"> /lib usr/lib\n"
		"/ /usr\n/ /usr/bin\n> /usr/bin/python3 /etc/alternatives/python3\n"
		"+ /usr/bin/python3.9\n"
		"/ /usr/lib\n= /usr/lib/libm.so\n> /usr/lib/libz.so.1 libz.so.1.2\n"
		"= /usr/lib/libz.so.1.2\n+ /usr/lib/loader.so.1\n");
}

Test(root_plan, libraries_are_found_where_the_loader_finds_them_but_not_in_usr_local)
{
	put_text("etc/ld.so.conf", "# folders\ninclude /etc/ld.so.conf.d/*.conf\n");
	put_text("etc/ld.so.conf.d/a.conf", "/usr/local/lib\n  /opt/lib  # more\nrelative\n");
	put_object("usr/bin/x", NULL, "$ORIGIN/../own:${ORIGIN}/b:$LIB/c:relative:/abs",
		NEEDED("a.so", "b.so", "c.so", "d.so", "e.so", "f.so"));
	put_object("usr/own/a.so", NULL, NULL, NULL);
	put_object("opt/lib/a.so", NULL, NULL, NULL);
	put_object("usr/bin/b/b.so", NULL, NULL, NULL);
	put_object("abs/c.so", NULL, NULL, NULL);
	put_object("usr/local/lib/d.so", NULL, NULL, NULL);
	put_object("opt/lib/d.so", NULL, NULL, NULL);
	put_text("opt/lib/e.so", "/* a linker script */");
	put_object("usr/lib/e.so", NULL, NULL, NULL);
	put_object("usr/local/lib/f.so", NULL, NULL, NULL);
	expect_plan(ROOTS(.programs = PATHS("/usr/bin/x")),
		"/ /abs\n= /abs/c.so\n/ /opt\n/ /opt/lib\n= /opt/lib/d.so\n"
		"/ /usr\n/ /usr/bin\n/ /usr/bin/b\n= /usr/bin/b/b.so\n+ /usr/bin/x\n"
		"/ /usr/lib\n= /usr/lib/e.so\n/ /usr/own\n= /usr/own/a.so\n");
}

Test(root_plan, a_whole_folder_brings_its_links_and_libraries)
{
	put_object("jdk/bin/java", NULL, NULL, NULL);
	put_object("jdk/bin/javac", NULL, NULL, NULL);
	put_link("usr/bin/java", "/jdk/bin/java");
	put_object("jdk/lib/server/jvm.so", NULL, NULL, NEEDED("c.so"));
	put_object("jdk/lib/helper", NULL, NULL, NEEDED("d.so"));
	put_object("jdk/lib/other", NULL, NULL, NULL);
	put_text("jdk/lib/old/file", "");
	put_link("jdk/lib/config", "/etc/jdk/config");
	put_link("jdk/lib/compiler", "../bin/javac");
	put_link("jdk/lib/docs", "/docs");
	put_link("jdk/lib/source", "/source.zip");
	put_text("etc/jdk/config", "x");
	put_text("docs/page", "x");
	put_text("source.zip", "x");
	put_object("usr/lib/c.so", NULL, NULL, NULL);
	put_object("usr/lib/d.so", NULL, NULL, NULL);
	expect_plan(ROOTS(.programs = PATHS("/usr/bin/java", "../lib/helper"),
			    .folders = PATHS("../lib", "/nowhere"),
			    .hidden = PATHS("../lib/o[lt]*", "../lib/source")),
		"/ /docs\n/ /etc\n/ /etc/jdk\n= /etc/jdk/config\n"
		"/ /jdk\n/ /jdk/bin\n+ /jdk/bin/java\n* /jdk/lib\n- /jdk/lib/old\n- "
		"/jdk/lib/other\n"
		"/ /usr\n/ /usr/bin\n> /usr/bin/java /jdk/bin/java\n/ /usr/lib\n= /usr/lib/c.so\n"
		"= /usr/lib/d.so\n");
}

Test(root_plan, files_and_small_folders_are_copied_without_the_right_to_run)
{
	put_object("bin/x", NULL, NULL, NULL);
	put_text("etc/x/a", "");
	put("etc/x/sub/run", "#!/bin/sh\n", 10, 0755);
	put("etc/x/secret", "password", 8, 0600);
	put_link("etc/x/link", "../y");
	put_text("etc/y", "");
	put_link("etc/loop", "loop");
	put_link("etc/x/gone", "/nowhere/at/all");
	expect_plan(ROOTS(.programs = PATHS("/bin/x"), .files = PATHS("/etc/x", "/etc/l*", "/no")),
		"/ /bin\n+ /bin/x\n/ /etc\n> /etc/loop loop\n/ /etc/x\n= /etc/x/a\n> /etc/x/gone "
		"/nowhere/at/all\n"
		"> /etc/x/link ../y\n/ /etc/x/sub\n= /etc/x/sub/run\n= /etc/y\n");
}

Test(root_plan, a_module_comes_with_its_files_and_libraries_and_no_other_does)
{
	put_object("bin/x", NULL, NULL, NULL);
	put_object("dist/num/core.so", NULL, NULL, NEEDED("blas.so"));
	put_text("dist/num-1.2.egg-info/top", "");
	put_text("dist/num.py", "");
	put_text("dist/number.py", "");
	put_text("dist/other/a.py", "");
	put_object("lib/blas.so", NULL, NULL, NULL);
	added = PATHS("num");
	expect_plan(ROOTS(.programs = PATHS("/bin/x"), .modules = PATHS("/d*st", "/nowhere")),
		"/ /bin\n+ /bin/x\n/ /dist\n* /dist/num\n/ /dist/num-1.2.egg-info\n"
		"= /dist/num-1.2.egg-info/top\n= /dist/num.py\n/ /lib\n= /lib/blas.so\n");
}

Test(root_plan, a_program_can_have_another_name_inside)
{
	put_link("bin", "usr/bin");
	put_object("usr/bin/x-1", NULL, NULL, NULL);
	put_object("usr/bin/false", NULL, NULL, NULL);
	put_object("usr/bin/sh", NULL, NULL, NULL);
	expect_plan(ROOTS(.programs = PATHS("/bin/x-[0-9]", "/bin/sh=/usr/bin/false")),
		"> /bin usr/bin\n/ /usr\n/ /usr/bin\n+ /usr/bin/false\n"
		"> /usr/bin/sh /usr/bin/false\n+ /usr/bin/x-1\n");
}

Test(root_plan, a_missing_first_program_is_an_error_of_the_machine)
{
	struct as_root_plan plan;
	struct as_error error = {0};
	struct as_language_roots roots = ROOTS(.programs = PATHS("/usr/bin/python3"));
	cr_assert_eq(as_root_plan_make(&plan, machine, &roots, NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect_str_eq(error.text, "the program /usr/bin/python3 is missing");
}

static void digest_of(struct as_language_roots roots, char hex[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO_ROOT_PLAN struct as_root_plan plan = {0};
	cr_assert_eq(as_root_plan_make(&plan, machine, &roots, NULL, NULL), 0);
	as_root_plan_digest(&plan, hex);
}

Test(root_plan, the_digest_changes_with_a_file_a_link_and_a_new_library)
{
	const struct as_language_roots roots = ROOTS(.programs = PATHS("/bin/x"),
		.files = PATHS("/etc/f"), .folders = PATHS("/lib"));
	char before[AS_DIGEST_HEX_SIZE], after[AS_DIGEST_HEX_SIZE];
	put_object("bin/x", NULL, NULL, NEEDED("a.so"));
	put_text("etc/f", "one");
	put_text("lib/x/data", "one");
	digest_of(roots, before);
	digest_of(roots, after);
	cr_expect_str_eq(before, after);
	/* In a folder that is shown as a whole, only libraries matter. */
	put_text("lib/x/data", "two");
	digest_of(roots, after);
	cr_expect_str_eq(before, after);
	put_text("etc/f", "two");
	digest_of(roots, after);
	cr_expect_str_neq(before, after);
	strcpy(before, after);
	put_object("usr/lib/a.so", NULL, NULL, NULL);
	digest_of(roots, after);
	cr_expect_str_neq(before, after);
	strcpy(before, after);
	cr_assert_eq(renameat(machine_fd, "etc/f", machine_fd, "etc/g"), 0);
	put_link("etc/f", "g");
	digest_of(roots, after);
	cr_expect_str_neq(before, after);
}

/* ---- damaged files ---- */

static int read_image(const void *data, size_t size, struct as_elf *elf)
{
	put("image", data, size, 0644);
	AS_AUTO_FD int fd = openat(machine_fd, "image", O_RDONLY | O_CLOEXEC);
	cr_assert(fd >= 0);
	return as_elf_read(fd, elf, NULL);
}

Test(root_plan, a_truncated_object_is_read_safely)
{
	struct image image;
	make_image(&image, "/lib/loader", "/a:/b", NEEDED("a.so", "b.so"));
	for (size_t size = 0; size <= sizeof(image); size += 7) {
		AS_AUTO_ELF struct as_elf elf = {0};
		int found = read_image(&image, size, &elf);
		cr_expect(found == (size >= offsetof(struct image, dynamic)), "%zu", size);
	}
}

Test(root_plan, an_object_whose_numbers_are_absurd_names_nothing)
{
	struct image image;
	const uint64_t absurd[] = {UINT64_MAX, UINT64_MAX / 2, UINT64_C(1) << 40, sizeof(image)};
	for (size_t i = 0; i < sizeof(absurd) / sizeof(*absurd); i++) {
		for (size_t word = 0; word < sizeof(image) / 8; word++) {
			AS_AUTO_ELF struct as_elf elf = {0};
			make_image(&image, "/lib/loader", "/a", NEEDED("a.so"));
			memcpy((char *)&image + word * 8, &absurd[i], 8);
			cr_expect_geq(read_image(&image, sizeof(image), &elf), 0);
			for (char **name = elf.needed; name && *name; name++)
				cr_expect_leq(strlen(*name), sizeof(image.texts));
		}
	}
}

Test(root_plan, a_file_that_is_not_an_object_names_nothing)
{
	AS_AUTO_ELF struct as_elf elf = {0};
	struct image image;
	cr_expect_eq(read_image("#!/bin/sh\n", 10, &elf), 0);
	make_image(&image, NULL, NULL, NULL);
	image.header.e_ident[EI_CLASS] ^= ELFCLASS32 ^ ELFCLASS64;
	cr_expect_eq(read_image(&image, sizeof(image), &elf), 0);
	make_image(&image, NULL, NULL, NEEDED("a.so"));
	image.segments[1].p_type = PT_NOTE;
	cr_expect_eq(read_image(&image, sizeof(image), &elf), 1);
	cr_expect_null(elf.needed);
}
