# libFuzzer comes with clang, and some systems package its runtime apart.

# heatwave_find_libfuzzer(VARIABLE): whether this compiler can build and link a fuzzer.
function(heatwave_find_libfuzzer variable)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
  check_cxx_source_compiles("
    #include <cstddef>
    #include <cstdint>
    extern \"C\" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }"
    ${variable})
endfunction()
