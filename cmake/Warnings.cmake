# SPDX-License-Identifier: MIT
# One INTERFACE target carries every warning, hardening and sanitizer flag; targets link it PRIVATE.
# assay_plain_flags is the same without sanitizers, for the static helper of the sandbox.
include(CheckCCompilerFlag)

add_library(assay_plain_flags INTERFACE)
add_library(assay_flags INTERFACE)
target_link_libraries(assay_flags INTERFACE assay_plain_flags)

function(assay_require_flag flag)
  string(MAKE_C_IDENTIFIER "HAVE${flag}" name)
  check_c_compiler_flag(${flag} ${name})
  if(NOT ${name})
    message(FATAL_ERROR "The C compiler rejects ${flag}: use GCC 12 or Clang 14, or newer.")
  endif()
  target_compile_options(assay_plain_flags INTERFACE ${flag})
endfunction()

foreach(flag -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2
    -Wswitch-enum -Wconversion -Wno-sign-conversion -fstack-protector-strong)
  assay_require_flag(${flag})
endforeach()

target_compile_definitions(assay_plain_flags INTERFACE _GNU_SOURCE)
target_compile_options(assay_plain_flags INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)

if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(assay_plain_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  target_link_options(assay_plain_flags INTERFACE -Wl,-z,relro,-z,now)
endif()

if(ASSAY_SANITIZE)
  # A build links 200 programs, which takes half the time with gold, if that is installed.
  include(CheckLinkerFlag)
  check_linker_flag(C -fuse-ld=gold HAVE_GOLD)
  # gold would print a warning for each file that clang compiled.
  if(HAVE_GOLD AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_link_options(assay_flags INTERFACE -fuse-ld=gold)
  endif()
  target_compile_options(assay_flags INTERFACE
    -fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # GCC registers the description of each check of undefined behaviour as a global of the address sanitizer. These were
  # 9 MB of the command's 25, and took most of the time of a short command. A trap needs no description, and no library,
  # whose 6 MB of variables each search for leaks would read.
  set(linked ${ASSAY_SANITIZE})
  if(ASSAY_SANITIZE MATCHES "address" AND ASSAY_SANITIZE MATCHES "undefined" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(assay_flags INTERFACE -fsanitize-undefined-trap-on-error)
    string(REGEX REPLACE "undefined,|,undefined" "" linked ${ASSAY_SANITIZE})
    add_library(assay_sanitizer OBJECT ${CMAKE_CURRENT_LIST_DIR}/sanitizer.c)
    target_sources(assay_flags INTERFACE
      $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:assay_sanitizer>>)
  endif()
  # Programs have a fixed address. Otherwise each start makes 200,000 relocations, one for each field that describes a global to the
  # sanitizer, which takes more time than most commands.
  target_link_options(assay_flags INTERFACE -fsanitize=${linked}
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()

# assay_library(NAME [HEADER assay/ROOM/NAME.h] SOURCES... [PARTS...] USES...): a static library with its one public
# header, assay/NAME.h if not said otherwise, and the parts that header consists of.
function(assay_library name)
  cmake_parse_arguments(ARG "" "HEADER" "SOURCES;PARTS;USES;USES_PRIVATE" ${ARGN})
  if(NOT ARG_HEADER)
    set(ARG_HEADER assay/${name}.h)
  endif()
  add_library(assay_${name} STATIC ${ARG_SOURCES})
  add_library(assay::${name} ALIAS assay_${name})
  target_sources(assay_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${CMAKE_CURRENT_SOURCE_DIR}/include
    FILES ${CMAKE_CURRENT_SOURCE_DIR}/include/${ARG_HEADER} ${ARG_PARTS})
  target_link_libraries(assay_${name} PUBLIC ${ARG_USES} PRIVATE assay_flags ${ARG_USES_PRIVATE})
  set_target_properties(assay_${name} PROPERTIES
    OUTPUT_NAME assay-${name} EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
endfunction()

# assay_private(NAME FOLDER...): the target assay_NAME_private, the private headers of a library, which only
# tests may link, and the build's program that makes the filters.
function(assay_private name)
  add_library(assay_${name}_private INTERFACE)
  target_include_directories(assay_${name}_private INTERFACE ${ARGN})
  target_link_libraries(assay_${name}_private INTERFACE assay_${name})
endfunction()
