# What is installed, and the package that CPack makes of it. The program finds its assets relative to
# itself, so that all of it can be moved.
include_guard()
include(GNUInstallDirs)

# The date of this version is in the changelog, its only place.
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md heading REGEX "^## .${PROJECT_VERSION}. - ")
if(NOT heading MATCHES "[0-9]+-[0-9]+-[0-9]+$")
  message(FATAL_ERROR "CHANGELOG.md has no heading '## [${PROJECT_VERSION}] - YYYY-MM-DD'")
endif()
set(HEATWAVE_RELEASE_DATE ${CMAKE_MATCH_0})

# Manual page and completions, from the program's own description of its options -------------------

set(pages ${PROJECT_BINARY_DIR}/pages)
if(NOT CMAKE_CROSSCOMPILING AND NOT HEATWAVE_SANITIZE)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_program(HEATWAVE_GZIP gzip REQUIRED)
  set(page_script ${PROJECT_SOURCE_DIR}/app/cmake/option_pages.py)
  add_custom_command(
    OUTPUT ${pages}/heatwave.1.gz ${pages}/changelog.gz
    BYPRODUCTS ${pages}/heatwave.1 ${pages}/heatwave.bash ${pages}/_heatwave ${pages}/heatwave.fish
    COMMAND ${Python3_EXECUTABLE} -B ${page_script} $<TARGET_FILE:heatwave> --out ${pages}
      --date ${HEATWAVE_RELEASE_DATE}
    COMMAND ${HEATWAVE_GZIP} -9nc ${pages}/heatwave.1 > ${pages}/heatwave.1.gz
    COMMAND ${HEATWAVE_GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${pages}/changelog.gz
    DEPENDS heatwave ${page_script} ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    COMMENT "Manual page and completions"
    VERBATIM)
  add_custom_target(heatwave_pages ALL DEPENDS ${pages}/heatwave.1.gz)
endif()

# Files --------------------------------------------------------------------------------------------

set(package_files ${PROJECT_SOURCE_DIR}/app/cmake/package)
configure_file(${package_files}/heatwave.metainfo.xml.in
  ${PROJECT_BINARY_DIR}/org.heatwave.Heatwave.metainfo.xml @ONLY)

if(WIN32)
  include(WindowsPackage)
  return()
endif()
install(TARGETS heatwave RUNTIME)
if(TARGET heatwave_mpi)
  install(TARGETS heatwave_mpi LIBRARY DESTINATION lib/heatwave)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/heatwave/assets
  PATTERN pictures EXCLUDE)
if(HEATWAVE_HAS_WINDOW)
  install(FILES ${package_files}/heatwave.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_BINARY_DIR}/org.heatwave.Heatwave.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${package_files}/heatwave-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
    RENAME heatwave.xml)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  install(FILES ${package_files}/heatwave.svg DESTINATION ${icons}/scalable/apps)
  foreach(size 16 24 32 48 64 128 256)
    install(FILES ${package_files}/heatwave-${size}.png DESTINATION ${icons}/${size}x${size}/apps
      RENAME heatwave.png)
  endforeach()
endif()
install(FILES ${package_files}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Optional: they are not there where only the target `heatwave` was built.
install(FILES ${pages}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(FILES ${pages}/heatwave.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES ${pages}/heatwave.bash RENAME heatwave OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${pages}/_heatwave OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${pages}/heatwave.fish OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# The package --------------------------------------------------------------------------------------

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ${HEATWAVE_TESTS})  # tests are not packed
if(HEATWAVE_HAS_CUDA)
  set(computes "It computes on an NVIDIA GPU, whose driver has to be installed apart, and
on the CPU.")
  set(kind "")
else()
  set(computes "This build computes on the CPU only: it was made without nvcc.")
  set(kind "-cpu")
endif()
if(NOT HEATWAVE_HAS_WINDOW)
  string(APPEND computes "\nIt has no window: this is the command line alone.")
  string(APPEND kind "-no-window")
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heatwave)
set(CPACK_PACKAGE_CONTACT "Heatwave maintainers <maintainers@heatwave.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA course for a lecture hall: fields, timed kernels, steps")
set(CPACK_PACKAGE_DESCRIPTION "Heatwave shows heat and wave fields that are changed while they are
computed, times the experiments of a CUDA course on this machine, and plays
small kernels step by step, with their races and deadlocks.
${computes}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 0)  # as many as there are processors
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(HEATWAVE_HAS_WINDOW)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS libgl1)  # GLFW opens it at run time
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libgl1-mesa-dri)
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, openmpi-bin")  # films as MP4 and WebM; several processes
find_program(HEATWAVE_DPKG dpkg)
if(HEATWAVE_DPKG)
  execute_process(COMMAND ${HEATWAVE_DPKG} --print-architecture
    OUTPUT_VARIABLE architecture OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
set(CPACK_DEBIAN_FILE_NAME heatwave${kind}_${PROJECT_VERSION}_${architecture}.deb)
include(CPack)
