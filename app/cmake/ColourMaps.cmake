# heatwave_embed_colour_maps(TARGET FILE...): compiles colour maps, one text file each, into the
# target, in this order. Run with -P it is the generator itself.

if(CMAKE_SCRIPT_MODE_FILE)
  set(maps "")
  foreach(file IN LISTS FILES)
    get_filename_component(id ${file} NAME_WE)
    file(READ ${file} text)
    if(NOT text MATCHES "\n# kind: (sequential|diverging|rainbow)\n")
      message(FATAL_ERROR "${file}: a line '# kind: sequential', 'diverging' or 'rainbow' is missing")
    endif()
    set(kind ${CMAKE_MATCH_1})
    string(REGEX REPLACE "#[^\n]*" "" text "${text}")
    string(REGEX MATCHALL "[^ \t\r\n]+" colours "${text}")
    list(LENGTH colours count)
    if(NOT count EQUAL 256)
      message(FATAL_ERROR "${file}: a colour map has 256 colours, this one has ${count}")
    endif()
    set(table "")
    foreach(colour IN LISTS colours)
      if(NOT colour MATCHES "^([0-9a-f][0-9a-f])([0-9a-f][0-9a-f])([0-9a-f][0-9a-f])$")
        message(FATAL_ERROR "${file}: '${colour}' is not a colour; one is written like 2a788e")
      endif()
      string(APPEND table "{0x${CMAKE_MATCH_1},0x${CMAKE_MATCH_2},0x${CMAKE_MATCH_3}},")
    endforeach()
    string(APPEND maps "    {\"${id}\", MapKind::${kind}, {{${table}}}},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Generated: the colour maps of assets/colormaps.\n"
    "#include \"app/colour/colouring.h\"\n"
    "namespace heatwave::colour {\nconst std::vector<ColourMap>& colour_maps() {\n"
    "  static const std::vector<ColourMap> maps = {\n${maps}  };\n"
    "  return maps;\n}\n}  // namespace heatwave::colour\n")
  return()
endif()

set(HEATWAVE_COLOUR_MAPS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(heatwave_embed_colour_maps target)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_colour_maps.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${ARGN}" -DOUTPUT=${output}
            -P ${HEATWAVE_COLOUR_MAPS_SCRIPT}
    DEPENDS ${ARGN} ${HEATWAVE_COLOUR_MAPS_SCRIPT}
    COMMENT "Embedding colour maps"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
