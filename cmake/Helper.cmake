# SPDX-License-Identifier: MIT
# assay_helper(NAME SOURCES...): a helper process. It is static, so that it starts fast, is small, and needs no
# library inside the sandbox. The library embeds it as bytes and runs it from a sealed memory file.
function(assay_helper name)
  add_executable(assay-${name} ${ARGN})
  target_link_libraries(assay-${name} PRIVATE assay_plain_flags)
  target_link_options(assay-${name} PRIVATE -static)
  if(ASSAY_SANITIZE MATCHES undefined)
    target_compile_options(assay-${name} PRIVATE -fsanitize=undefined -fsanitize-undefined-trap-on-error)
  endif()
  set_target_properties(assay-${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} LINK_FLAGS_RELEASE -s)
endfunction()

# assay_embed(LIBRARY SOURCE HELPER...): SOURCE of the library embeds the helpers, whose paths it
# finds in ASSAY_HELPER_PATH.
function(assay_embed library source)
  set(definitions "")
  set(paths "")
  foreach(helper ${ARGN})
    string(TOUPPER ${helper} upper)
    string(MAKE_C_IDENTIFIER ${upper} upper)
    set(path ${CMAKE_CURRENT_BINARY_DIR}/assay-${helper})
    list(APPEND definitions "ASSAY_${upper}_PATH=\"${path}\"")
    list(APPEND paths ${path})
    add_dependencies(assay_${library} assay-${helper})
  endforeach()
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS "${definitions}" OBJECT_DEPENDS "${paths}")
endfunction()

# assay_embed_texts(SOURCE FOLDER FILE...): SOURCE embeds files of a folder beside it, which it finds in ASSAY_TEXTS_PATH.
function(assay_embed_texts source folder)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/ OUTPUT_VARIABLE paths)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS ASSAY_TEXTS_PATH="${CMAKE_CURRENT_SOURCE_DIR}/${folder}" OBJECT_DEPENDS "${paths}")
endfunction()

# assay_assets(SOURCE FILE...): SOURCE embeds files of assets/ beside it, which it finds in ASSAY_ASSETS_PATH, with
# NAME_SIZE and NAME_DIGEST of each.
function(assay_assets source)
  set(definitions ASSAY_ASSETS_PATH="${CMAKE_CURRENT_SOURCE_DIR}/assets")
  set(paths "")
  foreach(file ${ARGN})
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/assets/${file})
    list(APPEND paths ${path})
    get_filename_component(name ${file} NAME_WE)
    string(TOUPPER ${name} name)
    file(SIZE ${path} size)
    file(SHA256 ${path} digest)
    string(SUBSTRING ${digest} 0 32 digest)
    list(APPEND definitions ${name}_SIZE=${size} ${name}_DIGEST="${digest}")
  endforeach()
  set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS "${definitions}" OBJECT_DEPENDS "${paths}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${paths})
endfunction()
