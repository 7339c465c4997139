/* SPDX-License-Identifier: MIT */
/* Who is who: ids decide, and equal names prove nothing. */
#include "grade/class_case.h"

#define SUBMITTER(number, name, id)                                                                \
	"submission_" number ":\n  :submitters:\n  - :name: " name "\n" id
#define FILE(number) "--- file submission_" number "/a.py\nprint(" number ")\n"
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
