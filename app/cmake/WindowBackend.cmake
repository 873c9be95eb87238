# Decides whether the window is built. Sets HEATWAVE_HAS_WINDOW.
include_guard()
include(OptionalHalf)

set(HEATWAVE_HAS_WINDOW FALSE)

set(instead "building the command line without a window")
if(HEATWAVE_WINDOW STREQUAL "OFF")
  message(STATUS "Heatwave: ${instead}, as asked")
  return()
endif()

# OpenGL's functions are loaded at run time; CUDA's interop header needs <GL/gl.h>.
find_package(OpenGL QUIET)
if(NOT OpenGL_FOUND)
  heatwave_build_without(HEATWAVE_WINDOW "no OpenGL found (Debian and Ubuntu: libgl-dev)" ${instead})
  return()
endif()

# GLFW's source needs X11 there.
if(UNIX AND NOT APPLE)
  if(HEATWAVE_SYSTEM_LIBS)
    find_package(glfw3 QUIET)
  endif()
  find_package(X11 QUIET)
  foreach(extension Xcursor Xi Xinerama Xkb Xrandr)
    if(NOT X11_${extension}_INCLUDE_PATH)
      set(X11_FOUND FALSE)
    endif()
  endforeach()
  if(NOT glfw3_FOUND AND NOT X11_FOUND)
    heatwave_build_without(HEATWAVE_WINDOW "no GLFW found (Debian and Ubuntu: libglfw3-dev)" ${instead})
    return()
  endif()
endif()
set(HEATWAVE_HAS_WINDOW TRUE)
