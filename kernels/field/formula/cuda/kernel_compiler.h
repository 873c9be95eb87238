// A KernelCompiler turns CUDA text into kernels on the device, on the calling thread or on a thread
// of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/core/nvrtc.h"
#include "kernels/field/formula/cuda/code_cache.h"
#include "kernels/field/formula/cuda/kernel_source.h"

namespace heatwave::field::formula {

/// Kernels of one text, as cudaLaunchKernel() takes them.
using Kernels = std::vector<const void*>;

class KernelCompiler : core::NonCopyable {
 public:
  /// `driver`: CUDA's version number of the driver; `capability`: 90 is compute capability 9.0;
  /// `cache`: null: nothing is kept. Throws core::Unavailable when the machine lacks a library.
  KernelCompiler(int driver, int capability, std::shared_ptr<CodeCache> cache);
  /// Stops the compilation that runs; only old versions of NVRTC finish it first. Precondition: no
  /// kernel runs any more.
  ~KernelCompiler();

  [[nodiscard]] const std::string& version() const { return nvrtc_.version(); }

  /// Compiles a text now. Throws core::Error when that fails.
  const Kernels& compiled(const KernelText& text);
  /// Returns a text's kernels; null: the thread is compiling them, or has failed.
  const Kernels* find(const KernelText& text);
  /// Returns whether texts are left for the thread.
  [[nodiscard]] bool is_busy() const;
  /// Returns the compiler's words about the newest text that it could not compile; empty: there is
  /// none.
  [[nodiscard]] std::string failure() const;

 private:
  struct Driver;
  struct Entry {
    bool is_done = false;
    Kernels kernels;  ///< empty: the compilation failed
  };

  /// Returns the loaded kernels of a text, from the cache if they are there.
  Kernels load(const KernelText& text);
  void run();

  core::Nvrtc nvrtc_;
  std::shared_ptr<const Driver> driver_;
  int capability_;
  std::shared_ptr<CodeCache> cache_;
  std::atomic<bool> stops_ = false;
  mutable std::mutex mutex_;  ///< guards the members below
  std::condition_variable changed_;
  std::map<KernelText, Entry> entries_;
  std::deque<KernelText> pending_;  ///< begins with the text that is being compiled
  std::vector<void*> libraries_;
  std::string failure_;
  std::thread thread_;  ///< started when it is needed
};

}  // namespace heatwave::field::formula
