/* SPDX-License-Identifier: MIT */
/* Files that are left out, each with its reason, and hostile names. */
#include "grade/class_case.h"

Test(left, each_file_has_its_reason)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/main.py\nprint(1)\n"
			     "--- file ada/__pycache__/main.cpython-311.pyc\nx\n"
			     "--- file ada/main.pyc\nx\n"
			     "--- file ada/.DS_Store\nx\n"
			     "--- file ada/__MACOSX/._main.py\nx\n"
			     "--- file ada/.git/config\nx\n"
			     "--- file ada/main.py~\nx\n"
			     "--- file ada/report.pdf\n%PDF-1.4\n"
			     "--- file ada/empty.py\n"
			     "--- file ada/pkg/__init__.py\n"
			     "--- file ada/main (1).py\nprint(1)\n"
			     "--- file ada/sub/main.py\nprint(1)\n"
			     "--- file ada/hw.rar\nRar!\n"
			     "--- link ada/secret -> /etc/passwd\n"
			     "--- link ada/out -> ..\n"
			     "--- pipe ada/pipe\n"
			     "--- file ada/bad.zip\nnot a zip\n"
			     "--- file ada/notes.txt\nhello\n"
			     "--- folder ada/nothing\n"
			     "--- link bob -> ada\n");
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "photo.png", "\x89PNG\0\1", 6, 0644, NULL), 0);
	cr_assert_eq(as_file_write(ada, "wide.py", "\xff\xfep\0", 4, 0644, NULL), 0);
	class.order.limits.file_bytes = 1000;
	AS_AUTO_FREE char *large = calloc(1, 1001);
	memset(large, '#', 1001);
	cr_assert_eq(as_file_write(ada, "large.py", large, 1001, 0644, NULL), 0);
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"received ada of 'ada' for ada: main.py notes.txt pkg/__init__.py "
		"sub/main.py wide.py\n"
		"left ada/.DS_Store: system\n"
		"left ada/.git: system\n"
		"left ada/__MACOSX/._main.py: system\n"
		"left ada/__pycache__/main.cpython-311.pyc: built\n"
		"left ada/bad.zip: archive: is an archive that cannot be unpacked: the "
		"archive is not a zip archive\n"
		"left ada/empty.py: empty\n"
		"left ada/hw.rar: archive: is an archive of another kind than zip\n"
		"left ada/large.py: too-large\n"
		"left ada/main (1).py: duplicate\n"
		"left ada/main.pyc: built\n"
		"left ada/main.py~: backup\n"
		"left ada/out: link\n"
		"left ada/photo.png: binary\n"
		"left ada/pipe: special\n"
		"left ada/report.pdf: binary\n"
		"left ada/secret: link\n"
		"left bob: link\n"
		"warning ada: the archive 'hw.rar' is not unpacked; only the other "
		"files are judged\n");
}

/* Such folders have thousands of files; also in an archive. */
Test(left, folders_of_packages_and_environments_are_listed_once)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/main.py\nprint(1)\n"
			     "--- file ada/my env/pyvenv.cfg\nhome = /usr\n"
			     "--- file ada/my env/bin/activate.py\nx\n"
			     "--- file ada/my env/lib/a/b/c/d/e/f/g/h/i/j.py\nx\n"
			     "--- file ada/node_modules/a/index.js\nx\n"
			     "--- file ada/node_modules/b/index.js\nx\n"
			     "--- file ada/.gradle/8/a.lock\nx\n"
			     "--- file ada/.gradle/8/b.lock\nx\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: main.py\n"
			     "left ada/.gradle: system\n"
			     "left ada/my env: built\n"
			     "left ada/node_modules: built\n");
}

/* Editors keep half-typed states of the program there; the judge does not read them either. */
Test(left, hidden_folders_are_listed_once)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/main.py\nprint(1)\n"
			     "--- file ada/.history/main_1.py\nprint(\n"
			     "--- file ada/.history/sub/main_2.py\nprint(\n"
			     "--- file ada/src/.cph/main.py\nprint(2)\n"
			     "--- file ada/src/help.py\nprint(3)\n"
			     "--- file bob/.trash/main.py\nprint(1)\n");
	AS_AUTO_BYTES struct as_bytes inner = zip_make("--- file hw/main.py\nprint(3)\n"
						       "--- file hw/.history/a.py\nx\n"
						       "--- file hw/.history/b.py\nx\n");
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "hw.zip", inner.data, inner.size, 0644, NULL), 0);
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "person bob\n"
			     "received ada of 'ada' for ada: hw/main.py main.py src/help.py\n"
			     "received bob of 'bob' for bob:\n"
			     "left ada/.history: system\n"
			     "left ada/hw.zip/hw/.history: system\n"
			     "left ada/src/.cph: system\n"
			     "left bob/.trash: system\n"
			     "warning bob: nothing in this submission can be judged\n");
}

Test(left, hidden_folders_of_an_export_of_moodle_are_listed_once)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file Ada_1_assignsubmission_file/.history/a_1.py\nprint(\n"
			  "--- file Ada_1_assignsubmission_file/.history/a_2.py\nprint(\n"
			  "--- file Ada_1_assignsubmission_file/a.py\nprint(1)\n");
	expect_class(&class, "moodle\n"
			     "person 1 'Ada' #1\n"
			     "received Ada_1_assignsubmission_file of 'Ada' for 1: a.py\n"
			     "left Ada_1_assignsubmission_file/.history: system\n");
}

/* A folder with the name alone is the student's own; so is a project. */
Test(left, build_folders_are_listed_once_if_a_file_shows_the_tool)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/cs/Program.cs\nx\n"
			     "--- file ada/cs/Sum.csproj\n<Project/>\n"
			     "--- file ada/cs/bin/Debug/a.cs\nx\n"
			     "--- file ada/cs/obj/Debug/net6.0/Sum.GlobalUsings.g.cs\nx\n"
			     "--- file ada/cs/obj/Debug/net6.0/Sum.AssemblyInfo.cs\nx\n"
			     "--- file bob/build/main.c\nx\n"
			     "--- file bob/obj/cube.cs\nx\n"
			     "--- file bob/target/CMakeCache.txt\nx\n"
			     "--- file bob/target/CMakeLists.txt\nx\n"
			     "--- file bob/target/sum.c\nx\n"
			     "--- file pom.xml\nx\n"
			     "--- file target/sum.c\nx\n"
			     "--- file target/out/CMakeCache.txt\nx\n"
			     "--- file target/out/CMakeFiles/x.c\nx\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "person bob\n"
			     "person target\n"
			     "received ada of 'ada' for ada: Program.cs Sum.csproj\n"
			     "received bob of 'bob' for bob: build/main.c obj/cube.cs "
			     "target/CMakeCache.txt target/CMakeLists.txt target/sum.c\n"
			     "received target of 'target' for target: sum.c\n"
			     "left ada/cs/bin: built\n"
			     "left ada/cs/obj: built\n"
			     "left pom.xml: no-owner\n"
			     "left target/out: built\n");
}

/* An in-source build of CMake, a project in build/, and a submission with nothing else. */
Test(left, build_folders_with_the_program_are_not_left_out)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ann/build/main.cpp\nx\n"
			     "--- file ann/build/build/moc_w.cpp\nx\n"
			     "--- file bob/CMakeLists.txt\nx\n"
			     "--- file bob/src/CMakeCache.txt\nx\n"
			     "--- file bob/src/main.cpp\nx\n"
			     "--- file bob/tools/gen.py\nx\n"
			     "--- file eve/build/hw/hw.pro\nx\n"
			     "--- file eve/build/hw/main.cpp\nx\n"
			     "--- file eve/build/hw/moc_window.cpp\nx\n"
			     "--- file joe/Cargo.toml\nx\n"
			     "--- file joe/target/debug/a.rs\nx\n"
			     "--- file kim/Sum.csproj\nx\n"
			     "--- file kim/a.cs\nx\n"
			     "--- file kim/Obj/a.g.cs\nx\n");
	expect_class(&class, "folders\n"
			     "person ann\n"
			     "person bob\n"
			     "person eve\n"
			     "person joe\n"
			     "person kim\n"
			     "received ann of 'ann' for ann: main.cpp\n"
			     "received bob of 'bob' for bob: CMakeLists.txt src/CMakeCache.txt "
			     "src/main.cpp tools/gen.py\n"
			     "received eve of 'eve' for eve: hw.pro main.cpp\n"
			     "received joe of 'joe' for joe: Cargo.toml target/debug/a.rs\n"
			     "received kim of 'kim' for kim: Sum.csproj a.cs\n"
			     "left ann/build/build: built\n"
			     "left eve/build/hw/moc_window.cpp: built\n"
			     "left kim/Obj: built\n");
}

/* build/ is the top folder of the export. */
Test(left, build_folders_do_not_depend_on_the_top_folder_of_the_export)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file build/ann/main.cpp\nx\n"
			  "--- file build/ann/build/moc_w.cpp\nx\n"
			  "--- file build/cem/build/main.cpp\nx\n"
			  "--- file build/cem/build/moc_w.cpp\nx\n"
			  "--- file build/bob/main.cpp\nx\n"
			  "--- file build/bob/moc_w.cpp\nx\n");
	expect_class(&class, "folders\n"
			     "person ann\n"
			     "person bob\n"
			     "person cem\n"
			     "received build/ann of 'ann' for ann: main.cpp\n"
			     "received build/bob of 'bob' for bob: main.cpp moc_w.cpp\n"
			     "received build/cem of 'cem' for cem: main.cpp\n"
			     "left build/ann/build: built\n"
			     "left build/cem/build/moc_w.cpp: built\n"
			     "info export.zip: everything is in the folder 'build', which is taken "
			     "for the class\n");
}

/* `python -m venv .` in the student's own folder. */
Test(left, of_an_environment_that_is_the_project_only_its_own_folders_are_left_out)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/main.py\nprint(1)\n"
			     "--- file ada/util/help.py\nx = 1\n"
			     "--- file ada/pyvenv.cfg\nhome = /usr\n"
			     "--- file ada/bin/activate.py\nx\n"
			     "--- file ada/include/site/x.py\nx\n"
			     "--- file ada/lib/python3.11/site-packages/pip/a.py\nx\n"
			     "--- file ada/lib/python3.11/site-packages/pip/b.py\nx\n"
			     "--- file ada/share/man/x.py\nx\n"
			     "--- file bob/hw/Lib/site-packages/a.py\nx\n"
			     "--- file bob/hw/Scripts/activate.py\nx\n"
			     "--- file bob/hw/pyvenv.cfg\nhome = C\n"
			     "--- file bob/hw/sum.py\nprint(1)\n"
			     "--- file eve/venv/lib/a.py\nx\n"
			     "--- file eve/venv/pyvenv.cfg\nx\n"
			     "--- file eve/sum.py\nprint(1)\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "person bob\n"
			     "person eve\n"
			     "received ada of 'ada' for ada: main.py util/help.py\n"
			     "received bob of 'bob' for bob: sum.py\n"
			     "received eve of 'eve' for eve: sum.py\n"
			     "left ada/bin: built\n"
			     "left ada/include: built\n"
			     "left ada/lib: built\n"
			     "left ada/pyvenv.cfg: built\n"
			     "left ada/share: built\n"
			     "left bob/hw/Lib: built\n"
			     "left bob/hw/Scripts: built\n"
			     "left bob/hw/pyvenv.cfg: built\n"
			     "left eve/venv: built\n");
}

Test(left, an_environment_in_an_archive_of_the_project_is_left_out)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- folder ada\n");
	AS_AUTO_BYTES struct as_bytes zip =
		zip_make("--- file pyvenv.cfg\nx\n--- file lib/a.py\nx\n--- file sum.py\n1\n");
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "hw.zip", zip.data, zip.size, 0644, NULL), 0);
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: sum.py\n"
			     "left ada/hw.zip/lib: built\n"
			     "left ada/hw.zip/pyvenv.cfg: built\n");
}

/* They are beside the attempts, and beside the students. */
Test(left, folders_of_packages_are_neither_attempts_nor_students)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/attempt-1/a.js\n1\n"
			     "--- file ada/attempt-2/a.js\n2\n"
			     "--- file ada/attempt-2/node_modules/x/index.js\nx\n"
			     "--- file ada/node_modules/x/index.js\nx\n"
			     "--- file ada/node_modules/y/index.js\nx\n"
			     "--- file ada/venv/lib/a.py\nx\n"
			     "--- file ada/venv/pyvenv.cfg\nx\n"
			     "--- file node_modules/z/index.js\nx\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada/attempt-1 of 'ada' for ada: a.js attempt=1\n"
			     "received ada/attempt-2 of 'ada' for ada: a.js attempt=2\n"
			     "left ada/attempt-2/node_modules: built\n"
			     "left ada/node_modules: built\n"
			     "left ada/venv: built\n"
			     "left node_modules: built\n");
}

/* The student handed something in, so this is not a 0. */
Test(left, archives_of_other_kinds_belong_to_their_students)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.rar\nRar!\n--- file bob.tar.gz\nx\n"
			     "--- file eve/main.py\n1\n--- file eve/tests.7z\nx\n"
			     "--- file joe.zip\n\x1f\x8b\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"person eve\n"
		"person joe\n"
		"received ada.rar of 'ada' for ada:\n"
		"received bob.tar.gz of 'bob' for bob:\n"
		"received eve of 'eve' for eve: main.py\n"
		"received joe.zip of 'joe' for joe:\n"
		"left ada.rar: archive: is an archive of another kind than zip\n"
		"left bob.tar.gz: archive: is an archive of another kind than zip\n"
		"left eve/tests.7z: archive: is an archive of another kind than zip\n"
		"left joe.zip: archive: is an archive that cannot be unpacked: the archive is a "
		"gzip file, not "
		"a zip archive\n"
		"warning ada.rar: nothing in this submission can be judged\n"
		"warning bob.tar.gz: nothing in this submission can be judged\n"
		"warning eve: the archive 'tests.7z' is not unpacked; only the other files are "
		"judged\n"
		"warning joe.zip: nothing in this submission can be judged\n");
}

/* Names that begin like one of an environment are no part of it, and the outer one of two counts.
 */
Test(left, only_what_is_in_an_environment_is_left_out)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/env/pyvenv.cfg\n"
			     "--- file ada/env/src/pyvenv.cfg\n"
			     "--- file ada/env/src/x.py\nx\n"
			     "--- file ada/env2/main.py\nprint(1)\n"
			     "--- file ada/ENV/util.py\nx = 1\n"
			     "--- file ada/main.py\nprint(1)\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: ENV/util.py env2/main.py main.py\n"
			     "left ada/env: built\n");
}

Test(left, test_sources_of_build_systems_are_left_out)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/p/src/main/java/Sum.java\nclass Sum {}\n"
			     "--- file ada/p/src/test/java/SumTest.java\nclass SumTest {}\n"
			     "--- file ada/p/src/test/kotlin/T.kt\nclass T\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: Sum.java\n"
			     "left ada/p/src/test/java/SumTest.java: tests\n"
			     "left ada/p/src/test/kotlin/T.kt: tests\n");
}

Test(left, only_a_copy_is_a_duplicate)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file ada/1.out\n7\n--- file ada/1 (1).out\n7\n--- file ada/3.out\n"
		"--- file ada/a.py\nx\n--- file ada/b.py\nx\n--- file ada/a - Copy (2).py\nx\n"
		"--- file ada/a-2.py\nx\n--- file ada/a_1.py\ny\n--- file ada/ab.py\nx\n"
		"--- file ada/Kopie von a.py\nx\n--- file ada/Copy of Copy of a.py\nx\n"
		"--- file ada/sub/Kopie von b.py\nx\n--- file ada/Kopie von a_1.py\nz\n"
		"--- file ada/sub/a (1).py\nx\n--- file ada/a.cpp\nx\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"received ada of 'ada' for ada: 1.out 1_1_.out 3.out Kopie_von_a_1.py a.cpp a.py "
		"a_1.py ab.py b.py sub/Kopie_von_b.py sub/a_1_.py\n"
		"left ada/Copy of Copy of a.py: duplicate\n"
		"left ada/Kopie von a.py: duplicate\n"
		"left ada/a - Copy (2).py: duplicate\n"
		"left ada/a-2.py: duplicate\n"
		"info ada: the file '1 (1).out' is judged as '1_1_.out'\n"
		"info ada: the file 'Kopie von a_1.py' is judged as 'Kopie_von_a_1.py'\n"
		"info ada: the file 'Kopie von b.py' is judged as 'Kopie_von_b.py'\n"
		"info ada: the file 'a (1).py' is judged as 'a_1_.py'\n");
}

Test(left, a_copied_folder_is_left_out_with_its_folders)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file ada/src/Main.java\nm\n--- file ada/src/util/A.java\na\n"
		"--- file ada/backup/src/Main.java\nm\n"
		"--- file ada/backup/src/util/A.java\na\n--- file ada/backup/notes.txt\n1\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: backup/notes.txt src/Main.java "
			     "src/util/A.java\n"
			     "left ada/backup/src/Main.java: duplicate\n"
			     "left ada/backup/src/util/A.java: duplicate\n");
}

/* If only a part of a folder were left out, the program would lose its module. */
Test(left, a_folder_is_a_copy_as_a_whole_or_not_at_all)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/util.py\nu\n--- file ada/lib/main.py\nm\n"
			     "--- file ada/lib/util.py\nu\n--- file ada/old/main.py\nm\n"
			     "--- file bob/a/main.py\nm\n--- file bob/b/util.py\nu\n"
			     "--- file bob/c/main.py\nm\n--- file bob/c/util.py\nu\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"received ada of 'ada' for ada: lib/main.py lib/util.py old/main.py util.py\n"
		"received bob of 'bob' for bob: a/main.py b/util.py c/main.py c/util.py\n");
}

/* Each pair of them might be a copied folder. To look at all files for each pair took hours. */
Test(left, equal_files_in_many_folders_are_compared_once)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_BYTES struct as_bytes expected = {0};
	char name[32];

	class_folder(&class, "--- file ada/zz/z.py\nprint(2)\n");
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	FILE *out = open_memstream(&expected.data, &expected.size);
	fputs("folders\nperson ada\nreceived ada of 'ada' for ada:", out);
	for (int i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "d%03d", i);
		cr_assert_eq(as_dir_make(ada, name, 0755, NULL), 0);
		snprintf(name, sizeof(name), "d%03d/main.py", i);
		cr_assert_eq(as_file_write(ada, name, "print(1)\n", 9, 0644, NULL), 0);
		fprintf(out, " %s", name);
	}
	fputs(" zz/z.py\n", out);
	fclose(out);
	expect_class(&class, expected.data);
}

Test(left, an_archive_in_a_submission_is_unpacked_once)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/readme.txt\nhi\n");
	AS_AUTO_BYTES struct as_bytes inner = zip_make("--- file deep.py\nprint(3)\n");
	struct zip zip = {0};
	struct zip_entry entries[] = {
		zip_plain("hw/coins.py", S_IFREG | 0644, "print(1)\n", 9),
		zip_plain("hw/inner.zip", S_IFREG | 0644, inner.data, inner.size),
		zip_plain("__MACOSX/hw/._coins.py", S_IFREG | 0644, "x", 1),
		zip_plain("hw/.DS_Store", S_IFREG | 0644, "x", 1),
	};
	for (size_t i = 0; i < sizeof(entries) / sizeof(*entries); i++)
		zip_add(&zip, &entries[i]);
	zip_end(&zip);
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "hw.zip", zip.files.data, zip.files.size, 0644, NULL), 0);
	cr_assert_eq(as_file_write(ada, "hw2.ZIP", inner.data, inner.size, 0644, NULL), 0);
	as_bytes_clear(&zip.files);
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"received ada of 'ada' for ada: deep.py hw/coins.py readme.txt\n"
		"left ada/hw.zip/__MACOSX/hw/._coins.py: system\n"
		"left ada/hw.zip/hw/.DS_Store: system\n"
		"left ada/hw.zip/hw/inner.zip: archive: is an archive in an archive\n"
		"warning ada: the archive 'hw/inner.zip' is not unpacked; only the other files are "
		"judged\n");
}

/* Puts an archive with one entry into the folder of a person. */
static void put_archive(const struct class *class, const char *person, const char *entry)
{
	AS_AUTO_FREE char *folder = as_text_format(NULL, "export/%s", person);
	AS_AUTO_FREE char *text = as_text_format(NULL, "--- file %s\nprint(1)\n", entry);
	AS_AUTO_BYTES struct as_bytes zip = zip_make(text);
	AS_AUTO_FD int fd = as_dir_open(class->fd, folder, NULL);
	cr_assert_eq(as_file_write(fd, "hw.zip", zip.data, zip.size, 0644, NULL), 0);
}

Test(left, archives_that_lead_out_are_listed)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- folder ada\n--- folder bob\n--- folder eve\n--- folder joe\n");
	put_archive(&class, "ada", "../../evil.py");
	put_archive(&class, "bob", "..\\..\\evil.py");
	put_archive(&class, "eve", "/tmp/evil.py");
	put_archive(&class, "joe", "a/./b//evil.py");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "person bob\n"
			     "person eve\n"
			     "person joe\n"
			     "received ada of 'ada' for ada:\n"
			     "received bob of 'bob' for bob:\n"
			     "received eve of 'eve' for eve:\n"
			     "received joe of 'joe' for joe: evil.py\n"
			     "left ada/hw.zip/../../evil.py: unreadable\n"
			     "left bob/hw.zip/../../evil.py: unreadable\n"
			     "left eve/hw.zip//tmp/evil.py: unreadable\n"
			     "warning ada: nothing in this submission can be judged\n"
			     "warning bob: nothing in this submission can be judged\n"
			     "warning eve: nothing in this submission can be judged\n");
	cr_expect_eq(faccessat(class.fd, "evil.py", F_OK, 0), -1);
}

Test(left, archives_in_submissions_have_one_limit_together)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\n1\n--- file bob/b.py\n2\n");
	AS_AUTO_FREE char *zeros = calloc(1, 600000);
	memset(zeros, '#', 600000);
	struct zip zip = {0};
	const struct zip_entry entry = zip_plain("big.py", S_IFREG | 0644, zeros, 600000);
	zip_add(&zip, &entry);
	zip_end(&zip);
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	AS_AUTO_FD int bob = as_dir_open(class.fd, "export/bob", NULL);
	cr_assert_eq(as_file_write(ada, "a.zip", zip.files.data, zip.files.size, 0644, NULL), 0);
	cr_assert_eq(as_file_write(bob, "b.zip", zip.files.data, zip.files.size, 0644, NULL), 0);
	as_bytes_clear(&zip.files);
	class.order.limits.total_bytes = 1 << 20;
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"received ada of 'ada' for ada: a.py big.py\n"
		"received bob of 'bob' for bob: b.py\n"
		"left bob/b.zip: archive: is an archive that cannot be unpacked: entry 'big.py' "
		"unpacks to more than 0 MiB (the archives of all submissions have reached their "
		"limit)\n"
		"warning bob: the archive 'b.zip' is not unpacked; only the other files are "
		"judged\n");
}

Test(left, odd_names_and_links_do_not_cost_the_class_its_archive)
{
	AUTO_CLASS class = class_begin();
	char longest[301];
	memset(longest, 'n', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"--- file submission_metadata.yml\n"
		"submission_1:\n"
		"  :submitters:\n"
		"  - :sid: 7\n"
		"--- file submission_1\\src\\L%%F6sung.py\nprint(1)\n"
		"--- file submission_1/src/a%%0Ab%%1B.py\nprint(2)\n"
		"--- file submission_1/src/%s.py\nprint(3)\n"
		"--- link submission_1/src/secret.py /etc/passwd\n"
		"--- link submission_1/src/up ../../..\n"
		"--- file __MACOSX/submission_1/._src\nx\n",
		longest);
	class_zip(&class, text);
	longest[243] = '\0';
	memcpy(longest + 200, "...", 3);
	AS_AUTO_FREE char *expected = as_text_format(NULL,
		"gradescope\n"
		"person 7\n"
		"received submission_1 of '7' for 7: L\xC3\xB6sung.py a_b_.py %.240s.py\n"
		"left __MACOSX/submission_1/._src: system\n"
		"left submission_1/src/secret.py: link\n"
		"left submission_1/src/up: link\n"
		"left submission_metadata.yml: sheet\n",
		longest);
	expect_class(&class, expected);
}

Test(left, names_that_lead_out_do_not_cost_the_class_its_archive)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file Ada_1_assignsubmission_file/a.py\nprint(1)\n"
			  "--- file Ada_1_assignsubmission_file/..\\..\\evil.py\n1\n"
			  "--- file Eve_2_assignsubmission_file/C:\\b.py\nprint(1)\n"
			  "--- file C:\\evil.py\n2\n"
			  "--- file ../evil.py\n3\n"
			  "--- file ..\\evil\\\n"
			  "--- link \\\\server\\evil /etc/passwd\n"
			  "--- file /evil.py\n4\n");
	expect_class(&class, "moodle\n"
			     "person 1 'Ada' #1\n"
			     "person 2 'Eve' #2\n"
			     "received Ada_1_assignsubmission_file of 'Ada' for 1: a.py\n"
			     "received Eve_2_assignsubmission_file of 'Eve' for 2: b.py\n"
			     "left ../evil.py: unreadable\n"
			     "left ../evil/: unreadable\n"
			     "left //server/evil: unreadable\n"
			     "left /evil.py: unreadable\n"
			     "left Ada_1_assignsubmission_file/../../evil.py: unreadable\n"
			     "left C:/evil.py: unreadable\n");
	cr_expect_eq(faccessat(class.fd, "evil.py", F_OK, 0), -1);
}

/* Platforms keep both of two names that unpacking makes equal: control characters, forms of
 * Unicode, a backslash. */
Test(left, names_that_become_equal_do_not_cost_the_class_its_archive)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file Ada_1_assignsubmission_file/a.py\nprint(1)\n"
			  "--- file Eve_2_assignsubmission_file/b.py\nprint(1)\n"
			  "--- file Eve_2_assignsubmission_file/b%01.c\n1\n"
			  "--- file Eve_2_assignsubmission_file/b%02.c\n2\n"
			  "--- file Eve_2_assignsubmission_file/%C3%A9.c\n3\n"
			  "--- file Eve_2_assignsubmission_file/e%CC%81.c\n4\n"
			  "--- file Eve_2_assignsubmission_file/f\n5\n"
			  "--- file Eve_2_assignsubmission_file/f/g.c\n6\n"
			  "--- file Eve_2_assignsubmission_file/f/h.c\n7\n"
			  "--- file Eve_2_assignsubmission_file/j/k.c\n8\n"
			  "--- file Eve_2_assignsubmission_file/j\n9\n"
			  "--- link Eve_2_assignsubmission_file/j a\n");
	expect_class(&class,
		"moodle\n"
		"person 1 'Ada' #1\n"
		"person 2 'Eve' #2\n"
		"received Ada_1_assignsubmission_file of 'Ada' for 1: a.py\n"
		"received Eve_2_assignsubmission_file of 'Eve' for 2: b.py b_-6.c b_.c f "
		"f-0/g.c f-0/h.c j-15 j/k.c \xC3\xA9-2.c \xC3\xA9.c\n"
		"info Eve_2_assignsubmission_file: the file '\xC3\xA9.c' is judged as "
		"'\xC3\xA9-2.c'\n");
}

Test(left, an_export_that_is_not_an_archive_gets_one_line)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_FREE char *zeros = calloc(1, 3 << 20);
	struct zip zip = {0};
	const struct zip_entry entry = zip_plain("a.py", S_IFREG | 0644, zeros, 3 << 20);
	zip_add(&zip, &entry);
	zip_end(&zip);
	cr_assert_eq(
		as_file_write(class.fd, "export.zip", zip.files.data, zip.files.size, 0644, NULL),
		0);
	as_bytes_clear(&zip.files);
	snprintf(class.export, sizeof(class.export), "%s/export.zip", class.path);
	class.order.path = class.export;
	class.order.limits.total_bytes = 1 << 20;
	expect_class_error(&class, AS_ERROR_INPUT, "export.zip", 0,
		"entry 'a.py' unpacks to more than 1 MiB; give the folder or the zip archive that "
		"the platform "
		"exported");
	cr_assert_eq(as_file_write(class.fd, "export.zip", "\x1f\x8b", 2, 0644, NULL), 0);
	expect_class_error(&class, AS_ERROR_INPUT, "export.zip", 0,
		"is a gzip file, not a zip archive; give the folder or the zip archive that the "
		"platform exported");
	snprintf(class.export, sizeof(class.export), "%s/absent", class.path);
	expect_class_error(&class, AS_ERROR_USAGE, "absent", 0,
		"cannot read the submissions: No such file or directory");
}

Test(left, an_empty_export_gets_one_line)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file .DS_Store\nx\n--- file __MACOSX/a\nx\n");
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0,
		"has no files; give the folder or the zip archive that the platform exported");
}

Test(left, an_export_of_another_layout_gets_one_line)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file README.md\nx\n--- file notes.md\ny\n");
	class_roster(&class, "id\nada\n");
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0,
		"has no submissions in the layout 'files' among 2 files; name the layout of "
		"the submissions");
	class.order.layout = AS_LAYOUT_GRADESCOPE;
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0,
		"has no submission_metadata.yml; export the submissions from Gradescope, or use "
		"another layout");
}

Test(left, too_many_files_get_one_line)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file a.py\n1\n--- file b.py\n1\n--- file c/d.py\n1\n");
	class.order.limits.entry_count = 2;
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0,
		"has more than 2 files and folders; is this an export of one assignment?");
}

/* One learner's archive must not stop the grading of the class. */
Test(left, an_archive_of_too_many_files_is_listed)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\n1\n--- file bob/b.py\n2\n");
	AS_AUTO_BYTES struct as_bytes zip = zip_make("--- many n/f 30\n");
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "hw.zip", zip.data, zip.size, 0644, NULL), 0);
	class.order.limits.entry_count = 20;
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"received ada of 'ada' for ada: a.py\n"
		"received bob of 'bob' for bob: b.py\n"
		"left ada/hw.zip: archive: is an archive that cannot be unpacked: the archive has "
		"too many "
		"files and folders: 18 or more (the archives of all submissions have reached their "
		"limit)\n"
		"warning ada: the archive 'hw.zip' is not unpacked; only the other files are "
		"judged\n");
}

Test(left, files_beyond_the_limit_of_a_submission_are_listed)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\n12345678\n--- file ada/b.py\n12345678\n"
			     "--- file ada/c.py\n1\n--- file bob/b.py\n12345678\n");
	class.order.limits.submission_bytes = 12;
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "person bob\n"
			     "received ada of 'ada' for ada: a.py c.py\n"
			     "received bob of 'bob' for bob: b.py\n"
			     "left ada/b.py: too-large\n");
}

/* Names in other scripts, of which only the ending is left. */
Test(left, a_thousand_files_of_one_name_have_a_thousand_names)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	for (unsigned code = 0x4e00; code < 0x4e00 + 1100; code++)
		fprintf(file, "--- file %%%02x%%%02x%%%02x.py\n%u\n", 0xe0 | code >> 12,
			0x80 | (code >> 6 & 63), 0x80 | (code & 63), code);
	fclose(file);
	class_folder(&class, "--- folder ada\n");
	AS_AUTO_BYTES struct as_bytes zip = zip_make(text);
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "hw.zip", zip.data, zip.size, 0644, NULL), 0);
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	cr_assert_eq(found->received_count, 1);
	const struct as_received *received = &found->received[0];
	cr_assert_eq(received->file_count, 1000);
	for (size_t i = 1; i < received->file_count; i++)
		cr_assert_str_neq(received->files[i - 1].name, received->files[i].name);
	cr_expect_str_eq(found->persons[0].id, "ada");
	cr_expect_eq(found->left_count, 100);
	as_submissions_close(found);
}

Test(left, hostile_names_are_shown_and_go_nowhere)
{
	AUTO_CLASS class = class_begin();
	char longest[250];
	memset(longest, 'n', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"--- file =cmd|calc_1_assignsubmission_file/<script>alert(1)<%%2Fscript>.py\n1\n"
		"--- file %%1b[31mred%%0anew_2_assignsubmission_file/%%1b]0;x%%07.py\n2\n"
		"--- file ..._3_assignsubmission_file/...py\n3\n"
		"--- file -rf_4_assignsubmission_file/-rf.py\n4\n"
		"--- file %%ff%%fe_5_assignsubmission_file/%%ff.py\n5\n"
		"--- file %s_6\n6\n"
		"--- file \xD9\x85\xE2\x80\xAE_7_assignsubmission_file/\xE5\x90\x8D.py\n7\n",
		longest);
	class_folder(&class, text);
	struct as_error error = {0};
	struct as_submissions *found = as_submissions_open(&class.order, &error);
	cr_assert_not_null(found, "%s", error.text);
	AS_AUTO_FREE char *shown = describe(&class, found);
	cr_expect_eq(found->received_count, 6);
	cr_expect_eq(found->left_count, 2);
	for (const char *at = shown; *at; at++)
		cr_expect((unsigned char)*at >= ' ' || *at == '\n', "%s", shown);
	cr_expect(as_text_is_utf8(shown, strlen(shown)));
	for (size_t i = 0; i < found->received_count; i++)
		for (size_t k = 0; k < found->received[i].file_count; k++)
			cr_expect_eq(
				strspn(found->received[i].files[k].name,
					"abcdefghijklmnopqrstuvwxyz0123456789_.()-\xE5\x90\x8D"),
				strlen(found->received[i].files[k].name), "%s",
				found->received[i].files[k].name);
	as_submissions_close(found);
}

Test(left, only_requested_files_are_judged)
{
	static const char *const asked[] = {"coins.py", NULL};
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/coins.py\nprint(1)\n"
			     "--- file ada/test.py\nprint(2)\n"
			     "--- file bob/a/coins.py\nprint(1)\n"
			     "--- file bob/b/Coins.py\nprint(2)\n"
			     "--- file eve/coins.py.txt\nprint(1)\n"
			     "--- file joe/other.py\nprint(1)\n"
			     "--- file sue/coins.ipynb\n{\"cells\": [{\"cell_type\": \"code\", "
			     "\"source\": \"1\"}]}\n");
	class.order.asked = asked;
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"person eve\n"
		"person joe\n"
		"person sue\n"
		"received ada of 'ada' for ada: coins.py\n"
		"received bob of 'bob' for bob: a/coins.py b/Coins.py ambiguous\n"
		"received eve of 'eve' for eve: coins.py\n"
		"received joe of 'joe' for joe:\n"
		"received sue of 'sue' for sue: coins.py(notebook)\n"
		"left ada/test.py: not-asked\n"
		"left joe/other.py: not-asked\n"
		"error bob: 2 files where one was asked for: 'coins.py'; keep one of them\n"
		"info eve: the file 'coins.py.txt' is judged as 'coins.py'\n"
		"warning joe: nothing in this submission can be judged\n");
}
