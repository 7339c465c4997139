/* SPDX-License-Identifier: MIT */
/* Moodle's folders of teams and participants, whose numbers are of two kinds. */
#include "grade/class_case.h"

#define SHEET                                                                                      \
	"Identifier,Full name,ID number,Email address,Status,Group,Grade,Maximum Grade,"           \
	"Last modified (submission),Feedback comments\n"
#define ROW(number, name, id, status, group)                                                       \
	"Participant " number "," name "," id "," id "@x.org," status "," group ",,100,-,\n"
#define FILE(folder, number) "--- file " folder "_assignsubmission_file/a.py\nprint(" number ")\n"

Test(moodle, the_number_of_a_team_is_not_that_of_a_participant)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class,
		SHEET ROW("55", "Zoe Blue", "z1", "No submission", "Team Blue")
			ROW("61", "Rob Red", "r1", "Submitted for grading", "Team Red")
				ROW("62", "Ria Red", "r2", "Submitted for grading", "Team Red"));
	class_folder(&class, FILE("Team Red_55", "1"));
	expect_class(&class,
		"moodle\n"
		"person z1 'Zoe Blue' z1@x.org group=Team Blue #55 line=2\n"
		"person r1 'Rob Red' r1@x.org group=Team Red #61 line=3\n"
		"person r2 'Ria Red' r2@x.org group=Team Red #62 line=4\n"
		"received Team Red_55_assignsubmission_file of 'Team Red' for r1 r2: a.py\n"
		"warning Team Red_55_assignsubmission_file: the number belongs to 'z1', but the "
		"name belongs to group 'Team Red'; the name decides\n");
}

/* Each team has the number of a member of the other one. */
Test(moodle, numbers_of_teams_do_not_exchange_their_submissions)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class, SHEET ROW("55", "Zoe Blue", "z1", "x", "Team Blue")
				    ROW("56", "Yan Blue", "y1", "x", "Team Blue")
					    ROW("61", "Rob Red", "r1", "x", "Team Red")
						    ROW("62", "Ria Red", "r2", "x", "Team Red"));
	class_folder(&class, FILE("Team Red_55", "1") FILE("Team Blue_61", "2"));
	expect_class(&class,
		"moodle\n"
		"person z1 'Zoe Blue' z1@x.org group=Team Blue #55 line=2\n"
		"person y1 'Yan Blue' y1@x.org group=Team Blue #56 line=3\n"
		"person r1 'Rob Red' r1@x.org group=Team Red #61 line=4\n"
		"person r2 'Ria Red' r2@x.org group=Team Red #62 line=5\n"
		"received Team Blue_61_assignsubmission_file of 'Team Blue' for z1 y1: a.py\n"
		"received Team Red_55_assignsubmission_file of 'Team Red' for r1 r2: a.py\n"
		"warning Team Blue_61_assignsubmission_file: the number belongs to 'r1', but the "
		"name belongs to group 'Team Blue'; the name decides\n"
		"warning Team Red_55_assignsubmission_file: the number belongs to 'z1', but the "
		"name belongs to group 'Team Red'; the name decides\n");
}

Test(moodle, the_name_of_a_student_decides_over_anothers_number)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class,
		SHEET ROW("55", "Zoe Blue", "z1", "x", "") ROW("61", "Rob Red", "r1", "x", ""));
	class_folder(&class, FILE("Red Rob_55", "1") FILE("Zoe Maria Blue_55", "2"));
	expect_class(&class,
		"moodle\n"
		"person z1 'Zoe Blue' z1@x.org #55 line=2\n"
		"person r1 'Rob Red' r1@x.org #61 line=3\n"
		"received Zoe Maria Blue_55_assignsubmission_file of 'Zoe Maria Blue' for z1: "
		"a.py\n"
		"received Red Rob_55_assignsubmission_file of 'Red Rob' for r1: a.py\n"
		"warning Red Rob_55_assignsubmission_file: the number belongs to 'z1', but the "
		"name belongs to student 'r1'; the name decides\n");
}

/* The sheet has no groups: the real members and the one with the number get no mark. */
Test(moodle, a_name_of_nobody_with_a_number_of_somebody_is_a_decision)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class,
		SHEET ROW("55", "Zoe Blue", "z1", "x", "") ROW("61", "Rob Red", "r1", "x", ""));
	class_folder(&class, FILE("Team Red_55", "1"));
	expect_class(&class,
		"moodle\n"
		"person z1 'Zoe Blue' z1@x.org #55 line=2 doubted\n"
		"person r1 'Rob Red' r1@x.org #61 line=3\n"
		"person Team Red 'Team Red'\n"
		"received Team Red_55_assignsubmission_file of 'Team Red' for Team Red: a.py\n"
		"error Team Red_55_assignsubmission_file: the number belongs to 'z1', but no "
		"student and no group of the class is called 'Team Red'; rename the folder or "
		"correct the list of the class\n");
}

Test(moodle, blind_folders_in_the_languages_of_the_sheet)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class, "Identifier,Full name,ID number,Email address,Status,Group,Grade,"
			    "Maximum Grade,Last modified (submission),Feedback comments\n"
			    "Teilnehmer/in55,Zoe Blue,z1,z@x.org,x,Rot,,100,-,\n"
			    "Teilnehmer/in61,Rob Red,r1,r@x.org,x,Rot,,100,-,\n");
	class_folder(&class, FILE("Teilnehmerin_55", "1") FILE("Rot-Teilnehmerin_61", "1"));
	expect_class(&class,
		"moodle\n"
		"person z1 'Zoe Blue' z@x.org group=Rot #55 line=2\n"
		"person r1 'Rob Red' r@x.org group=Rot #61 line=3\n"
		"received Rot-Teilnehmerin_61_assignsubmission_file of 'Rot-Teilnehmerin' for z1 "
		"r1: a.py\n"
		"info Teilnehmerin_55_assignsubmission_file: has the same files as "
		"'Rot-Teilnehmerin_61_assignsubmission_file' of the same group, and counts as the "
		"same submission\n");
}

#define ROSTER                                                                                     \
	"id,name,email,group\na1,Ada Lovelace,a@x.org,Team Red\nr1,Rob Roy,r@x.org,Team Red\n"

Test(moodle, folders_of_the_members_of_a_team_are_one_submission)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, ROSTER);
	class_folder(
		&class, FILE("Team Red-Ada Lovelace_101", "1") FILE("Team Red-Rob Roy_102", "1"));
	expect_class(&class,
		"moodle\n"
		"person a1 'Ada Lovelace' a@x.org group=Team Red #101 line=2\n"
		"person r1 'Rob Roy' r@x.org group=Team Red #102 line=3\n"
		"received Team Red-Ada Lovelace_101_assignsubmission_file of 'Team Red-Ada "
		"Lovelace' for a1 r1: a.py\n"
		"info Team Red-Rob Roy_102_assignsubmission_file: has the same files as 'Team "
		"Red-Ada Lovelace_101_assignsubmission_file' of the same group, and counts as the "
		"same submission\n");
}

/* The sheet has no groups, but numbers. Names and groups have hyphens. */
Test(moodle, folders_of_teams_with_a_sheet_without_groups)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class, SHEET ROW("101", "Anna-Lena Meier", "a1", "x", "") ROW("102", "Rob Roy",
				    "r1", "x", "") ROW("103", "Eva-Maria Roy", "e1", "x", ""));
	class_folder(&class, FILE("Team-1-Anna-Lena Meier_101", "1") FILE("Team-1-Rob Roy_102", "1")
				     FILE("Eva-Maria Roy_103", "1"));
	expect_class(&class,
		"moodle\n"
		"person a1 'Anna-Lena Meier' a1@x.org group=Team-1 #101 line=2\n"
		"person r1 'Rob Roy' r1@x.org group=Team-1 #102 line=3\n"
		"person e1 'Eva-Maria Roy' e1@x.org #103 line=4\n"
		"received Team-1-Anna-Lena Meier_101_assignsubmission_file of 'Team-1-Anna-Lena "
		"Meier' for a1 r1: a.py\n"
		"received Eva-Maria Roy_103_assignsubmission_file of 'Eva-Maria Roy' for e1: "
		"a.py\n"
		"info Team-1-Rob Roy_102_assignsubmission_file: has the same files as "
		"'Team-1-Anna-Lena Meier_101_assignsubmission_file' of the same group, and counts "
		"as the same submission\n");
}

/* Nobody is taken for a member of a group that the roster does not have. */
Test(moodle, a_team_that_the_roster_does_not_have_is_a_decision)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\na1,Lena Meier\n");
	class_folder(&class, FILE("Anna-Lena Meier_101", "1"));
	expect_class(&class,
		"moodle\n"
		"person a1 'Lena Meier' line=2 doubted\n"
		"person 101 'Anna-Lena Meier' #101\n"
		"received Anna-Lena Meier_101_assignsubmission_file of 'Anna-Lena Meier' for 101: "
		"a.py\n"
		"warning Anna-Lena Meier_101_assignsubmission_file: belongs to nobody in the "
		"class: "
		"'101'\n");
}

static enum as_extended extended(
	const char *status, const char *zone, int64_t *until_s, bool *doubted)
{
	AUTO_CLASS class = class_begin();
	struct as_error error = {0};
	char sheet[2048];

	snprintf(sheet, sizeof(sheet),
		SHEET
		"Participant 1,Anna A,s1,a@x.org,\"%s\",,,100,\"Tuesday, 27 October 2026, 8:00 "
		"PM\",\n",
		status);
	class_sheet(&class, sheet);
	class_folder(&class, FILE("Anna A_1", "1"));
	class.order.zone = zone;
	struct as_submissions *found = as_submissions_open(&class.order, &error);
	cr_assert_not_null(found, "%s", error.text);
	const enum as_extended answer = found->persons[0].extended;
	*until_s = found->persons[0].extended_s;
	*doubted = found->persons[0].doubt != NULL;
	as_submissions_close(found);
	return answer;
}

/* 2026-10-27 23:59 in Berlin. */
#define UNTIL_S 1793141940

Test(moodle, extensions_are_read_in_the_languages_of_dates)
{
	static const char *const texts[] = {"Submitted for grading - Extension granted until: "
					    "Tuesday, 27 October 2026, 11:59 PM",
		"Zur Bewertung abgegeben - Verlängerung gewährt bis: Dienstag, 27. Oktober 2026, "
		"23:59",
		"Zur Bewertung abgegeben - Verlängertes Abgabeende bis: Dienstag, 27. Oktober "
		"2026, "
		"23:59",
		"Remis pour évaluation - Prolongation accordée jusqu'au mardi 27 octobre 2026, "
		"23:59",
		"Enviado para calificar - Plazo ampliado hasta: martes, 27 de octubre de 2026, "
		"23:59",
		"Consegnato per la valutazione - Proroga concessa fino a: martedì, 27 ottobre "
		"2026, "
		"23:59",
		"Enviado para avaliação - Prorrogação concedida até: terça-feira, 27 de outubro de "
		"2026, 23:59",
		"已提交请评分 - 延期到：2026年10月27日 星期二 23:59",
		"Notlandırılması için gönderildi - 27 Ekim 2026, 23:59 tarihine kadar"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		int64_t until_s = 0;
		bool doubted = false;
		cr_expect_eq(extended(texts[i], "Europe/Berlin", &until_s, &doubted),
			AS_EXTENDED_UNTIL, "%s", texts[i]);
		cr_expect_eq(until_s, UNTIL_S, "%s: %jd", texts[i], (intmax_t)until_s);
		cr_expect(!doubted, "%s", texts[i]);
	}
}

/* At 3:00 clocks are set back to 2:00; no student loses an hour. */
Test(moodle, an_extension_until_a_time_that_exists_twice_ends_at_the_later_one)
{
	int64_t until_s = 0;
	bool doubted = false;

	cr_expect_eq(extended("Submitted - Extension granted until: Sunday, 25 October 2026, "
			      "2:30 AM",
			     "Europe/Berlin", &until_s, &doubted),
		AS_EXTENDED_UNTIL);
	cr_expect_eq(until_s, 1792891800, "%jd", (intmax_t)until_s);
}

Test(moodle, an_extension_that_cannot_be_read_is_not_overlooked)
{
	int64_t until_s;
	bool doubted;

	cr_expect_eq(extended("Submitted - Extension granted until: Tuesday, 27 October 2026, "
			      "11:59 PM",
			     NULL, &until_s, &doubted),
		AS_EXTENDED_UNREAD);
	cr_expect_eq(extended("Υποβλήθηκε - Παράταση έως: Τρίτη, 27 Οκτωβρίου 2026, 11:59 κάτι",
			     "Europe/Athens", &until_s, &doubted),
		AS_EXTENDED_UNREAD);
	cr_expect_eq(extended("Submitted for grading", NULL, &until_s, &doubted), AS_EXTENDED_NOT);
	cr_expect_eq(extended("Submitted for grading - 3 days 4 hours late - Graded", NULL,
			     &until_s, &doubted),
		AS_EXTENDED_NOT);
	/* A year of two digits; digits of Arabic and Persian; an unknown language, whose name of
	 * October is one of November in Polish; a Tuesday. */
	static const char *const texts[] = {"Submitted - Extension granted until: 27/10/26, 23:59",
		"Submitted - Extension granted until: 27.10.26",
		"Submitted - Extension granted until: ٢٧ أكتوبر ٢٠٢٦، ١١:٥٩",
		"Submitted - Extension granted until: ۵ آبان ۱۴۰۵، ۲۳:۵۹",
		"Submitted - Extension granted until: utorak, 27. listopada 2026., 23:59",
		"Submitted - Extension granted until: Wednesday, 27 October 2026, 11:59 PM"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		cr_expect_eq(extended(texts[i], "Europe/Berlin", &until_s, &doubted),
			AS_EXTENDED_UNREAD, "%s", texts[i]);
}

Test(moodle, a_draft_and_a_reopened_submission_are_decisions)
{
	static const char *const texts[] = {"Draft (not submitted)", "Entwurf (nicht abgegeben)",
		"Brouillon (non remis)", "Borrador (no enviado)", "Bozza (non consegnato)",
		"Rascunho (não enviado)", "Utkast (ej inlämnad)", "Черновик (не представлен)",
		"Taslak (gönderilmedi)", "草稿（未提交）", "下書き (未提出)", "Reopened",
		"Erneut geöffnet", "Rouvert", "Reabierto", "Riaperto", "Återöppnad", "Возобновлено",
		"Tekrar açıldı", "重新开启", "再オープン"};
	int64_t until_s;
	bool doubted;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		(void)extended(texts[i], "Europe/Berlin", &until_s, &doubted);
		cr_expect(doubted, "%s", texts[i]);
	}
	(void)extended("Submitted for grading", "Europe/Berlin", &until_s, &doubted);
	cr_expect(!doubted);
}

/* The same sheet as the list of the class: the states and times count as with --fill. */
Test(moodle, a_sheet_as_the_roster_has_states_and_times)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, SHEET ROW("1", "Anna A", "s1", "Draft (not submitted)",
				     "") "Participant "
					 "2,Bob,s2,b@x.org,\"Submitted for grading - Extension "
					 "granted until: Tuesday, 27 "
					 "October 2026, 11:59 PM\",,,100,\"Tuesday, 27 October "
					 "2026, 8:00 PM\",\n"
					 "Participant 3,Eve,s3,e@x.org,Submitted for "
					 "grading,,,100,\"Tuesday, 27 October "
					 "2026, 8:00 PM\",\n");
	class_folder(&class, FILE("Anna A_1", "1") FILE("Bob_2", "2"));
	class.order.zone = "Europe/Berlin";
	struct as_error error = {0};
	struct as_submissions *found = as_submissions_open(&class.order, &error);
	cr_assert_not_null(found, "%s", error.text);
	cr_expect_not_null(found->persons[0].doubt);
	cr_expect_eq(found->persons[1].extended, AS_EXTENDED_UNTIL);
	cr_expect_eq(found->persons[1].extended_s, UNTIL_S);
	cr_expect_null(found->persons[1].doubt);
	cr_expect_not_null(found->persons[2].doubt, "there is a time, but no file");
	cr_assert_eq(found->received_count, 2);
	cr_expect_eq(found->received[1].time_source, AS_TIME_SHEET);
	for (size_t i = 0; i < found->findings.count; i++)
		cr_expect_null(strstr(found->findings.items[i].text, "Status"));
	cr_expect_str_eq(as_sheet_maximum(found, 1), "");
	as_submissions_close(found);
}

/* ---- large classes ---- */

#define TEAMS 2000

/* Everybody has one name, and the folders are found by the names of the teams: comparing each
 * folder with each student would take minutes. */
Test(moodle, thousands_of_namesakes_in_teams_are_matched)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_FREE char *sheet = NULL, *folder = NULL;
	struct as_error error = {0};
	size_t size;
	FILE *out = open_memstream(&sheet, &size);

	fputs(SHEET, out);
	for (int i = 0; i < 2 * TEAMS; i++)
		fprintf(out, ROW("%d", "Ann Lee", "s%d", "x", "Team %d"), i, i, i, i / 2);
	fclose(out);
	class_sheet(&class, sheet);
	out = open_memstream(&folder, &size);
	for (int i = 0; i < TEAMS; i++)
		fprintf(out, FILE("Team %d_%d", "%d"), i, 900000 + i, i);
	fclose(out);
	class_folder(&class, folder);
	struct as_submissions *found = as_submissions_open(&class.order, &error);
	cr_assert_not_null(found, "%s", error.text);
	cr_expect_eq(found->person_count, 2 * TEAMS);
	cr_expect_eq(found->received_count, TEAMS);
	for (size_t i = 0; i < found->received_count; i++) {
		const struct as_received *received = &found->received[i];
		cr_assert_eq(received->member_count, 2, "%s", received->path);
		cr_assert_eq(received->members[0] / 2, received->members[1] / 2);
	}
	as_submissions_close(found);
}

/* A warning for each but the first, and none is lost or doubled. */
Test(moodle, each_namesake_is_compared_with_the_first)
{
	AUTO_CLASS class = class_begin();
	class_sheet(&class,
		SHEET ROW("1", "Ann Lee", "s1", "x", "") ROW("2", "Bob", "s2", "x", "")
			ROW("3", "Lee Ann", "s3", "x", "") ROW("4", "ann  lee", "s4", "x", ""));
	class_folder(&class, FILE("Bob_2", "1"));
	struct as_error error = {0};
	struct as_submissions *found = as_submissions_open(&class.order, &error);
	cr_assert_not_null(found, "%s", error.text);
	size_t count = 0;
	for (size_t i = 0; i < found->findings.count; i++) {
		const char *text = found->findings.items[i].text;
		if (!strstr(text, "two persons are called"))
			continue;
		cr_expect_not_null(strstr(text, count == 0 ? "'s1' (line 2) and 's3' (line 4)"
							   : "'s1' (line 2) and 's4' (line 5)"),
			"%s", text);
		count++;
	}
	cr_expect_eq(count, 2);
	as_submissions_close(found);
}

/* The roster has a student of this name, and the sheet has two rows of the name: the order of the
 * rows does not decide. */
Test(moodle, two_rows_with_the_name_of_one_student_are_a_decision)
{
	static const struct {
		const char *rows;
		bool is_doubted;
	} cases[] = {
		{ROW("2", "Bob Hope", "", "x", "") ROW("3", "Bob Hope", "", "x", ""), true},
		{ROW("3", "Bob Hope", "", "x", "") ROW("2", "Bob Hope", "", "x", ""), true},
		{ROW("2", "Bob Hope", "s2", "x", "") ROW("3", "Bob Hope", "s9", "x", ""), false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_CLASS class = class_begin();
		AS_AUTO_FREE char *sheet = as_text_format(
			NULL, SHEET ROW("1", "Ada Lovelace", "s1", "x", "") "%s", cases[i].rows);
		class_roster(&class, "id,name\ns1,Ada Lovelace\ns2,Bob Hope\n");
		class_sheet(&class, sheet);
		class_folder(&class, FILE("Bob Hope_2", "1"));
		struct as_submissions *found = as_submissions_open(&class.order, NULL);
		cr_assert_not_null(found);
		cr_expect_null(found->persons[0].doubt);
		cr_expect_eq(found->persons[1].doubt != NULL, cases[i].is_doubted, "case %zu: %s",
			i, found->persons[1].doubt);
		as_submissions_close(found);
	}
}
