/* SPDX-License-Identifier: MIT */
/* The programs of the helpers, embedded as bytes. */
#include "image.h"

#include <assay/sandbox.h>

AS_EMBED(as_bytes_of_zygote, ASSAY_ZYGOTE_PATH);
AS_EMBED(as_bytes_of_sandbox_keeper, ASSAY_SANDBOX_KEEPER_PATH);

const struct as_image as_image_zygote = {
	"assay-zygote", as_bytes_of_zygote, as_bytes_of_zygote_end};
static const struct as_image image_keeper = {
	"assay-keeper", as_bytes_of_sandbox_keeper, as_bytes_of_sandbox_keeper_end};

struct as_keeper *as_sandbox_keeper_open(struct as_error *error)
{
	return as_keeper_open_image(&image_keeper, error);
}
