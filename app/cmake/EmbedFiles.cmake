# heatwave_embed(TARGET NAMESPACE HEADER NAME=FILE...): compiles files into the target. They are found
# by name at run time through embedded_file(), which HEADER declares in heatwave::NAMESPACE. Run with
# -P it is the generator itself.

if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(rows "")
  set(index 0)
  foreach(entry IN LISTS ENTRIES)
    string(REGEX MATCH "^([^=]+)=(.+)$" _ "${entry}")
    set(name ${CMAKE_MATCH_1})
    file(READ ${CMAKE_MATCH_2} bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr std::array<unsigned char, ${size}> kFile${index}{${bytes}};\n")
    string(APPEND rows "  if (name == \"${name}\") return kFile${index};\n")
    math(EXPR index "${index} + 1")
  endforeach()
  file(WRITE ${OUTPUT} "// Generated: the files embedded in the program.\n"
    "#include <array>\n#include \"${HEADER}\"\n"
    "namespace heatwave::${NAMESPACE} {\nnamespace {\n${arrays}}  // namespace\n"
    "std::span<const unsigned char> embedded_file(std::string_view name) {\n${rows}"
    "  return {};\n}\n}  // namespace heatwave::${NAMESPACE}\n")
  return()
endif()

set(HEATWAVE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(heatwave_embed target namespace header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
  set(files "")
  foreach(entry IN LISTS ARGN)
    string(REGEX REPLACE "^[^=]+=" "" file "${entry}")
    list(APPEND files ${file})
  endforeach()
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DENTRIES=${ARGN}" -DNAMESPACE=${namespace} -DHEADER=${header}
            -DOUTPUT=${output} -P ${HEATWAVE_EMBED_SCRIPT}
    DEPENDS ${files} ${HEATWAVE_EMBED_SCRIPT}
    COMMENT "Embedding files in ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
