# What is built only where the machine has what it needs: the CUDA half, the window.
include_guard()

# Says why a half is not built. OPTION is AUTO, or ON, with which that is an error.
function(heatwave_build_without option reason instead)
  if(${option} STREQUAL "ON")
    message(FATAL_ERROR "${option}=ON, but ${reason}")
  endif()
  message(STATUS "Heatwave: ${reason}, ${instead}")
endfunction()
