// Tests that a kernel text may include the headers of the CUDA toolkit when NVRTC compiles it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "kernels/core/non_copyable.h"
#include "kernels/core/nvrtc.h"

namespace heatwave::core {
namespace {

/// Sets an environment variable as long as this object lives.
class Variable : NonCopyable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

DeviceCode compiled(const std::string& text) {
  std::vector<std::string> options = options_for_cuda_headers();
  options.insert(options.end(), {"-std=c++17", "-default-device"});
  return Nvrtc(0).compile({.file = "kernel.cu",
                           .text = text,
                           .kernels = {},
                           .headers = {},
                           .capability = 90,
                           .options = options});
}

class CudaHeaders : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      (void)Nvrtc(0);
    } catch (const Unavailable& missing) {
      GTEST_SKIP() << missing.what();
    }
  }
};

TEST_F(CudaHeaders, AreFoundByAKernelOfTheLab) {
  if (options_for_cuda_headers().empty()) GTEST_SKIP() << "the toolkit has no headers here";
  std::ifstream in(std::string(HEATWAVE_SOURCE_FOLDER) +
                   "/kernels/lab/experiments/order/order_kernels.cuh");
  std::ostringstream text;
  text << in.rdbuf();
  ASSERT_NE(text.str().find("#include <cuda/atomic>"), std::string::npos);
  EXPECT_GT(compiled(text.str()).bytes.size(), 1000U);
}

TEST_F(CudaHeaders, ThatAreMissingAreNamedWithWhatToDo) {
  const Variable nowhere("CUDA_PATH", "/nowhere");
  EXPECT_TRUE(options_for_cuda_headers().empty());
  try {
    (void)compiled("#include <cuda/atomic>\n__global__ void none() {}\n");
    FAIL() << "it was compiled";
  } catch (const CompilationFailed& error) {
    const std::string words = error.what();
    EXPECT_NE(words.find("kernel.cu(1)"), std::string::npos) << words;
    EXPECT_NE(words.find("The CUDA toolkit's headers are not in /nowhere/include; install the "
                         "toolkit, or set CUDA_PATH to its folder."),
              std::string::npos)
        << words;
  }
}

}  // namespace
}  // namespace heatwave::core
