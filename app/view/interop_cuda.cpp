// The one file that includes cuda_gl_interop.h: registers a texture and copies fields into it.
#include <glad/gl.h>
// glad must come first: CUDA's header pulls in the system's OpenGL.
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/view/interop.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::view {
namespace {

/// CUDA keeps the last error until somebody asks; the next launch must not trip over it.
void require(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  (void)cudaGetLastError();
  throw core::Error(std::string(what) + ": " + cudaGetErrorString(result));
}

class CudaInterop final : public Interop {
 public:
  ~CudaInterop() override { release(); }
  /// `devices` are those that drive the OpenGL context.
  explicit CudaInterop(std::vector<int> devices) : devices_(std::move(devices)) {}

  void attach(unsigned texture) override {
    release();
    require(cudaGraphicsGLRegisterImage(&resource_, texture, GL_TEXTURE_2D,
                                        cudaGraphicsRegisterFlagsWriteDiscard),
            "the texture cannot be registered");
  }

  void detach() override { release(); }

  void copy(const field::DeviceFrame& frame) override {
    if (std::find(devices_.begin(), devices_.end(), frame.device) == devices_.end()) {
      throw core::Error("OpenGL is drawn by another device than the one that computes");
    }
    auto* stream = static_cast<cudaStream_t>(frame.stream);
    const Mapping mapping(resource_, stream);
    cudaArray_t array = nullptr;
    require(cudaGraphicsSubResourceGetMappedArray(&array, resource_, 0, 0),
            "the texture's memory cannot be had");
    require(cudaMemcpy2DToArrayAsync(array, 0, 0, frame.cells, frame.pitch,
                                     static_cast<std::size_t>(frame.extent.width) * sizeof(float),
                                     static_cast<std::size_t>(frame.extent.height),
                                     cudaMemcpyDeviceToDevice, stream),
            "the field cannot be copied into the texture");
  }

 private:
  /// The texture is OpenGL's again when this ends, whatever happens between.
  class Mapping : core::NonCopyable {
   public:
    Mapping(cudaGraphicsResource_t& resource, cudaStream_t stream)
        : resource_(&resource), stream_(stream) {
      require(cudaGraphicsMapResources(1, resource_, stream_), "the texture cannot be mapped");
    }
    ~Mapping() {
      if (cudaGraphicsUnmapResources(1, resource_, stream_) != cudaSuccess) {
        (void)cudaGetLastError();
      }
    }

   private:
    cudaGraphicsResource_t* resource_;
    cudaStream_t stream_;
  };

  void release() {
    if (resource_ == nullptr) return;
    if (cudaGraphicsUnregisterResource(resource_) != cudaSuccess) (void)cudaGetLastError();
    resource_ = nullptr;
  }

  std::vector<int> devices_;
  cudaGraphicsResource_t resource_ = nullptr;
};

}  // namespace

InteropChoice choose_interop() {
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t result = cudaGLGetDevices(
      &count, devices.data(), static_cast<unsigned>(devices.size()), cudaGLDeviceListAll);
  if (result != cudaSuccess) {
    (void)cudaGetLastError();
    return {nullptr, std::string("no CUDA device shares this OpenGL context (") +
                         cudaGetErrorString(result) + ")"};
  }
  if (count == 0) return {nullptr, "no CUDA device shares this OpenGL context"};
  const std::size_t known = std::min<std::size_t>(count, devices.size());
  return {std::make_unique<CudaInterop>(std::vector<int>(devices.begin(), devices.begin() + known)),
          ""};
}

}  // namespace heatwave::view
