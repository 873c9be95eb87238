# Third-party libraries: the system's packages where they are there, else pinned sources. Both ways give
# the same targets: xbyak::xbyak, glfw, stb::stb, fmt::fmt, CLI11::CLI11, nlohmann_json::nlohmann_json,
# ZLIB::ZLIB, GTest::gtest. Always pinned are imgui::imgui, imgui::implot, imgui::text_editor, imgui::microtex
# and stb::image.
include_guard()
include(FetchContent)

if(NOT HEATWAVE_SYSTEM_LIBS)
  set(FETCHCONTENT_TRY_FIND_PACKAGE_MODE NEVER)
endif()
find_package(PkgConfig QUIET)

# Headers of libraries that are not ours must not trip our warnings.
function(heatwave_mark_as_system)
  foreach(target IN LISTS ARGN)
    get_target_property(real ${target} ALIASED_TARGET)
    if(NOT real)
      set(real ${target})
    endif()
    get_target_property(folders ${real} INTERFACE_INCLUDE_DIRECTORIES)
    if(folders)
      set_property(TARGET ${real} APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${folders})
    endif()
  endforeach()
endfunction()

# heatwave_from_system(TARGET MODULE): an interface target over a pkg-config module, if it is there.
function(heatwave_from_system target module)
  if(HEATWAVE_SYSTEM_LIBS AND PkgConfig_FOUND AND NOT CMAKE_CROSSCOMPILING)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
    if(${module}_FOUND)
      add_library(${target} INTERFACE IMPORTED GLOBAL)
      target_link_libraries(${target} INTERFACE PkgConfig::${module})
    endif()
  endif()
endfunction()

# A program for another system cannot use this system's packages, except for their sources and for
# libraries that are headers alone: those are the same for every system. Headers are linked into a folder
# that has no others, since /usr/include has this system's C library.
set(heatwave_shared_headers ${CMAKE_BINARY_DIR}/headers)
if(CMAKE_CROSSCOMPILING AND HEATWAVE_SYSTEM_LIBS)
  if(EXISTS /usr/include/stb AND NOT FETCHCONTENT_SOURCE_DIR_STB)
    set(FETCHCONTENT_SOURCE_DIR_STB /usr/include/stb)
  endif()
  if(EXISTS /usr/src/googletest AND NOT FETCHCONTENT_SOURCE_DIR_GOOGLETEST)
    set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest)
  endif()
endif()

# heatwave_fetch(NAME TARGET HEADERS): an interface target over headers that this system's packages have,
# if a program for another system is built; else what has been declared for NAME.
macro(heatwave_fetch name target headers)
  if(CMAKE_CROSSCOMPILING AND HEATWAVE_SYSTEM_LIBS AND EXISTS /usr/include/${headers})
    file(MAKE_DIRECTORY ${heatwave_shared_headers})
    file(CREATE_LINK /usr/include/${headers} ${heatwave_shared_headers}/${headers} SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} INTERFACE ${heatwave_shared_headers})
  else()
    FetchContent_MakeAvailable(${name})
  endif()
endmacro()

# stb has no CMake of its own: the library that its package brings is built here.
function(heatwave_fetch_stb)
  FetchContent_Declare(stb
    URL https://github.com/nothings/stb/archive/5c205738c191bcb0abc65c4febfa9bd25ff35234.tar.gz)
  FetchContent_MakeAvailable(stb)
  set(source ${CMAKE_BINARY_DIR}/stb/stb.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
")
  add_library(heatwave_stb STATIC ${source})
  target_include_directories(heatwave_stb SYSTEM PUBLIC ${stb_SOURCE_DIR})
  find_library(HEATWAVE_MATH_LIBRARY m)
  if(HEATWAVE_MATH_LIBRARY)
    target_link_libraries(heatwave_stb PUBLIC ${HEATWAVE_MATH_LIBRARY})
  endif()
  add_library(stb::stb ALIAS heatwave_stb)
endfunction()

# Dear ImGui and what builds on it, at the versions that one source distribution bundles: it is found on
# every package index, also where GitHub cannot be reached. Debian's Dear ImGui is years older.
function(heatwave_fetch_interface_libraries)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(glfw_folder "")
  if(WIN32)  # it has GLFW's source, too
    set(glfw_folder external/glfw/glfw/)
  endif()
  FetchContent_Declare(interface_libraries
    DOWNLOAD_COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fetch_sdist.py
      imgui_bundle-1.93.0.tar.gz 10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf
      <SOURCE_DIR> external/imgui/imgui external/imgui/imgui/backends external/implot/implot
      external/ImGuiColorTextEdit/ImGuiColorTextEdit bindings/imgui_bundle/assets/fonts
      external/imgui_microtex/MicroTeX/lib/ external/imgui_microtex/MicroTeX/res/firamath
      external/imgui_rich_md/imgui_rich_md/imgui_rich_md/third_party
      ${glfw_folder})
  FetchContent_MakeAvailable(interface_libraries)
  set(source ${interface_libraries_SOURCE_DIR})
  set(interface_libraries_SOURCE_DIR ${source} PARENT_SCOPE)

  add_library(heatwave_imgui STATIC
    ${source}/imgui/imgui.cpp
    ${source}/imgui/imgui_draw.cpp
    ${source}/imgui/imgui_stacklayout.cpp
    ${source}/imgui/imgui_tables.cpp
    ${source}/imgui/imgui_widgets.cpp)
  target_include_directories(heatwave_imgui SYSTEM PUBLIC ${source}/imgui ${source}/backends)
  target_compile_definitions(heatwave_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
  if(HEATWAVE_HAS_WINDOW)
    target_sources(heatwave_imgui PRIVATE
      ${source}/backends/imgui_impl_glfw.cpp
      ${source}/backends/imgui_impl_opengl3.cpp)
    target_link_libraries(heatwave_imgui PUBLIC glfw ${CMAKE_DL_LIBS})
  endif()

  add_library(heatwave_implot STATIC EXCLUDE_FROM_ALL
    ${source}/implot/implot.cpp ${source}/implot/implot_items.cpp)
  target_include_directories(heatwave_implot SYSTEM PUBLIC ${source}/implot)
  # By default its templates are compiled for ten types of numbers, which takes more than a minute.
  target_compile_definitions(heatwave_implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)")
  target_link_libraries(heatwave_implot PUBLIC heatwave_imgui)

  add_library(heatwave_text_editor STATIC EXCLUDE_FROM_ALL
    ${source}/ImGuiColorTextEdit/TextEditor.cpp)
  target_include_directories(heatwave_text_editor SYSTEM PUBLIC ${source}/ImGuiColorTextEdit)
  target_compile_features(heatwave_text_editor PUBLIC cxx_std_17)
  target_link_libraries(heatwave_text_editor PUBLIC heatwave_imgui)

  # MicroTeX sets mathematics. Its letters are drawn by their number in the font.
  set(microtex ${source}/lib)
  file(GLOB microtex_sources ${microtex}/*/*.cpp)
  list(FILTER microtex_sources EXCLUDE REGEX "/wrapper/")
  add_library(heatwave_microtex STATIC EXCLUDE_FROM_ALL ${microtex_sources} ${microtex}/microtex.cpp)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/microtex/microtexconfig.h CONTENT "#pragma once
#define MICROTEX_VERSION_MAJOR 1
#define MICROTEX_VERSION_MINOR 0
#define MICROTEX_VERSION_PATCH 0
")
  target_include_directories(heatwave_microtex SYSTEM PUBLIC ${microtex} ${CMAKE_BINARY_DIR}/microtex)
  target_compile_definitions(heatwave_microtex PUBLIC MICROTEX_STATIC PRIVATE GLYPH_RENDER_TYPE=2)
  target_compile_features(heatwave_microtex PUBLIC cxx_std_17)
  # Together its sources compile in a quarter of the time; a macro of one changes two others.
  set_target_properties(heatwave_microtex PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 80)
  set_source_files_properties(${microtex}/microtex.cpp ${microtex}/unimath/uni_font.cpp
    ${microtex}/utils/utils.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # It would need the locale en_US.UTF-8, which not every machine has, where it does not take "C".
  set_source_files_properties(${microtex}/utils/utils.cpp PROPERTIES COMPILE_DEFINITIONS __WIN32__)
  if(HEATWAVE_SANITIZE MATCHES "address")
    # Its macros are never freed: the leak sanitizer looks when the table of them is gone.
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/microtex/leaks.cpp CONTENT "extern \"C\" {
const char* __lsan_default_options();
const char* __lsan_default_options() { return \"print_suppressions=0\"; }
const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return \"leak:microtex::\"; }
}
")
    target_sources(heatwave_microtex INTERFACE
      $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_BINARY_DIR}/microtex/leaks.cpp>)
  endif()

  # It comes with the text editor, which compares texts by it.
  add_library(heatwave_dtl INTERFACE)
  target_include_directories(heatwave_dtl SYSTEM INTERFACE ${source}/ImGuiColorTextEdit)
  add_library(dtl::dtl ALIAS heatwave_dtl)

  # stb_image 2.29 reads pictures: that of Debian 12, 2.27, computes with memory that it has not set
  # where a JPEG lacks a table. What writes pictures stays the package's.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/stb/stb_image.c CONTENT "#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#include <stb_image.h>
")
  add_library(heatwave_stb_image STATIC EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/stb/stb_image.c)
  target_include_directories(heatwave_stb_image SYSTEM PUBLIC ${source}/third_party)
  target_compile_options(heatwave_stb_image PRIVATE -w)
  add_library(stb::image ALIAS heatwave_stb_image)

  # The sources of the others share names of constants, so they are compiled one by one.
  set_target_properties(heatwave_imgui heatwave_implot heatwave_text_editor PROPERTIES UNITY_BUILD OFF)
  foreach(library imgui implot text_editor microtex)
    target_compile_options(heatwave_${library} PRIVATE -w
      $<$<CONFIG:Release>:$<IF:$<STREQUAL:${library},imgui>,-O2,-O1>>)
    add_library(imgui::${library} ALIAS heatwave_${library})
  endforeach()
endfunction()

# The kernels --------------------------------------------------------------------------------------

# An assembler: headers for x86-64 alone, which no other processor includes. Its own CMake would install
# them with the program, so only its files are taken.
FetchContent_Declare(xbyak
  URL https://github.com/herumi/xbyak/archive/refs/tags/v7.37.2.tar.gz
  URL_HASH SHA256=9bc1fdf754625cb7d8340dd670ed7f28e1d4f7c667b999bbf67ff2cc30ce678b
  SOURCE_SUBDIR xbyak
  FIND_PACKAGE_ARGS)
heatwave_fetch(xbyak xbyak::xbyak xbyak)
if(NOT TARGET xbyak::xbyak)
  add_library(heatwave_xbyak INTERFACE)
  target_include_directories(heatwave_xbyak SYSTEM INTERFACE ${xbyak_SOURCE_DIR})
  add_library(xbyak::xbyak ALIAS heatwave_xbyak)
endif()

# Tests --------------------------------------------------------------------------------------------

if(HEATWAVE_TESTS)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  FetchContent_Declare(googletest
    URL https://github.com/google/googletest/archive/refs/tags/v1.16.0.tar.gz
    FIND_PACKAGE_ARGS NAMES GTest)
  FetchContent_MakeAvailable(googletest)
  heatwave_mark_as_system(GTest::gtest GTest::gtest_main)
endif()

# The program --------------------------------------------------------------------------------------

if(HEATWAVE_APP)
  set(FMT_INSTALL OFF)
  set(JSON_Install OFF)
  set(CLI11_INSTALL OFF)
  FetchContent_Declare(fmt
    URL https://github.com/fmtlib/fmt/archive/refs/tags/11.1.1.tar.gz
    FIND_PACKAGE_ARGS)
  FetchContent_Declare(nlohmann_json
    URL https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz
    FIND_PACKAGE_ARGS)
  FetchContent_Declare(CLI11
    URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.6.1.tar.gz
    FIND_PACKAGE_ARGS)
  heatwave_fetch(fmt fmt::fmt fmt)
  heatwave_fetch(nlohmann_json nlohmann_json::nlohmann_json nlohmann)
  heatwave_fetch(CLI11 CLI11::CLI11 CLI)
  get_target_property(is_headers fmt::fmt IMPORTED)
  if(is_headers AND CMAKE_CROSSCOMPILING)
    target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
  endif()
  heatwave_mark_as_system(fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11)

  set(ZLIB_BUILD_EXAMPLES OFF)
  if(CMAKE_CROSSCOMPILING)  # no library beside the program
    set(ZLIB_USE_STATIC_LIBS ON)
  endif()
  if(MINGW)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  endif()
  FetchContent_Declare(ZLIB
    URL https://github.com/madler/zlib/releases/download/v1.3.1/zlib-1.3.1.tar.gz
    URL_HASH SHA256=9a93b2b7dfdac77ceba5a558a580e74667dd6fede4585b91eefb60f03b72df23
    FIND_PACKAGE_ARGS)
  FetchContent_MakeAvailable(ZLIB)
  if(NOT TARGET ZLIB::ZLIB)
    target_include_directories(zlibstatic INTERFACE ${zlib_SOURCE_DIR} ${zlib_BINARY_DIR})
    add_library(ZLIB::ZLIB ALIAS zlibstatic)
  endif()
  heatwave_mark_as_system(ZLIB::ZLIB)

  heatwave_from_system(stb::stb stb)
  if(NOT TARGET stb::stb)
    heatwave_fetch_stb()
  endif()
  heatwave_fetch_interface_libraries()
endif()

# The window ---------------------------------------------------------------------------------------

if(HEATWAVE_HAS_WINDOW)
  set(GLFW_BUILD_EXAMPLES OFF)
  set(GLFW_BUILD_TESTS OFF)
  set(GLFW_BUILD_DOCS OFF)
  set(GLFW_INSTALL OFF)
  find_program(HEATWAVE_WAYLAND_SCANNER wayland-scanner)
  if(PkgConfig_FOUND)
    pkg_check_modules(HEATWAVE_WAYLAND QUIET wayland-client wayland-cursor wayland-egl xkbcommon)
  endif()
  if(NOT HEATWAVE_WAYLAND_SCANNER OR NOT HEATWAVE_WAYLAND_FOUND)
    set(GLFW_BUILD_WAYLAND OFF)
  endif()
  if(WIN32 AND NOT FETCHCONTENT_SOURCE_DIR_GLFW)
    set(FETCHCONTENT_SOURCE_DIR_GLFW ${interface_libraries_SOURCE_DIR}/glfw)
  endif()
  FetchContent_Declare(glfw
    URL https://github.com/glfw/glfw/archive/refs/tags/3.4.tar.gz
    FIND_PACKAGE_ARGS NAMES glfw3)
  FetchContent_MakeAvailable(glfw)
  if(WIN32)  # its sources share names
    set_target_properties(glfw PROPERTIES UNITY_BUILD OFF)
  endif()
endif()
