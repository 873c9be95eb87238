# The icon, the version and the manifest of the program for Windows.
include_guard()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(package_files ${PROJECT_SOURCE_DIR}/app/cmake/package)
set(icon ${PROJECT_BINARY_DIR}/heatwave.ico)
set(icon_pictures "")
foreach(size 16 24 32 48 64 128 256)
  list(APPEND icon_pictures ${package_files}/heatwave-${size}.png)
endforeach()
set(icon_script ${PROJECT_SOURCE_DIR}/app/cmake/make_icon.py)
add_custom_command(OUTPUT ${icon} DEPENDS ${icon_script} ${icon_pictures}
  COMMAND ${Python3_EXECUTABLE} -B ${icon_script} ${icon} ${icon_pictures}
  COMMENT "Icon" VERBATIM)
set(resources ${PROJECT_BINARY_DIR}/heatwave.rc)
configure_file(${package_files}/windows/heatwave.rc.in ${resources} @ONLY)
set_source_files_properties(${resources} PROPERTIES
  OBJECT_DEPENDS "${icon};${package_files}/windows/heatwave.manifest"
  INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR})
target_sources(heatwave PRIVATE ${resources})
