/* SPDX-License-Identifier: MIT */
/* GitHub Classroom: clones in folders ASSIGNMENT-LOGIN, its roster and its grades. */
#include "grade/class_case.h"

#define ROSTER                                                                                     \
	"\"identifier\",\"github_username\",\"github_id\",\"name\"\n"                              \
	"\"Lovelace, Ada\",\"ada1\",\"111\",\"\"\n"                                                \
	"\"Hope, Bob\",\"bob-h\",\"222\",\"\"\n"                                                   \
	"\"Day, Dan\",\"\",\"\",\"\"\n"
#define PEOPLE                                                                                     \
	"person Lovelace, Ada @ada1 line=2\n"                                                      \
	"person Hope, Bob @bob-h line=3\n"
#define PREFIX(place, prefix)                                                                      \
	"info " place ": the name of each folder is '" prefix "' followed by an id\n"

Test(classroom, a_clone_belongs_to_the_login)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER);
	class_folder(&class, "--- file blatt-1-ada1/a.py\n1\n--- file blatt-1-bob-h/a.py\n2\n"
			     "--- file blatt-1-bob-h/.git/config\n2\n");
	expect_class(&class, "folders\n" PEOPLE "person Day, Dan line=4\n"
			     "received blatt-1-ada1 of 'ada1' for Lovelace, Ada: a.py\n"
			     "received blatt-1-bob-h of 'bob-h' for Hope, Bob: a.py\n"
			     "left blatt-1-bob-h/.git: system\n" PREFIX("export", "blatt-1-"));
}

/* `gh classroom clone` makes the folder around the clones. */
Test(classroom, the_folder_of_the_clones_is_entered)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER);
	class_folder(&class, "--- file blatt1-submissions/blatt1-ada1/a.py\n1\n"
			     "--- file blatt1-submissions/blatt1-bob-h/a.py\n2\n");
	expect_class(&class,
		"folders\n" PEOPLE "person Day, Dan line=4\n"
		"received blatt1-submissions/blatt1-ada1 of 'ada1' for Lovelace, Ada: a.py\n"
		"received blatt1-submissions/blatt1-bob-h of 'bob-h' for Hope, Bob: a.py\n"
		"info export: everything is in the folder 'blatt1-submissions', which is taken for "
		"the class\n" PREFIX("export", "blatt1-"));
	AUTO_CLASS one = class_begin();
	class_roster(&one, ROSTER);
	class_zip(&one, "--- file blatt1-ada1/src/a.py\n1\n");
	expect_class(&one, "folders\n" PEOPLE "person Day, Dan line=4\n"
			   "received blatt1-ada1 of 'ada1' for Lovelace, Ada: a.py\n" PREFIX(
				   "export.zip", "blatt1-"));
}

/* The unknown login may be that of any student without a folder: logins can be changed. The
 * identifier `eve` is not a login. */
Test(classroom, an_unknown_login_is_a_decision)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER "eve,eve-2,,\n");
	class_folder(&class, "--- file blatt1-ada1/a.py\n1\n--- file blatt1-bob-h/a.py\n2\n"
			     "--- file blatt1-eve/a.py\n3\n");
	expect_class(&class, "folders\n" PEOPLE "person Day, Dan line=4 doubted\n"
			     "person eve @eve-2 line=5 doubted\n"
			     "person eve-2 @eve\n"
			     "received blatt1-ada1 of 'ada1' for Lovelace, Ada: a.py\n"
			     "received blatt1-bob-h of 'bob-h' for Hope, Bob: a.py\n"
			     "received blatt1-eve of 'eve' for eve-2: a.py\n" PREFIX(
				     "export", "blatt1-") "warning blatt1-eve: belongs to nobody "
							  "in the class: 'eve-2'\n");
}

/* GitHub ignores the case of logins. */
Test(classroom, logins_are_compared_without_case)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER);
	class_folder(&class, "--- file blatt1-Ada1/a.py\n1\n--- file blatt1-BOB-h/a.py\n2\n");
	expect_class(&class, "folders\n" PEOPLE "person Day, Dan line=4\n"
			     "received blatt1-Ada1 of 'Ada1' for Lovelace, Ada: a.py\n"
			     "received blatt1-BOB-h of 'BOB-h' for Hope, Bob: a.py\n" PREFIX(
				     "export", "blatt1-"));
}

#define OTHER_FOLDERS                                                                              \
	"--- file blatt-1-ada1/a.py\n1\n--- file blatt-1-bob-h/a.py\n2\n"                          \
	"--- file .git/a.py\n1\n--- file __MACOSX/._a.py\n1\n--- file zz/main.pyc\n1\n"            \
	"--- file bob-h/a.pyc\n1\n--- file veteran-bob-h/a.pyc\n1\n"
#define OTHERS_LEFT                                                                                \
	"left .git: system\nleft __MACOSX/._a.py: system\nleft bob-h/a.pyc: built\n"               \
	"left veteran-bob-h/a.pyc: built\nleft zz/main.pyc: built\n"

/* Folders of systems, and folders without a file to judge, have neither the prefix nor an owner. */
Test(classroom, a_folder_without_the_prefix_has_no_owner)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER);
	class_folder(&class, OTHER_FOLDERS);
	expect_class(&class,
		"folders\n" PEOPLE "person Day, Dan line=4\n"
		"received blatt-1-ada1 of 'ada1' for Lovelace, Ada: a.py\n"
		"received blatt-1-bob-h of 'bob-h' for Hope, Bob: a.py\n" OTHERS_LEFT PREFIX(
			"export", "blatt-1-"));
	AUTO_CLASS ids = class_begin();
	class_roster(&ids, "id\nada1\nbob-h\n");
	class_folder(&ids, OTHER_FOLDERS);
	expect_class(&ids, "folders\nperson ada1 line=2\nperson bob-h line=3\n"
			   "received blatt-1-ada1 of 'ada1' for ada1: a.py\n"
			   "received blatt-1-bob-h of 'bob-h' for bob-h: a.py\n" OTHERS_LEFT PREFIX(
				   "export", "blatt-1-"));
}

Test(classroom, the_ids_of_a_roster_may_be_the_logins)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name,email,team\nada1,Ada Lovelace,,\n2,Bob,bob-h@uni.example,\n"
			     "3,Cem,,rot\n4,Dan,,rot\n");
	class_folder(&class, "--- file blatt1-ada1/a.py\n1\n--- file blatt1-bob-h/a.py\n2\n"
			     "--- file blatt1-rot/a.py\n3\n");
	expect_class(&class,
		"folders\n"
		"person ada1 'Ada Lovelace' line=2\n"
		"person 2 'Bob' bob-h@uni.example line=3\n"
		"person 3 'Cem' group=rot line=4\n"
		"person 4 'Dan' group=rot line=5\n"
		"received blatt1-ada1 of 'ada1' for ada1: a.py\n"
		"received blatt1-bob-h of 'bob-h' for 2: a.py\n"
		"received blatt1-rot of 'rot' for 3 4: a.py\n" PREFIX("export", "blatt1-"));
}

#define STRANGER(folder) "received " folder " of '" folder "' for " folder ": a.py\n"
#define NOBODY(folder) "warning " folder ": belongs to nobody in the class: '" folder "'\n"
#define STRANGERS(a, b) "person " a "\nperson " b "\n" STRANGER(a) STRANGER(b) NOBODY(a) NOBODY(b)

/* There is no prefix before names of students or numbers of exercises, if two prefixes fit, or if
 * the whole folder names are ids. */
Test(classroom, a_prefix_must_be_clear)
{
	AUTO_CLASS names = class_begin();
	class_roster(&names, "id,name\n11,ada\n12,bob\n");
	class_folder(&names, "--- file blatt1-ada/a.py\n1\n--- file blatt1-bob/a.py\n1\n");
	expect_class(&names,
		"folders\nperson 11 'ada' line=2 doubted\n"
		"person 12 'bob' line=3 doubted\n" STRANGERS("blatt1-ada", "blatt1-bob"));
	AUTO_CLASS sheets = class_begin();
	class_roster(&sheets, "id\n1\n2\n");
	class_folder(&sheets, "--- file blatt-1/a.py\n1\n--- file blatt-2/a.py\n1\n");
	expect_class(
		&sheets, "folders\nperson 1 line=2 doubted\nperson 2 line=3 doubted\n" STRANGERS(
				 "blatt-1", "blatt-2"));
	AUTO_CLASS two = class_begin();
	class_roster(&two, "id\nbob-h\nk\n");
	class_folder(&two, "--- file blatt1-bob-h/a.py\n1\n--- file blatt1-bob-k/a.py\n1\n");
	expect_class(
		&two, "folders\nperson bob-h line=2 doubted\nperson k line=3 doubted\n" STRANGERS(
			      "blatt1-bob-h", "blatt1-bob-k"));
	AUTO_CLASS whole = class_begin();
	class_roster(&whole, "id\ns-a1\ns-a2\na1\na2\n");
	class_folder(&whole, "--- file s-a1/a.py\n1\n--- file s-a2/a.py\n1\n");
	expect_class(&whole, "folders\nperson s-a1 line=2\nperson s-a2 line=3\n"
			     "person a1 line=4\nperson a2 line=5\n"
			     "received s-a1 of 's-a1' for s-a1: a.py\n"
			     "received s-a2 of 's-a2' for s-a2: a.py\n");
}

/* grades.csv contains the times, and is the list of the class if there is no roster. */
Test(classroom, the_grades_are_a_sheet)
{
#define GRADES                                                                                     \
	"assignment_name,github_username,roster_identifier,submission_timestamp,"                  \
	"points_awarded,points_available\n"                                                        \
	"Blatt1,ada1,\"Lovelace, Ada\",2026-10-05 20:00:00 UTC,"
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file blatt1-ada1/a.py\n1\n");
	class_sheet(&class, GRADES ",\n");
	expect_class(&class, "folders\nperson Lovelace, Ada @ada1 line=2\n"
			     "received blatt1-ada1 of 'ada1' for Lovelace, Ada: a.py "
			     "sheet=1791230400\n" PREFIX("export", "blatt1-"));
	class_roster(&class, "id,name\n\"Lovelace, Ada\",Ada\nbob,Bob\n");
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	const char *marks[] = {"7.5", NULL};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_sheet_fill(found, NULL, marks, NULL, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, GRADES "7.5,\n");
	as_submissions_close(found);
}

#define LINKS "identifier,github_username\ns101,ada1\ns102,bob-h\ns103,\n"
#define ROWS(rows) "github_username,roster_identifier,submission_timestamp,points_awarded\n" rows
#define BOBS_ROW "bob-h,s102,2026-10-05 20:00:00 UTC,"
#define CLONES(a, b, c)                                                                            \
	"--- file hw-" a "/a.py\n1\n--- file hw-" b "/a.py\n2\n--- file hw-" c "/a.py\n3\n"
#define CLONE(login, id) "received hw-" login " of '" login "' for " id ": a.py"
#define BOBS_TIME " sheet=1791230400\n"

/* The login of somebody who is not in the roster is the identifier of another student. */
Test(classroom, a_login_is_no_identifier)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, LINKS);
	class_folder(&class, CLONES("ada1", "bob-h", "s102"));
	class_sheet(&class, ROWS(BOBS_ROW "\ns102,,2026-10-08 20:00:00 UTC,\n"));
	expect_class(&class, "folders\nperson s101 @ada1 line=2\nperson s102 @bob-h line=3\n"
			     "person s103 line=4 doubted\nperson s102-2 @s102\n" CLONE(
				     "ada1", "s101") "\n" CLONE("bob-h",
				     "s102") BOBS_TIME CLONE("s102", "s102-2") "\n" PREFIX("export",
				     "hw-") "warning hw-s102: belongs to nobody in the class: "
					    "'s102-2'\n");
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	const char *marks[] = {"1", "7", "3", NULL};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_sheet_fill(found, NULL, marks, NULL, &bytes, NULL), 0);
	cr_expect_str_eq(
		bytes.data, ROWS(BOBS_ROW "7\ns102,,2026-10-08 20:00:00 UTC,\n"), "%s", bytes.data);
	as_submissions_close(found);
	AUTO_CLASS unlinked = class_begin();
	class_roster(&unlinked, "identifier,github_username\ns101,ada1\ns102,\n");
	class_folder(&unlinked, "--- file hw-ada1/a.py\n1\n--- file hw-s102/a.py\n2\n");
	class_sheet(&unlinked, ROWS("s102,,2026-10-08 20:00:00 UTC,\n"));
	expect_class(&unlinked, "folders\nperson s101 @ada1 line=2\nperson s102 line=3 doubted\n"
				"person s102-2 @s102\n" CLONE("ada1", "s101") "\n" CLONE(
					"s102", "s102-2") "\n" PREFIX("export",
					"hw-") "warning hw-s102: belongs to nobody in the class: "
					       "'s102-2'\n");
}

/* Two rows of one student, and rows whose login is not that of the student in the roster. */
Test(classroom, a_row_that_contradicts_is_a_decision)
{
	static const struct {
		const char *rows, *bob, *cem;
	} cases[] = {
		{ROWS(BOBS_ROW "\nbob-h,s102,2026-10-08 20:00:00 UTC,\ncem,s103,,\n"), " doubted",
			""},
		{ROWS("bob-2,s102,2026-10-05 20:00:00 UTC,\ncem,s103,,\n"), " doubted", ""},
		{ROWS(BOBS_ROW "\nBob-H,s103,,\ncem,s103,,\n"), " doubted", " doubted"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_CLASS class = class_begin();
		class_roster(&class, LINKS);
		class_folder(&class, CLONES("ada1", "bob-h", "cem"));
		class_sheet(&class, cases[i].rows);
		struct as_submissions *found = as_submissions_open(&class.order, NULL);
		cr_assert_not_null(found);
		cr_expect_null(found->persons[0].doubt);
		cr_expect_eq(found->persons[1].doubt != NULL, *cases[i].bob != '\0', "case %zu", i);
		cr_expect_eq(found->persons[2].doubt != NULL, *cases[i].cem != '\0', "case %zu", i);
		as_submissions_close(found);
	}
}

#define OWN "id,name,github_username\ns1,Ann Maier,ga\ns2,Bob Huber,gb\n"

/* The numbers of platforms are no logins. */
Test(classroom, a_list_with_logins_serves_other_platforms)
{
	AUTO_CLASS moodle = class_begin();
	class_roster(&moodle, OWN);
	class_folder(&moodle, "--- file Ann Maier_12_assignsubmission_file/a.py\n1\n"
			      "--- file Bob Huber_13_assignsubmission_file/a.py\n2\n");
	AUTO_CLASS canvas = class_begin();
	class_roster(&canvas, OWN);
	class_folder(&canvas, "--- file maierann_12_345_a.py\n1\n"
			      "--- file huberbob_13_346_a.py\n2\n");
	AUTO_CLASS names = class_begin();
	class_roster(&names, OWN);
	class_folder(&names, "--- file ga/a.py\n1\n--- file s2/a.py\n2\n");
	const struct class *const classes[] = {&moodle, &canvas, &names};
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		struct as_submissions *found = as_submissions_open(&classes[i]->order, NULL);
		cr_assert_not_null(found);
		cr_assert_eq(found->person_count, 2, "class %zu has %zu persons", i,
			found->person_count);
		cr_expect_str_eq(found->persons[0].id, "s1");
		cr_expect_eq(found->received_count, 2);
		as_submissions_close(found);
	}
}

Test(classroom, a_roster_without_ids_is_an_error)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\n1\n");
	class_roster(&class, "number,account,name\n1,ada1,\n2,bob,\n");
	expect_class_error(&class, AS_ERROR_INPUT, "roster.csv", 1,
		"has no column 'id'; its columns are: number, account, name");
	class_roster(&class, "id,name\n,\n,\n");
	expect_class_error(&class, AS_ERROR_INPUT, "roster.csv", 1,
		"no row has an id, a name or an email address");
}
