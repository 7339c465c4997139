/* SPDX-License-Identifier: MIT */
/* Who is who: ids decide, and equal names prove nothing. */
#include "grade/class_case.h"

#define SUBMITTER(number, name, id)                                                                \
	"submission_" number ":\n  :submitters:\n  - :name: " name "\n" id
#define FILE(number) "--- file submission_" number "/a.py\nprint(" number ")\n"
#define ONE_OF_TWO                                                                                 \
	"is one of 2 submissions, together or alone, of students who handed in together, so none " \
	"of them gets a mark; keep one for each student\n"
#define METADATA "--- file submission_metadata.yml\n---\n"

Test(identity, two_submitters_of_one_name_and_two_ids_are_two)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		METADATA SUBMITTER("1", "John Smith", "    :sid: '101'\n    :email: j1@x.org\n")
			SUBMITTER("2", "john smith", "    :sid: '102'\n    :email: j2@x.org\n")
				FILE("1") FILE("2"));
	expect_class(&class,
		"gradescope\n"
		"person 101 'John Smith' j1@x.org\n"
		"person 102 'john smith' j2@x.org\n"
		"received submission_1 of 'John Smith' for 101: a.py\n"
		"received submission_2 of 'john smith' for 102: a.py\n"
		"left submission_metadata.yml: sheet\n"
		"warning export: two students are called 'john smith': '101' and '102'; their ids "
		"differ, so they are graded as two\n");
}

Test(identity, without_sids_the_addresses_decide)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, METADATA SUBMITTER("1", "John Smith", "    :email: j1@x.org\n")
				     SUBMITTER("2", "John Smith", "    :email: j2@x.org\n")
					     SUBMITTER("3", "John Smith", "    :email: J1@X.org\n")
						     FILE("1") FILE("2") FILE("3"));
	expect_class(&class,
		"gradescope\n"
		"person j1@x.org 'John Smith' j1@x.org\n"
		"person j2@x.org 'John Smith' j2@x.org\n"
		"received submission_1 of 'John Smith' for j1@x.org: a.py\n"
		"received submission_3 of 'John Smith' for j1@x.org: a.py\n"
		"received submission_2 of 'John Smith' for j2@x.org: a.py\n"
		"left submission_metadata.yml: sheet\n"
		"warning export: two students are called 'John Smith': 'j1@x.org' and 'j2@x.org'; "
		"their ids differ, so they are graded as two\n");
}

/* The SID was entered into the course after the first submission. */
Test(identity, an_address_that_has_an_id_only_later_is_one_student)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, METADATA SUBMITTER("1", "Ada", "    :email: ada@x.org\n") SUBMITTER(
				     "2", "Ada L", "    :sid: '101'\n    :email: Ada@x.org\n")
				     SUBMITTER("3", "Ada Lovelace", "    :sid: '101'\n") FILE("1")
					     FILE("2") FILE("3"));
	expect_class(&class, "gradescope\n"
			     "person 101 'Ada' ada@x.org\n"
			     "received submission_1 of 'Ada' for 101: a.py\n"
			     "received submission_2 of 'Ada L' for 101: a.py\n"
			     "received submission_3 of 'Ada Lovelace' for 101: a.py\n"
			     "left submission_metadata.yml: sheet\n");
}

/* The roster has neither the address nor the name of the export. */
Test(identity, an_address_links_submissions_to_the_ids_of_a_roster)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\n101,Lovelace\n");
	class_folder(&class,
		METADATA SUBMITTER("1", "Ada", "    :email: ada@x.org\n") SUBMITTER("2", "Ada",
			"    :sid: '101'\n    :email: ada@x.org\n") FILE("1") FILE("2"));
	expect_class(&class, "gradescope\n"
			     "person 101 'Lovelace' line=2\n"
			     "received submission_1 of 'Ada' for 101: a.py\n"
			     "received submission_2 of 'Ada' for 101: a.py\n"
			     "left submission_metadata.yml: sheet\n");
}

/* It is unknown whether two submissions are from the same student. */
Test(identity, submissions_under_a_name_alone_are_a_decision)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, METADATA SUBMITTER("1", "John Smith", "") SUBMITTER("2", "John Smith",
				     "") SUBMITTER("3", "Eva", "") FILE("1") FILE("2") FILE("3"));
	expect_class(&class, "gradescope\n"
			     "person John Smith 'John Smith' doubted\n"
			     "person Eva 'Eva'\n"
			     "received submission_1 of 'John Smith' for John Smith: a.py\n"
			     "received submission_2 of 'John Smith' for John Smith: a.py\n"
			     "received submission_3 of 'Eva' for Eva: a.py\n"
			     "left submission_metadata.yml: sheet\n");
}

/* In one submission the second student has only an email address, in the other also an id. */
Test(identity, a_submission_beside_that_of_a_group_is_one_of_two)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		METADATA SUBMITTER(
			"1", "Ann", "    :sid: '7'\n  - :name: Bo\n    :email: bo@x.org\n")
			SUBMITTER("2", "Bo B.", "    :sid: '8'\n    :email: Bo@x.org\n")
				FILE("1") "--- file submission_2/a.py\nprint(2)\n");
	expect_class(&class, "gradescope\n"
			     "person 7 'Ann' doubted\n"
			     "person 8 'Bo' bo@x.org doubted\n"
			     "received submission_1 of 'Ann' for 7: a.py several\n"
			     "received submission_2 of 'Bo B.' for 8: a.py several\n"
			     "left submission_metadata.yml: sheet\n"
			     "error submission_1: " ONE_OF_TWO "error submission_2: " ONE_OF_TWO);
}

Test(identity, two_of_one_name_in_one_group)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		METADATA SUBMITTER("1", "Li Wei",
			"    :sid: '7'\n  - :name: Li Wei\n    :sid: '8'\n") SUBMITTER("2",
			"Li Wei", "    :sid: '9'\n    :email: w@x.org\n") FILE("1") FILE("2"));
	expect_class(&class,
		"gradescope\n"
		"person 7 'Li Wei'\n"
		"person 8 'Li Wei'\n"
		"person 9 'Li Wei' w@x.org\n"
		"received submission_1 of 'Li Wei' for 7 8: a.py\n"
		"received submission_2 of 'Li Wei' for 9: a.py\n"
		"left submission_metadata.yml: sheet\n"
		"warning export: two students are called 'Li Wei': '7' and '8'; their ids differ, "
		"so they are graded as two\n"
		"warning export: two students are called 'Li Wei': '7' and '9'; their ids differ, "
		"so they are graded as two\n");
}

/* 102 left the course, and is not the 101 of the roster. */
Test(identity, a_namesake_outside_of_the_roster_is_another_one)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name,email\n101,John Smith,j1@x.org\n103,Eve,e@x.org\n");
	class_folder(&class, METADATA SUBMITTER("1", "John Smith", "    :sid: '101'\n") SUBMITTER(
				     "2", "John Smith", "    :sid: '102'\n") FILE("1") FILE("2"));
	expect_class(&class,
		"gradescope\n"
		"person 101 'John Smith' j1@x.org line=2\n"
		"person 103 'Eve' e@x.org line=3 doubted\n"
		"person 102 'John Smith'\n"
		"received submission_1 of 'John Smith' for 101: a.py\n"
		"received submission_2 of 'John Smith' for 102: a.py\n"
		"left submission_metadata.yml: sheet\n"
		"warning submission_2: belongs to nobody in the class: '102'\n"
		"warning export: two students are called 'John Smith': '101' and '102'; their ids "
		"differ, so they are graded as two\n");
}

/* The roster has logins, and the export has other ids: names are all there is. */
Test(identity, a_roster_with_other_ids_cannot_tell_two_of_one_name_apart)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\njsmith,John Smith\nada,Ada Lovelace\n");
	class_folder(&class, METADATA SUBMITTER("1", "John Smith", "    :sid: '101'\n")
				     SUBMITTER("2", "John Smith", "    :sid: '102'\n")
					     SUBMITTER("3", "Ada Lovelace", "    :sid: '103'\n")
						     FILE("1") FILE("2") FILE("3"));
	expect_class(&class,
		"gradescope\n"
		"person jsmith 'John Smith' line=2 doubted\n"
		"person ada 'Ada Lovelace' line=3\n"
		"received submission_1 of 'John Smith' for jsmith: a.py\n"
		"received submission_3 of 'Ada Lovelace' for ada: a.py\n"
		"received submission_2 of 'John Smith' for: a.py\n"
		"left submission_metadata.yml: sheet\n"
		"error submission_2: may belong to 'jsmith' or to another student called 'John "
		"Smith'; add both to the roster with the ids of the export\n");
}

Test(identity, folders_that_differ_by_case_or_punctuation_are_two)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file anna.k/a.py\nprint(1)\n"
			     "--- file anna_k/a.py\nprint(2)\n"
			     "--- file Bob M\xC3\xBCller/a.py\nprint(3)\n"
			     "--- file bob m\xC3\xBCller/a.py\nprint(4)\n");
	expect_class(&class,
		"folders\n"
		"person Bob M\xC3\xBCller\n"
		"person anna.k\n"
		"person anna_k\n"
		"person bob m\xC3\xBCller\n"
		"received Bob M\xC3\xBCller of 'Bob M\xC3\xBCller' for Bob M\xC3\xBCller: a.py\n"
		"received anna.k of 'anna.k' for anna.k: a.py\n"
		"received anna_k of 'anna_k' for anna_k: a.py\n"
		"received bob m\xC3\xBCller of 'bob m\xC3\xBCller' for bob m\xC3\xBCller: a.py\n"
		"warning export: 'anna.k' and 'anna_k' differ only by case or punctuation, and are "
		"graded as two students; if they are one, rename one of them\n"
		"warning export: 'Bob M\xC3\xBCller' and 'bob m\xC3\xBCller' differ only by case "
		"or punctuation, and are graded as two students; if they are one, rename one of "
		"them\n");
}

/* The exact id comes first, in whatever order the lines are. */
Test(identity, a_list_of_times_tells_ids_apart_that_differ_by_punctuation)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file anna.k/a.py\nprint(1)\n--- file anna_k/a.py\nprint(2)\n");
	class_times(&class, "id,time\nanna_k,2026-10-05T11:00:00Z\nanna.k,2026-10-05T10:00:00Z\n");
	expect_class(&class,
		"folders\n"
		"person anna.k\n"
		"person anna_k\n"
		"received anna.k of 'anna.k' for anna.k: a.py times=1791194400\n"
		"received anna_k of 'anna_k' for anna_k: a.py times=1791198000\n"
		"warning export: 'anna.k' and 'anna_k' differ only by case or punctuation, and are "
		"graded as two students; if they are one, rename one of them\n");
}

/* Students choose the names that platforms show, so a number without a list of numbers is no proof.
 */
Test(identity, two_numbers_of_one_name_are_a_decision)
{
	AUTO_CLASS moodle = class_begin();
	class_roster(&moodle, "id,name\ns1,Mallory Smith\ns2,Bob Hope\n");
	class_folder(&moodle, "--- file Bob Hope_101_assignsubmission_file/a.py\n0\n"
			      "--- file Bob Hope_102_assignsubmission_file/a.py\n1\n");
	expect_class(&moodle,
		"moodle\n"
		"person s1 'Mallory Smith' line=2 doubted\n"
		"person s2 'Bob Hope' #101 line=3 doubted\n"
		"person 102 'Bob Hope' #102\n"
		"received Bob Hope_101_assignsubmission_file of 'Bob Hope' for s2: a.py\n"
		"received Bob Hope_102_assignsubmission_file of 'Bob Hope' for 102: a.py\n"
		"error Bob Hope_102_assignsubmission_file: may belong to 's2', or to another "
		"student called 'Bob Hope'; give the platform's sheet, which contains their "
		"numbers\n"
		"warning Bob Hope_102_assignsubmission_file: belongs to nobody in the class: "
		"'102'\n"
		"warning export: two students are called 'Bob Hope': 's2' and '102'; their ids "
		"differ, so they are graded as two\n");
	AUTO_CLASS canvas = class_begin();
	class_roster(&canvas, "id,name\ns1,Mallory Smith\ns2,Bob Hope\n");
	class_folder(
		&canvas, "--- file hopebob_101_501_a.py\n0\n--- file hopebob_102_502_a.py\n1\n");
	expect_class(&canvas,
		"canvas\n"
		"person s1 'Mallory Smith' line=2 doubted\n"
		"person s2 'Bob Hope' #101 line=3 doubted\n"
		"person 102 'hopebob' #102\n"
		"received hopebob_101_501 of 'hopebob' for s2: a.py\n"
		"received hopebob_102_502 of 'hopebob' for 102: a.py\n"
		"error hopebob_102_502: may belong to 's2', or to another student called "
		"'hopebob'; give the platform's sheet, which contains their numbers\n"
		"warning hopebob_102_502: belongs to nobody in the class: '102'\n");
}

#define GRADEBOOK "Student,ID,SIS User ID,SIS Login ID,Section,Homework (1)\n"

/* Canvas names the file of a group by the group and the number of one member. */
Test(identity, a_group_of_canvas_has_the_number_of_one_member)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class, GRADEBOOK "\"Lovelace, Ada\",501,s1,ada,A,\n\"Hope, "
				      "Bob\",502,s2,bob,A,\n\"Adams, Eve\",503,s3,eve,A,\n");
	class_folder(&class, "--- file teamred_501_9001_a.py\nprint(1)\n"
			     "--- file adamseve_503_9002_a.py\nprint(2)\n");
	expect_class(&class,
		"canvas\n"
		"person s1 'Lovelace, Ada' #501 line=2\n"
		"person s2 'Hope, Bob' #502 line=3 doubted\n"
		"person s3 'Adams, Eve' #503 line=4\n"
		"received teamred_501_9001 of 'teamred' for s1: a.py\n"
		"received adamseve_503_9002 of 'adamseve' for s3: a.py\n"
		"warning teamred_501_9001: has the number of 's1', but the name 'teamred'; if that "
		"is a group, add its members to a roster with a column group\n");
}

Test(identity, a_group_of_canvas_is_that_of_the_roster)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class, GRADEBOOK "\"Lovelace, Ada\",501,s1,ada,A,\n\"Hope, "
				      "Bob\",502,s2,bob,A,\n\"Adams, Eve\",503,s3,eve,A,\n");
	class_roster(&class, "id,name,group\ns1,Ada Lovelace,Team Red!\ns2,Bob Hope,Team Red!\n"
			     "s3,Eve Adams,Team Blue\n");
	class_folder(&class, "--- file teamred_501_9001_a.py\nprint(1)\n"
			     "--- file teamblue_502_9002_a.py\nprint(2)\n");
	expect_class(&class,
		"canvas\n"
		"person s1 'Ada Lovelace' group=Team Red! #501 line=2\n"
		"person s2 'Bob Hope' group=Team Red! #502 line=3\n"
		"person s3 'Eve Adams' group=Team Blue #503 line=4\n"
		"received teamred_501_9001 of 'teamred' for s1 s2: a.py\n"
		"received teamblue_502_9002 of 'teamblue' for s3: a.py\n"
		"warning teamblue_502_9002: the number belongs to 's2', but the name belongs to "
		"group 'Team Blue'; the name decides\n");
}

#define SHARED                                                                                     \
	"the export has files with this submission's number and another name; rename the files "   \
	"so "                                                                                      \
	"that each student has one number\n"

/* Without a decision, the files of one student would be graded as those of another. */
Test(identity, several_names_with_one_number_of_canvas_are_a_decision)
{
	static const char files[] = "--- file lovelaceada_501_9001_a.py\nprint(1)\n"
				    "--- file LovelaceAda_501_9003_b.py\nprint(3)\n"
				    "--- file royrob_501_9002_a.py\nprint(2)\n";
	AUTO_CLASS class = class_begin();
	class_folder(&class, files);
	expect_class(&class,
		"canvas\n"
		"person LovelaceAda 'LovelaceAda' doubted\n"
		"person royrob 'royrob' doubted\n"
		"received LovelaceAda_501_9003 of 'LovelaceAda' for LovelaceAda: a.py b.py\n"
		"received royrob_501_9002 of 'royrob' for royrob: a.py\n"
		"error LovelaceAda_501_9003: " SHARED "error royrob_501_9002: " SHARED);
	AUTO_CLASS listed = class_begin();
	class_roster(&listed, "id,name\ns1,Ada Lovelace\ns2,Rob Roy\ns3,Eve Adams\n");
	class_folder(&listed, files);
	expect_class(&listed,
		"canvas\n"
		"person s1 'Ada Lovelace' line=2 doubted\n"
		"person s2 'Rob Roy' line=3 doubted\n"
		"person s3 'Eve Adams' line=4\n"
		"received LovelaceAda_501_9003 of 'LovelaceAda' for s1: a.py b.py\n"
		"received royrob_501_9002 of 'royrob' for s2: a.py\n"
		"error LovelaceAda_501_9003: " SHARED "error royrob_501_9002: " SHARED);
	AUTO_CLASS numbered = class_begin();
	class_sheet(&numbered, GRADEBOOK "\"Adams, Eve\",501,s3,eve,A,\n");
	class_roster(
		&numbered, "id,name,group\ns1,Ada Lovelace,\ns2,Joe Poe,Roy Rob\ns3,Eve Adams,\n");
	class_folder(&numbered, files);
	expect_class(&numbered,
		"canvas\n"
		"person s1 'Ada Lovelace' line=2 doubted\n"
		"person s2 'Joe Poe' group=Roy Rob line=3 doubted\n"
		"person s3 'Eve Adams' #501 line=4 doubted\n"
		"received LovelaceAda_501_9003 of 'LovelaceAda' for s1: a.py b.py\n"
		"received royrob_501_9002 of 'royrob' for s2: a.py\n"
		"error LovelaceAda_501_9003: " SHARED "error royrob_501_9002: " SHARED);
}

/* "LAST_FIRST_LOGIN_NUMBER". A login may contain underscores; "b_2" and "2" are two students. */
Test(identity, a_folder_of_ilias_has_a_login)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\nada1,Ada Lovelace\nb_2,Bob Hope\n2,Joe\n");
	class_folder(&class, "--- file Lovelace_Ada_ada1_345/a.py\nprint(1)\n"
			     "--- file Hope_Bob_b_2_346/a.py\nprint(2)\n"
			     "--- file x_ada1_3/a.py\nprint(3)\n");
	expect_class(&class, "folders\n"
			     "person ada1 'Ada Lovelace' line=2\n"
			     "person b_2 'Bob Hope' line=3 doubted\n"
			     "person 2 'Joe' line=4 doubted\n"
			     "person Hope_Bob_b_2_346\n"
			     "person x_ada1_3\n"
			     "received Lovelace_Ada_ada1_345 of 'Lovelace_Ada_ada1_345' for ada1: "
			     "a.py\n"
			     "received Hope_Bob_b_2_346 of 'Hope_Bob_b_2_346' for "
			     "Hope_Bob_b_2_346: a.py\n"
			     "received x_ada1_3 of 'x_ada1_3' for x_ada1_3: a.py\n"
			     "warning Hope_Bob_b_2_346: belongs to nobody in the class: "
			     "'Hope_Bob_b_2_346'\n"
			     "warning x_ada1_3: belongs to nobody in the class: 'x_ada1_3'\n");
}

/* A name at the end of a folder is no login, and a folder that was read before makes no student of
 * the roster. */
Test(identity, a_folder_that_ends_in_a_name_is_not_that_students)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\n4711,Maria Schmidt\n");
	class_folder(&class, "--- file Anna_Maria_Schmidt_12/a.py\nprint(1)\n"
			     "--- file ada/a.py\nprint(2)\n"
			     "--- file final_lab_ada_2/a.py\nprint(3)\n");
	expect_class(&class,
		"folders\n"
		"person 4711 'Maria Schmidt' line=2 doubted\n"
		"person Anna_Maria_Schmidt_12\n"
		"person ada\n"
		"person final_lab_ada_2\n"
		"received Anna_Maria_Schmidt_12 of 'Anna_Maria_Schmidt_12' for "
		"Anna_Maria_Schmidt_12: a.py\n"
		"received ada of 'ada' for ada: a.py\n"
		"received final_lab_ada_2 of 'final_lab_ada_2' for final_lab_ada_2: a.py\n"
		"warning Anna_Maria_Schmidt_12: belongs to nobody in the class: "
		"'Anna_Maria_Schmidt_12'\n"
		"warning ada: belongs to nobody in the class: 'ada'\n"
		"warning final_lab_ada_2: belongs to nobody in the class: 'final_lab_ada_2'\n");
}
