/* SPDX-License-Identifier: MIT */
/* Findings of an export: whom they are about, and their texts for blind marking. */
#include "grade/class_case.h"

/* "PERSON|TEXT" of each finding, without names; free it. */
static char *list_facts(const struct as_submissions *submissions)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; i < submissions->findings.count; i++) {
		const struct as_finding_fact *fact = &submissions->facts[i];
		const char *person =
			fact->person == SIZE_MAX ? "-" : submissions->persons[fact->person].id;
		fprintf(file, "%s|%s%s\n", person, fact->kind == AS_FINDING_TIME ? "(time) " : "",
			fact->blind);
	}
	fclose(file);
	return text;
}

static void expect_facts(const struct class *class, const char *expected)
{
	struct as_error error = {0};
	struct as_submissions *submissions = as_submissions_open(&class->order, &error);

	cr_assert_not_null(submissions, "%s: %s", error.where, error.text);
	AS_AUTO_FREE char *found = list_facts(submissions);
	cr_expect_str_eq(found, expected, "%s", found);
	as_submissions_close(submissions);
}

Test(findings, have_a_person_and_a_text_without_names)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/it's \xc3\xa4%s.py\nprint(1)\n"
			     "--- file bob/bob' (2).rar\nx\n"
			     "--- file bob/bob.py\nprint(1)\n"
			     "--- file eve/eve.pdf\n%PDF-\n"
			     "--- file Max's/main.py\nprint(1)\n");
	class_roster(&class, "id,name\nada,Ada 'A' O'Hara\nbob,Bob\neve,Eve\nzoe,Eve\n");
	class_times(&class, "id,time\nada,2026-10-05T23:59:00+02:00\nzoe,2026-10-05T23:59:00Z\n"
			    "nobody's,2026-10-05T23:59:00Z\n");
	expect_facts(&class,
		"-|two persons are called '...': '...' (line 4) and '...' (line 5)\n"
		"Max's|belongs to nobody in the class: '...'\n"
		"ada|the file '...' is judged as '...'\n"
		"bob|the archive '...' is not unpacked; only the other files are judged\n"
		"eve|nothing in this submission can be judged\n"
		"-|nobody in the class has the id '...'\n"
		"Max's|(time) the time of the submission is unknown\n"
		"bob|(time) the time of the submission is unknown\n"
		"eve|(time) the time of the submission is unknown\n");
}

/* What the teacher has to do is told in blind marking, too. */
Test(findings, of_moodle_keep_their_remedies)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Ada_7_assignsubmission_file/a.py\nprint(1)\n"
			     "--- file Bob_8_assignsubmission_file/a.py\nprint(1)\n");
	class_sheet(&class, "Identifier,Full name,ID number,Last modified (submission)\n"
			    "Participant 8,Ada,s1,5 October 2026\n"
			    "Participant 9,Bob,s2,Quintidi 14 Vendemiaire\n");
	struct as_submissions *submissions = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(submissions);
	AS_AUTO_FREE char *found = list_facts(submissions);
	cr_expect_null(strstr(found, "Ada"), "%s", found);
	cr_expect_null(strstr(found, "Quintidi"), "%s", found);
	cr_expect_not_null(
		strstr(found, "|the number belongs to '...', but the name belongs to student "
			      "'...'; the name decides\n"),
		"%s", found);
	cr_expect_not_null(strstr(found, "-|the time '...' "), "%s", found);
	as_submissions_close(submissions);
}

/* A program may load a module from a folder, so the module stays beside a program. */
Test(findings, equal_folders_are_copies)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file ada/hw/sum.py\nprint(1)\n--- file ada/hw/alt/sum.py\nprint(1)\n"
		"--- file bob/v1/a.c\nint f();\n--- file bob/v1/b.c\nint main(){}\n"
		"--- file bob/v2/a.c\nint f();\n--- file bob/v2/b.c\nint main(){}\n"
		"--- file bob/v3/a.c\nint f();\n--- file bob/v3/b.c\nint main(){}\n"
		"--- file eve/main.py\nimport p.u, q.u\n"
		"--- file eve/p/u.py\nx = 1\n--- file eve/q/u.py\nx = 1\n"
		"--- file joe/v1/a.c\nint f();\n--- file joe/v1/a.h\n#define X 1\n"
		"--- file joe/v2/a.c\nint f();\n--- file joe/v2/a.h\n#define X 2\n"
		"--- file zed/sum.py\nprint(1)\n--- file zed/alt/sum.py\nprint(2)\n");
	expect_class(&class, "folders\n"
			     "person ada\nperson bob\nperson eve\nperson joe\nperson zed\n"
			     "received ada of 'ada' for ada: sum.py\n"
			     "received bob of 'bob' for bob: a.c b.c\n"
			     "received eve of 'eve' for eve: main.py p/u.py q/u.py\n"
			     "received joe of 'joe' for joe: v1/a.c v1/a.h v2/a.c v2/a.h\n"
			     "received zed of 'zed' for zed: alt/sum.py sum.py\n"
			     "left ada/hw/alt/sum.py: duplicate\n"
			     "left bob/v2/a.c: duplicate\n"
			     "left bob/v2/b.c: duplicate\n"
			     "left bob/v3/a.c: duplicate\n"
			     "left bob/v3/b.c: duplicate\n");
}
