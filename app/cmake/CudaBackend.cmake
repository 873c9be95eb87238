# Decides whether the CUDA half is built and for which devices. Sets HEATWAVE_HAS_CUDA.
include_guard()
include(CheckLanguage)
include(OptionalHalf)

set(HEATWAVE_HAS_CUDA FALSE)

set(instead "building for the CPU only")
if(HEATWAVE_CUDA STREQUAL "OFF")
  message(STATUS "Heatwave: ${instead}, as asked")
  return()
endif()

# The toolkit's own installer puts nvcc where PATH does not look.
if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(HEATWAVE_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda
    PATH_SUFFIXES bin)
  if(HEATWAVE_NVCC)
    set(CMAKE_CUDA_COMPILER ${HEATWAVE_NVCC})
  endif()
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  heatwave_build_without(HEATWAVE_CUDA "no CUDA compiler (nvcc) found" ${instead})
  return()
endif()

# What a package is built for: machine code as far as this nvcc knows the GPU, and PTX for later ones.
if(HEATWAVE_EVERY_GPU AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code OUTPUT_VARIABLE known)
  foreach(generation 75 80 86 89 90 100 120)
    if(known MATCHES "sm_${generation}[^0-9]")
      list(APPEND CMAKE_CUDA_ARCHITECTURES ${generation}-real)
    endif()
  endforeach()
  list(APPEND CMAKE_CUDA_ARCHITECTURES 90-virtual)
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE gpus ERROR_QUIET RESULT_VARIABLE result)
  if(DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES $ENV{CUDAARCHS})
  elseif(result EQUAL 0 AND gpus MATCHES "GPU 0")
    set(CMAKE_CUDA_ARCHITECTURES native)
  else()  # any that is put in later: its driver translates at the first start
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
  endif()
endif()
enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
  heatwave_build_without(HEATWAVE_CUDA
    "nvcc ${CMAKE_CUDA_COMPILER_VERSION} is older than 12.0 (no C++20)" ${instead})
  return()
endif()
find_package(CUDAToolkit REQUIRED)
# nvcc 13 compresses better, in a form that drivers of its own time and later can read.
if(HEATWAVE_EVERY_GPU AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13.0)
  set(HEATWAVE_COMPRESSION -Xfatbin=-compress-all)
elseif(HEATWAVE_EVERY_GPU)
  set(HEATWAVE_COMPRESSION --compress-mode=size)
endif()
set(HEATWAVE_HAS_CUDA TRUE)
message(STATUS
  "Heatwave: CUDA ${CMAKE_CUDA_COMPILER_VERSION}, code for ${CMAKE_CUDA_ARCHITECTURES}")
