# Installs the built program into an empty folder and runs a scene there, away from the sources.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
  RESULT_VARIABLE result OUTPUT_QUIET)
if(result)
  message(FATAL_ERROR "cmake --install failed")
endif()

# Moved once more: nothing may depend on where it was installed.
file(REMOVE_RECURSE ${PREFIX}-moved)
file(RENAME ${PREFIX} ${PREFIX}-moved)
if(NOT EXISTS ${PREFIX}-moved/share/heatwave/assets/scenes/wave-drop.json)
  message(FATAL_ERROR "the scenes were not installed")
endif()
execute_process(
  COMMAND ${PREFIX}-moved/bin/heatwave run --scene wave-drop --steps 3 --backend cpu --json
  WORKING_DIRECTORY ${PREFIX}-moved
  RESULT_VARIABLE result OUTPUT_VARIABLE output)
if(result)
  message(FATAL_ERROR "the installed program failed: ${result}")
endif()
string(JSON steps GET "${output}" steps)
string(JSON equation GET "${output}" equation)
if(NOT steps EQUAL 3 OR NOT equation STREQUAL "wave")
  message(FATAL_ERROR "the installed program ran something else: ${output}")
endif()
file(GLOB others RELATIVE ${PREFIX}-moved ${PREFIX}-moved/*)
file(GLOB_RECURSE modules RELATIVE ${PREFIX}-moved ${PREFIX}-moved/lib/*)
if(NOT others MATCHES "^bin;(lib;)?share$" OR
    NOT modules MATCHES "^(lib/heatwave/libheatwave_mpi.so)?$")
  message(FATAL_ERROR "more was installed than the program and its assets: ${others} ${modules}")
endif()
