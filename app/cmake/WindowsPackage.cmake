# What is packed for Windows: a ZIP file that runs where it is unpacked, and an installer by NSIS with
# start menu, file types and removal.
include_guard()

install(TARGETS heatwave RUNTIME DESTINATION .)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets DESTINATION . PATTERN pictures EXCLUDE)
install(FILES ${package_files}/copyright DESTINATION . RENAME LICENCES.txt)
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION . RENAME CHANGELOG.txt)
# The letters are in the program; so are all libraries.
foreach(licence Apache-2.0 CC0-1.0)
  install(FILES /usr/share/common-licenses/${licence} DESTINATION licences RENAME ${licence}.txt OPTIONAL)
endforeach()

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ${HEATWAVE_TESTS})  # tests are not packed
set(CPACK_GENERATOR ZIP)
find_program(HEATWAVE_MAKENSIS makensis)
if(HEATWAVE_MAKENSIS)
  list(APPEND CPACK_GENERATOR NSIS)
endif()
set(CPACK_PACKAGE_NAME Heatwave)
set(CPACK_PACKAGE_VENDOR "The authors of Heatwave")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA course for a lecture hall: fields, timed kernels, steps")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_PACKAGE_FILE_NAME heatwave-${PROJECT_VERSION}-win64)
set(CPACK_PACKAGE_INSTALL_DIRECTORY Heatwave)
set(CPACK_RESOURCE_FILE_LICENSE ${package_files}/copyright)
set(CPACK_STRIP_FILES ON)
set(CPACK_NSIS_MUI_ICON ${PROJECT_BINARY_DIR}/heatwave.ico)
list(PREPEND CMAKE_MODULE_PATH ${package_files}/windows)  # the installer's script, for CPack
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
