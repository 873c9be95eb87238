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
set(CPACK_PACKAGE_EXECUTABLES heatwave Heatwave)  # in the start menu
set(CPACK_RESOURCE_FILE_LICENSE ${package_files}/copyright)
set(CPACK_STRIP_FILES ON)
set(CPACK_NSIS_DISPLAY_NAME "Heatwave ${PROJECT_VERSION}")
set(CPACK_NSIS_INSTALLED_ICON_NAME heatwave.exe)
set(CPACK_NSIS_MUI_ICON ${PROJECT_BINARY_DIR}/heatwave.ico)
set(CPACK_NSIS_MUI_UNIICON ${PROJECT_BINARY_DIR}/heatwave.ico)
set(CPACK_NSIS_EXECUTABLES_DIRECTORY .)
set(CPACK_NSIS_ENABLE_UNINSTALL_BEFORE_INSTALL ON)
set(CPACK_NSIS_MODIFY_PATH ON)  # a choice in the installer: `heatwave` in a terminal
# File types. Scenes are JSON, whose owner is another program: Heatwave only offers itself for them.
set(CPACK_NSIS_EXTRA_INSTALL_COMMANDS "")
set(CPACK_NSIS_EXTRA_UNINSTALL_COMMANDS "")
set(command [['"$INSTDIR\\heatwave.exe" "%1"']])
foreach(type "hwl|Lecture|Heatwave lecture" "hwrec|Recording|Heatwave recording")
  string(REPLACE "|" ";" type "${type}")
  list(GET type 0 ending)
  list(GET type 1 class)
  list(GET type 2 words)
  string(APPEND CPACK_NSIS_EXTRA_INSTALL_COMMANDS "
  WriteRegStr SHCTX 'Software\\Classes\\.${ending}' '' 'Heatwave.${class}'
  WriteRegStr SHCTX 'Software\\Classes\\Heatwave.${class}' '' '${words}'
  WriteRegStr SHCTX 'Software\\Classes\\Heatwave.${class}\\DefaultIcon' '' '$INSTDIR\\heatwave.exe,0'
  WriteRegStr SHCTX 'Software\\Classes\\Heatwave.${class}\\shell\\open\\command' '' ${command}")
  string(APPEND CPACK_NSIS_EXTRA_UNINSTALL_COMMANDS "
  DeleteRegKey SHCTX 'Software\\Classes\\.${ending}'
  DeleteRegKey SHCTX 'Software\\Classes\\Heatwave.${class}'")
endforeach()
string(APPEND CPACK_NSIS_EXTRA_INSTALL_COMMANDS "
  WriteRegStr SHCTX 'Software\\Classes\\Applications\\heatwave.exe\\SupportedTypes' '.json' ''
  WriteRegStr SHCTX 'Software\\Classes\\Applications\\heatwave.exe\\shell\\open\\command' '' ${command}")
string(APPEND CPACK_NSIS_EXTRA_UNINSTALL_COMMANDS "
  DeleteRegKey SHCTX 'Software\\Classes\\Applications\\heatwave.exe'")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
