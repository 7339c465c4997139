# SPDX-License-Identifier: MIT
# cmake -DFOLDER=... -DPARTS=a,b,c -DOUTPUT=FILE -P join.cmake: the parts of gen.h as one header.
string(REPLACE "," ";" PARTS "${PARTS}")
file(READ "${FOLDER}/head.h" head)
set(text "/* SPDX-License-Identifier: MIT */\n${head}#ifndef ASSAY_GEN_H\n#define ASSAY_GEN_H\n")
foreach(part IN LISTS PARTS)
  file(READ "${FOLDER}/${part}.h" body)
  string(REGEX REPLACE "^/\\* SPDX[^\n]*\n#pragma once\n" "" body "${body}")
  string(REGEX REPLACE "#include \"[^\n]*\n" "" body "${body}")
  string(STRIP "${body}" body)
  string(APPEND text "\n${body}\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}\n#endif\n")
