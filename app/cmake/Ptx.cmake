# heatwave_ptx(OUTPUT): has nvcc turn the lab's device code into PTX at build time, and into machine
# code where cuobjdump is there to list it, so that both can be shown without a toolkit. OUTPUT becomes
# a list of NAME=FILE for heatwave_embed; empty without nvcc. A program for the CPU only has them too
# where HEATWAVE_PTX_NVCC names an nvcc. Run with -P it takes the instructions' bits out of a listing.

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${LISTING} text)
  string(REGEX REPLACE "[ \t]*/\\* 0x[0-9a-f]+ \\*/" "" text "${text}")
  string(REGEX REPLACE "[^\n]*NOP;?\n" "" text "${text}")
  string(REGEX REPLACE "\n[ \t\n]*\n" "\n" text "${text}")
  file(WRITE ${LISTING} "${text}")
  return()
endif()

set(HEATWAVE_PTX_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

set(HEATWAVE_PTX_NVCC "" CACHE FILEPATH "The nvcc that turns the lab's device code into PTX to show")
if(HEATWAVE_HAS_CUDA AND NOT HEATWAVE_PTX_NVCC)
  set(HEATWAVE_PTX_NVCC ${CMAKE_CUDA_COMPILER})
endif()

set(HEATWAVE_SASS_ARCH sm_90a CACHE STRING "The GPU whose machine code is shown, as nvcc calls it")
if(HEATWAVE_PTX_NVCC)
  cmake_path(GET HEATWAVE_PTX_NVCC PARENT_PATH nvcc_folder)
  find_program(HEATWAVE_CUOBJDUMP cuobjdump HINTS ${nvcc_folder})
endif()

# What a file of device code leaves to its launcher: which templates become kernels.
set(HEATWAVE_PTX_OF_matmul_kernels
  "template __global__ void multiply_shared_tiles<32>(const float*, const float*, float*, int)")
set(HEATWAVE_PTX_OF_matmul_pipeline_kernels
  "template __global__ void multiply_pipelined<false>(const float*, const float*, float*, int, int)"
  "template __global__ void multiply_pipelined<true>(const float*, const float*, float*, int, int)")
set(HEATWAVE_PTX_OF_matmul_hopper_kernels
  "template __global__ void multiply_bulk_copies<16, 1>(const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap, float*, int, int)"
  "template __global__ void multiply_by_warp_groups<256>(const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap, float*, int, int)")
set(HEATWAVE_PTX_OF_banks_kernels
  "template __global__ void transpose_through_tile<32>(const unsigned*, unsigned*, long long)"
  "template __global__ void transpose_through_tile<33>(const unsigned*, unsigned*, long long)")
foreach(job work_by_bits work_by_masks work_by_intrinsics)
  foreach(which 0 1 2)
    list(APPEND HEATWAVE_PTX_OF_integers_kernels
      "template __global__ void ${job}<${which}>(const unsigned*, unsigned*, int, long long)")
  endforeach()
endforeach()
foreach(job sum_accurately sum_by_hardware)
  foreach(which 0 1 2)
    list(APPEND HEATWAVE_PTX_OF_integers_kernels
      "template __global__ void ${job}<${which}>(const float*, float*, float*, int, long long)")
  endforeach()
endforeach()

# As its launcher is compiled.
set(HEATWAVE_PTX_FLAGS_stencil_kernels -ftz=true)

function(heatwave_ptx output)
  set(entries "")
  if(HEATWAVE_PTX_NVCC)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/lab/experiments/*/*_kernels.cuh)
    foreach(file IN LISTS files)
      cmake_path(GET file STEM stem)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/ptx/${stem}.cu)
      set(ptx ${CMAKE_CURRENT_BINARY_DIR}/ptx/${stem}.ptx)
      set(instances "")
      foreach(instance IN LISTS HEATWAVE_PTX_OF_${stem})
        string(APPEND instances "${instance};\n")
      endforeach()
      file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${file}\"\n${instances}")
      # The oldest architecture that every rung of the file can run on.
      set(architecture sm_80)
      if(stem MATCHES "_hopper_kernels$")
        set(architecture sm_90a)
      endif()
      add_custom_command(OUTPUT ${ptx} DEPENDS ${file} ${source}
        COMMAND ${HEATWAVE_PTX_NVCC} -std=c++20 --fmad=false ${HEATWAVE_PTX_FLAGS_${stem}}
          -ptx -arch=${architecture} -o ${ptx} ${source}
        COMMENT "PTX of ${stem}" VERBATIM)
      list(APPEND entries "ptx/${stem}.ptx=${ptx}")
      if(HEATWAVE_CUOBJDUMP)
        set(sass ${CMAKE_CURRENT_BINARY_DIR}/ptx/${stem}.sass)
        add_custom_command(OUTPUT ${sass} DEPENDS ${ptx}
          COMMAND ${HEATWAVE_PTX_NVCC} -cubin -arch=${HEATWAVE_SASS_ARCH} -o ${sass}.cubin ${ptx}
          COMMAND ${HEATWAVE_CUOBJDUMP} -sass ${sass}.cubin > ${sass}
          COMMAND ${CMAKE_COMMAND} -DLISTING=${sass} -P ${HEATWAVE_PTX_SCRIPT}
          COMMENT "Machine code of ${stem}" VERBATIM)
        list(APPEND entries "sass/${stem}.sass=${sass}")
      endif()
    endforeach()
  endif()
  set(${output} ${entries} PARENT_SCOPE)
endfunction()
