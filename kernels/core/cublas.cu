// cuBLAS is loaded here at run time, and the few functions that the lab measures are called.
#include "kernels/core/cublas.h"

#include <string>

#include "kernels/core/error.h"
#include "kernels/core/shared_library.h"

namespace heatwave::core {
namespace {

// These declarations follow cuBLAS's C interface, so that its header is not needed: an enumeration
// is an int, a handle is a pointer, and these numbers have not changed since version 11.
using Handle = void*;
constexpr int kSuccess = 0;
constexpr int kHostPointers = 0;
constexpr int kDevicePointers = 1;
constexpr int kNotTransposed = 0;
constexpr int kDefaultMath = 0;
constexpr int kTf32Math = 3;

/// The library's functions, found by name.
struct Library {
  int (*create)(Handle*);
  int (*destroy)(Handle);
  int (*set_stream)(Handle, cudaStream_t);
  int (*set_pointer_mode)(Handle, int);
  int (*set_math_mode)(Handle, int);
  int (*sgemm)(Handle, int, int, int, int, int, const float*, const float*, int, const float*, int,
               const float*, float*, int);
  int (*sdot)(Handle, int, const float*, int, const float*, int, float*);
};

Library loaded() {
  const SharedLibrary file("cuBLAS", {"libcublas.so.13", "libcublas.so.12", "libcublas.so"});
  Library library{};
  file.find(library.create, "cublasCreate_v2");
  file.find(library.destroy, "cublasDestroy_v2");
  file.find(library.set_stream, "cublasSetStream_v2");
  file.find(library.set_pointer_mode, "cublasSetPointerMode_v2");
  file.find(library.set_math_mode, "cublasSetMathMode");
  file.find(library.sgemm, "cublasSgemm_v2");
  file.find(library.sdot, "cublasSdot_v2");
  return library;
}

/// Returns the library, which the first call loads. It is never unloaded, because it has work left
/// to do at exit.
const Library& library() {
  static const Library kLibrary = loaded();
  return kLibrary;
}

void check(int status, const char* call) {
  if (status == kSuccess) return;
  throw Error("cuBLAS: " + std::string(call) + " failed with status " + std::to_string(status));
}

}  // namespace

Cublas::Cublas(cudaStream_t stream) {
  Handle made = nullptr;
  const int status = library().create(&made);
  if (status != kSuccess) {
    throw Unavailable("cuBLAS cannot start here (status " + std::to_string(status) + ")");
  }
  handle_.reset(made);
  set_stream(stream);
}

void Cublas::Destroy::operator()(void* handle) const { library().destroy(handle); }

void Cublas::set_stream(cudaStream_t stream) const {
  check(library().set_stream(handle_.get(), stream), "set stream");
}

void Cublas::set_arithmetic(Arithmetic arithmetic) const {
  const int mode = arithmetic == Arithmetic::tf32 ? kTf32Math : kDefaultMath;
  check(library().set_math_mode(handle_.get(), mode), "set math mode");
}

void Cublas::sgemm(int m, int n, int k, const float* a, const float* b, float* c) const {
  const float one = 1.0F;
  const float zero = 0.0F;
  check(library().set_pointer_mode(handle_.get(), kHostPointers), "set pointer mode");
  // cuBLAS stores matrices column by column, so it sees each matrix transposed: cᵀ = bᵀ · aᵀ.
  check(library().sgemm(handle_.get(), kNotTransposed, kNotTransposed, n, m, k, &one, b, n, a, k,
                        &zero, c, n),
        "sgemm");
}

void Cublas::sdot(int n, const float* x, const float* y, float* result) const {
  check(library().set_pointer_mode(handle_.get(), kDevicePointers), "set pointer mode");
  check(library().sdot(handle_.get(), n, x, 1, y, 1, result), "sdot");
}

}  // namespace heatwave::core
