# Generates glad, the OpenGL 3.3 core loader, at build time and offline. Defines the target `glad`.
# The generator is the system's (Debian and Ubuntu: python3-glad), else its pinned source.
include_guard()
include(FetchContent)

if(HEATWAVE_SYSTEM_LIBS)
  find_program(HEATWAVE_GLAD glad DOC "The glad 2 generator (Debian and Ubuntu: python3-glad)")
endif()
if(HEATWAVE_SYSTEM_LIBS AND HEATWAVE_GLAD)
  set(glad_command ${HEATWAVE_GLAD})
else()
  FetchContent_Declare(glad_generator
    URL https://github.com/Dav1dde/glad/archive/refs/tags/v2.0.2.tar.gz
    SOURCE_SUBDIR without-its-cmake)
  FetchContent_MakeAvailable(glad_generator)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import jinja2"
    RESULT_VARIABLE no_jinja ERROR_QUIET)
  if(no_jinja)
    message(FATAL_ERROR "glad's generator needs Python's jinja2 (Debian and Ubuntu: python3-jinja2)")
  endif()
  set(glad_command ${CMAKE_COMMAND} -E env PYTHONPATH=${glad_generator_SOURCE_DIR}
    ${Python3_EXECUTABLE} -m glad)
endif()

set(glad_folder ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h
  COMMAND ${glad_command} --quiet --reproducible --api gl:core=3.3 --extensions ""
          --out-path ${glad_folder} c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(glad STATIC ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${glad_folder}/include)
