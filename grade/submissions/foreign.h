/* SPDX-License-Identifier: MIT */
/* foreign: platforms whose downloads are recognised only to be named. */
#ifndef ASSAY_GRADE_FOREIGN_H
#define ASSAY_GRADE_FOREIGN_H

enum foreign {
	FOREIGN_NONE,
	FOREIGN_BLACKBOARD,   /* "HW1_ada1_attempt_2026-10-05-23-11-00_sum.py" */
	FOREIGN_BRIGHTSPACE,  /* "12345-67890 - Ada Lovelace - Oct 5, 2026 1111 PM/sum.py" */
	FOREIGN_TEAMS,        /* "Ada Lovelace/HW1/Version 2/sum.py" */
	FOREIGN_SAKAI,        /* "Lovelace, Ada(ada1)/Submission attachment(s)/sum.py" */
	FOREIGN_PRAIRIELEARN, /* "ada@uni.example_1_addNumbers_1_1_123456_sum.py" */
	FOREIGN_AUTOLAB,      /* "ada@uni.example_3_sum.c" */
	FOREIGN_SCHOOLOGY,    /* "Lovelace, Ada - 12345/Revision 1 - On time/sum.py" */
	FOREIGN_SUBMITTY,     /* "ada1/user_assignment_settings.json" */
	FOREIGN_VPL,          /* "Ada Lovelace 12 ada1/2026-10-05-23-11-00/sum.py" */
	FOREIGN_GOOGLE,       /* "Ada Lovelace - sum.py" */
	FOREIGN_COUNT
};
/* The platform whose exports have such paths. */
enum foreign foreign_find(const char *path);
const char *foreign_name(enum foreign foreign);

#endif
