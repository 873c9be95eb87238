# Third-party libraries: the system's packages where they are there, else pinned sources.
include_guard()
include(FetchContent)

# heatwave_dependency(NAME TARGET URL ...): find_package(NAME), else FetchContent from URL.
find_package(PkgConfig)

if(HEATWAVE_TESTS)
  find_package(GTest REQUIRED)
endif()
if(HEATWAVE_APP)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(glfw3 REQUIRED)
  find_package(OpenGL REQUIRED COMPONENTS OpenGL)
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  pkg_check_modules(stb REQUIRED IMPORTED_TARGET stb)
endif()
