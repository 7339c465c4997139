/* SPDX-License-Identifier: MIT */
/* Multipart bodies, and how many connections an address has. */
#include "address.h"
#include "multipart.h"

#include <criterion/criterion.h>
#include <string.h>

#define HEAD "Content-Disposition: form-data; name=\"a\""

static int parse(struct http_form *form, const char *type, char *body, struct as_error *error)
{
	return http_multipart_parse(form, type, body, strlen(body), error);
}

Test(parts, content_types_of_forms_are_recognised)
{
	static const struct {
		const char *type, *body;
		size_t count; /* 0: refused */
		const char *data;
	} rows[] = {
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\nv\r\n--X--", 1, "v"},
		{"multipart/form-data; boundary=\"X Y\"", "--X Y\r\n" HEAD "\r\n\r\nv\r\n--X Y--",
			1, "v"},
		{"multipart/form-data; charset=utf-8; BOUNDARY=X",
			"--X \r\n" HEAD "\r\n\r\nv\r\n--X--\r\nepilogue", 1, "v"},
		{"multipart/form-data; boundary=X", "preamble\r\n--X\r\n" HEAD "\r\n\r\nv\r\n--X--",
			1, "v"},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\n\r\n--X--", 1, ""},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\n-X\r\n-\r\n\r\n--X--",
			1, "-X\r\n-\r\n"},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\n--X\r\n-\r\n\r\n--X--",
			0, NULL},
		{"multipart/form-data; boundary=X",
			"--X\r\ncontent-disposition: FORM-DATA; filename=f; name=a\r\n"
			"Content-Type: text/plain\r\n\r\nv\r\n--X\r\n" HEAD "\r\n\r\nw\r\n--X--",
			2, "v"},
		/* An empty form, as browsers send it. */
		{"multipart/form-data; boundary=X", "--X--\r\n", SIZE_MAX, NULL},
		{"multipart/form-data", "--X\r\n" HEAD "\r\n\r\nv\r\n--X--", 0, NULL},
		{"multipart/form-data; boundary=", "--\r\n" HEAD "\r\n\r\nv\r\n----", 0, NULL},
		{"multipart/form-data; boundary=X", "", 0, NULL},
		{"multipart/form-data; boundary=X", "--X", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n--X--", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\nv", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\nv\r\n--X", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\nv\n--X--", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\nv\r\n--X--", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n\r\nv\r\n--X--", 0, NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "; name=b\r\n\r\nv\r\n--X--", 0,
			NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n" HEAD "\r\n\r\nv\r\n--X--",
			0, NULL},
		{"multipart/form-data; boundary=X",
			"--X\r\n" HEAD "; filename*=UTF-8''x\r\n\r\nv\r\n--X--", 0, NULL},
		{"multipart/form-data; boundary=X",
			"--X\r\n" HEAD "\r\nContent-Transfer-Encoding: base64\r\n\r\nv\r\n--X--", 0,
			NULL},
		{"multipart/form-data; boundary=X", "--X\r\n" HEAD "\r\n\r\n\xff\r\n--X--", 0,
			NULL},
		{"multipart/form-data; boundary=X",
			"--X\r\nContent-Disposition: form-data; name=\"a\r\n\r\nv\r\n--X--", 0,
			NULL},
		{"multipart/form-data; boundary=X",
			"--X\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nv\r\n--X--", 0,
			NULL},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *body = strdup(rows[i].body);
		struct as_error error = {0};
		struct http_form form;
		const int failed = parse(&form, rows[i].type, body, &error);
		cr_expect_eq(failed, rows[i].count > 0 ? 0 : -1, "%zu: %s", i, error.text);
		cr_expect_eq(error.kind, failed ? AS_ERROR_INPUT : AS_ERROR_NONE);
		cr_expect_eq(form.count, rows[i].count == SIZE_MAX ? 0 : rows[i].count, "%zu", i);
		if (!failed && rows[i].data)
			cr_expect_str_eq(form.fields[0].data, rows[i].data, "%zu: %s", i,
				form.fields[0].data);
		http_form_clear(&form);
	}
}

Test(parts, a_file_may_have_any_bytes)
{
	static const char text[] =
		"--X\r\n" HEAD "; filename=\"C:\\dir\\x\\\"y.c\"\r\n\r\na\0b\xff\r\n--Y\r\n--X--";
	char body[sizeof(text)];
	struct http_form form;

	memcpy(body, text, sizeof(text));
	cr_assert_eq(http_multipart_parse(&form, "multipart/form-data; boundary=X", body,
			     sizeof(text) - 1, NULL),
		0);
	cr_expect_eq(form.fields[0].size, 9);
	cr_expect_eq(memcmp(form.fields[0].data, "a\0b\xff\r\n--Y", 10), 0);
	cr_expect_str_eq(form.fields[0].file, "C:\\dir\\x\"y.c");
	http_form_clear(&form);
}

static struct http_address address_of(const char *text)
{
	struct http_address address;

	cr_assert(http_address_parse(&address, text, strlen(text)));
	return address;
}

Test(parts, a_network_of_64_bits_is_one_address)
{
	struct http_address_counts *address_counts = http_address_counts_new(NULL);

	cr_expect(http_address_counts_enter(address_counts, address_of("2001:db8::1")));
	cr_expect(http_address_counts_enter(address_counts, address_of("2001:db8::ffff:1")));
	cr_expect(http_address_counts_enter(address_counts, address_of("192.0.2.1")));
	cr_expect_eq(http_address_counts_get(address_counts, address_of("2001:db8::2")), 2);
	cr_expect_eq(http_address_counts_get(address_counts, address_of("2001:db8:0:1::2")), 0);
	cr_expect_eq(http_address_counts_get(address_counts, address_of("192.0.2.1")), 1);
	cr_expect_eq(http_address_counts_get(address_counts, address_of("192.0.2.2")), 0);
	http_address_counts_leave(address_counts, address_of("2001:db8::1"));
	http_address_counts_leave(address_counts, address_of("192.0.2.1"));
	cr_expect_eq(http_address_counts_get(address_counts, address_of("2001:db8::2")), 1);
	cr_expect_eq(http_address_counts_get(address_counts, address_of("192.0.2.1")), 0);
	http_address_counts_free(address_counts);
}
