/* SPDX-License-Identifier: MIT */
/*
 * Files that nobody wrote for the task: the sample that a development environment puts into a new
 * project, the test sources of a build system, and its build folders. They are left out before
 * anything is decided about the other files.
 *
 * A sample is recognised by its text, without comments and white space, because those differ
 * between versions, keymaps and line ends. In a pattern, '~' stands for a name of the project, of a
 * class or of a package.
 */
#include "samples.h"
#include "detect.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>
#include <strings.h>

#define MAX_SAMPLE_BYTES 8192
#define MAIN_JAVA "publicclass~{publicstaticvoidmain(String[]args){"
#define I_JAVA "for(inti=1;i<=5;i++){System.out.println(\"i=\"+i);}"

static const struct sample {
	const char *ide;
	const char *name; /* a pattern of the file's name; a common text needs the usual one */
	const char *text;
} samples[] = {
	{"PyCharm", "*.py",
		"defprint_hi(name):print(f'Hi,{name}')if__name__=='__main__':print_hi('PyCharm')"},
	{"PyCharm", "*.py",
		"defprint_hi(name):print(\"Hi,{0}\".format(name))if__name__=='__main__':"
		"print_hi('PyCharm')"},
	{"IntelliJ IDEA", "*.java",
		MAIN_JAVA "System.out.printf(\"Helloandwelcome!\");" I_JAVA "}}"},
	{"IntelliJ IDEA", "*.java",
		MAIN_JAVA "System.out.println(\"Helloandwelcome!\");" I_JAVA "}}"},
	{"IntelliJ IDEA", "*.java",
		"voidmain(){IO.println(String.format(\"Helloandwelcome!\"));for(inti=1;i<=5;i++){"
		"IO.println(\"i=\"+i);}}"},
	{"IntelliJ IDEA", "Main.java", MAIN_JAVA "System.out.println(\"HelloWorld!\");}}"},
	{"IntelliJ IDEA", "Main.java", MAIN_JAVA "System.out.println(\"Hello,World!\");}}"},
	{"IntelliJ IDEA", "Main.kt",
		"funmain(args:Array<String>){println(\"HelloWorld!\")println(\"Programarguments:"
		"${args.joinToString()}\")}"},
	{"IntelliJ IDEA", "Main.kt",
		"funmain(){valname=\"Kotlin\"println(\"Hello,\"+name+\"!\")for(iin1..5){println("
		"\"i=$i\")}}"},
	{"IntelliJ IDEA", "Main.kt", "funmain(){println(\"HelloWorld!\")}"},
	{"IntelliJ IDEA", "Main.scala", "@maindefmain():Unit=println(\"Helloworld!\")"},
	{"IntelliJ IDEA", "Main.scala",
		"objectMain{defmain(args:Array[String]):Unit={println(\"Helloworld!\")}}"},
	{"IntelliJ IDEA", "Main.scala",
		"@maindefmain():Unit=println(\"Helloandwelcome!\")fori<-1to5doprintln(s\"i=$i\")"},
	{"Eclipse", "*.java", MAIN_JAVA "}}"},
	{"Eclipse", "*.c",
		"#include<stdio.h>#include<stdlib.h>intmain(void){puts(\"!!!HelloWorld!!!\");"
		"returnEXIT_SUCCESS;}"},
	{"Eclipse", "*.c*",
		"#include<iostream>usingnamespacestd;intmain(){cout<<\"!!!HelloWorld!!!\"<<endl;"
		"return0;}"},
	{"Visual Studio", "*.cpp", "#include<iostream>intmain(){std::cout<<\"HelloWorld!\\n\";}"},
	{"Visual Studio", "*.cpp",
		"#include\"pch.h\"#include<iostream>intmain(){std::cout<<\"HelloWorld!\\n\";}"},
	{"Visual Studio", "*.cpp", "#include\"stdafx.h\"intmain(){return0;}"},
	{"Visual Studio", "*.cpp",
		"#include\"stdafx.h\"int_tmain(intargc,_TCHAR*argv[]){return0;}"},
	{"Visual Studio", "Program.cs", "Console.WriteLine(\"Hello,World!\");"},
	{"Visual Studio", "Program.cs",
		"namespace~{classProgram{staticvoidMain(string[]args){Console.WriteLine(\"Hello"
		"World!\");}}}"},
	{"Visual Studio", "Program.cs",
		"namespace~{internalclassProgram{staticvoidMain(string[]args){Console.WriteLine("
		"\"Hello,World!\");}}}"},
	{"Visual Studio", "Program.cs", "namespace~{classProgram{staticvoidMain(string[]args){}}}"},
	{"Visual Studio", "Program.cs",
		"namespace~{internalclassProgram{staticvoidMain(string[]args){}}}"},
	{"CLion", "main.cpp",
		"#include<iostream>intmain(){std::cout<<\"Hello,World!\"<<std::endl;return0;}"},
	{"CLion", "main.cpp",
		"#include<iostream>intmain(){autolang=\"C++\";std::cout<<\"Helloandwelcometo\"<<"
		"lang<<\"!\\n\";for(inti=1;i<=5;i++){std::cout<<\"i=\"<<i<<std::endl;}return0;}"},
	{"CLion", "main.c", "#include<stdio.h>intmain(){printf(\"Hello,World!\\n\");return0;}"},
	{"CLion", "main.c", "#include<stdio.h>intmain(void){printf(\"Hello,World!\\n\");return0;}"},
	{"Dev-C++", "*.cpp", "#include<iostream>intmain(intargc,char**argv){return0;}"},
	{"Dev-C++", "*.c",
		"#include<stdio.h>#include<stdlib.h>intmain(intargc,char*argv[]){return0;}"},
	{"Dev-C++", "*.cpp",
		"#include<cstdlib>#include<iostream>usingnamespacestd;intmain(intargc,char*argv[]"
		"){system(\"PAUSE\");returnEXIT_SUCCESS;}"},
	{"Dev-C++", "*.c",
		"#include<stdio.h>#include<stdlib.h>intmain(intargc,char*argv[]){system(\"PAUSE\")"
		";return0;}"},
	{"Code::Blocks", "main.cpp",
		"#include<iostream>usingnamespacestd;intmain(){cout<<\"Helloworld!\"<<endl;"
		"return0;}"},
	{"Code::Blocks", "main.c",
		"#include<stdio.h>#include<stdlib.h>intmain(){printf(\"Helloworld!\\n\");return0;"
		"}"},
};

/* ---- texts without comments and white space ---- */

struct squeezed {
	char text[MAX_SAMPLE_BYTES];
	size_t length;
};

static bool starts(const struct as_bytes *text, size_t at, const char *with)
{
	return text->size - at >= strlen(with) && memcmp(text->data + at, with, strlen(with)) == 0;
}

/* The end of a comment that begins here; `at`: none begins. */
static size_t skip_comment(const struct as_bytes *text, size_t at, bool hashes)
{
	const bool is_block = !hashes && starts(text, at, "/*");
	size_t end = at;

	if (is_block) {
		for (end += 2; end < text->size && !starts(text, end, "*/");)
			end++;
		return end + 2 < text->size ? end + 2 : text->size;
	}
	if (hashes ? text->data[at] != '#' : !starts(text, at, "//"))
		return at;
	while (end < text->size && text->data[end] != '\n' && text->data[end] != '\r')
		end++;
	return end;
}

/* False: the text is longer than any sample. */
static bool squeeze(const struct as_source *file, struct squeezed *squeezed)
{
	const struct as_bytes *text = &file->data;
	const bool hashes = as_text_ends(file->name, ".py");
	char quote = '\0';

	squeezed->length = 0;
	for (size_t at = as_bom_size(text); at < text->size; at++) {
		const char c = text->data[at];
		const size_t end = quote ? at : skip_comment(text, at, hashes);
		if (end > at) {
			at = end - 1;
			continue;
		}
		if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (c == quote || c == '\n')
			quote = '\0';
		if (isspace((unsigned char)c) || c == '\0')
			continue;
		if (squeezed->length + 1 >= sizeof(squeezed->text))
			return false;
		squeezed->text[squeezed->length++] = c;
	}
	squeezed->text[squeezed->length] = '\0';
	return true;
}

static bool is_name_character(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_$.-", c)) || (c & 0x80);
}

static bool fits(const char *pattern, const char *text)
{
	for (; *pattern; pattern++) {
		if (*pattern != '~') {
			if (tolower((unsigned char)*pattern) != tolower((unsigned char)*text++))
				return false;
			continue;
		}
		while (is_name_character(*text))
			text++;
	}
	return *text == '\0';
}

/* "package de.x;" of Java, and "using System;" of C#. */
static const char *skip_heading(const char *text)
{
	static const char *const words[] = {"package", "using"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *end = text + strlen(words[i]);
		if (strncmp(text, words[i], strlen(words[i])) != 0)
			continue;
		while (is_name_character(*end))
			end++;
		if (*end == ';')
			return skip_heading(end + 1);
	}
	return text;
}

const char *as_sample_of(const struct as_source *file)
{
	struct squeezed squeezed;

	if (file->is_added || file->data.size > MAX_SAMPLE_BYTES || !squeeze(file, &squeezed))
		return NULL;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		if (fnmatch(samples[i].name, as_text_last_part(file->name), FNM_CASEFOLD) == 0 &&
			fits(samples[i].text, skip_heading(squeezed.text)))
			return samples[i].ide;
	return NULL;
}

/* ---- test sources ---- */

static bool has_text(const struct as_source *file, const char *text)
{
	return file->data.size &&
	       memmem(file->data.data, file->data.size, text, strlen(text)) != NULL;
}

/* Only if the file also uses the library: a class of the task may have such a name. */
static bool is_unit_test(const struct as_source *file)
{
	static const char *const names[] = {"*Test.java", "*Tests.java", "Test*.java", "*IT.java",
		"*Test.kt", "*Tests.kt", "Test*.kt", "*Test.scala", "*Tests.scala", "*Spec.scala",
		"*Suite.scala", "*Test.cs", "*Tests.cs"};
	static const char *const libraries[] = {"org.junit", "junit.framework", "org.testng",
		"kotlin.test", "org.scalatest", "munit.", "org.assertj", "NUnit.Framework",
		"using Xunit", "Microsoft.VisualStudio.TestTools"};
	bool has_name = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		has_name |= fnmatch(names[i], as_text_last_part(file->name), 0) == 0;
	for (size_t i = 0; has_name && i < sizeof(libraries) / sizeof(*libraries); i++)
		if (has_text(file, libraries[i]))
			return true;
	return false;
}

bool as_path_is_of_tests(const char *path)
{
	/* src/it/ alone is not such a folder: Italian packages usually begin with src/it/. */
	static const char *const folders[] = {"src/test/", "src/androidTest/", "src/it/java/",
		"src/it/kotlin/", "src/it/scala/", "src/it/resources/", "src/integrationTest/",
		"src/testFixtures/", "src/commonTest/", "src/jvmTest/", "test/java/",
		"test/kotlin/", "test/scala/"};

	for (const char *at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
		for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
			if (strncmp(at, folders[i], strlen(folders[i])) == 0)
				return true;
	return false;
}

/* ---- both ---- */

/* Why the file is left out; NULL: it stays. */
static char *find_cause(const struct as_source *file, struct as_error *error, bool *failed)
{
	const char *ide = as_sample_of(file);
	char *cause = NULL;

	if (ide)
		cause = as_text_format(error, "is the unchanged sample of %s", ide);
	else if (!file->is_added && (as_path_is_of_tests(file->name) || is_unit_test(file)))
		cause = as_text_format(error, "is a test of the project");
	else
		return NULL;
	*failed |= !cause;
	return cause;
}

bool as_source_is_left_out(const struct as_source *file)
{
	bool failed = false;
	AS_AUTO_FREE char *cause = find_cause(file, NULL, &failed);

	return cause;
}

char *as_source_left_out_cause(const struct as_source *file, struct as_error *error)
{
	bool failed = false;

	return find_cause(file, error, &failed);
}

/* ---- folders of build tools ---- */

static int find_built(const struct as_languages *languages, const struct as_sources *sources,
	struct as_build_folders *folders, struct as_error *error)
{
	AS_AUTO_FREE const char **paths = calloc(sources->count + 1, sizeof(*paths));

	if (!paths)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sources->count; i++)
		paths[i] = sources->files[i].name;
	return as_build_folders_find(folders, languages, paths, sources->count, error);
}

/* Files of a folder follow one another, so one note names all of them. */
static int drop_built(struct as_sources *sources, size_t index, size_t length, bool is_first,
	struct as_error *error)
{
	const int failed = is_first && as_sources_note(sources, error,
					       "%.*s was made by a build tool, and is left out",
					       (int)length, sources->files[index].name);

	as_sources_drop(sources, index);
	return failed ? -1 : 0;
}

/* ---- all of it ---- */

static int drop_all(
	struct as_sources *sources, const struct as_build_folders *built, struct as_error *error)
{
	bool failed = false;
	char last[PATH_MAX] = "";

	for (size_t i = 0; !failed && i < sources->count;) {
		const char *name = sources->files[i].name;
		const size_t length = as_build_folders_length(built, name);
		if (length) {
			const bool is_first =
				strncmp(last, name, length) != 0 || last[length] != '\0';
			snprintf(last, sizeof(last), "%.*s", (int)length, name);
			failed = drop_built(sources, i, length, is_first, error);
			continue;
		}
		AS_AUTO_FREE char *cause = find_cause(&sources->files[i], error, &failed);
		if (!cause) {
			i++;
			continue;
		}
		failed |= as_sources_note(sources, error, "%s %s, and is left out", name, cause);
		as_sources_drop(sources, i);
	}
	return failed ? -1 : 0;
}

int as_samples_drop(
	const struct as_languages *languages, struct as_sources *sources, struct as_error *error)
{
	AS_AUTO(as_build_folders_clear) struct as_build_folders built = {0};
	size_t others = 0;
	bool failed = false;

	if (sources->single)
		return 0;
	if (find_built(languages, sources, &built, error))
		return -1;
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		AS_AUTO_FREE char *cause = find_cause(file, error, &failed);
		others += !cause && !as_build_folders_length(&built, file->name) &&
			  as_source_is_program(file, languages);
	}
	/* The only program is judged, whatever it is. */
	return failed ? -1 : others ? drop_all(sources, &built, error) : 0;
}
