// Programs are kept by the kernel's name, since a lesson is played again at each change of its
// inputs.
#include "kernels/stage/kernel_text.h"

#include <map>
#include <mutex>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/host_program.h"

namespace heatwave::stage {

struct KernelText::Shared {
  explicit Shared(std::string its_text) : text(std::move(its_text)), source(text) {}

  std::string text;
  cuda_text::Source source;
  std::mutex mutex;  ///< guards the programs
  std::map<std::pair<std::string, bool>, std::shared_ptr<const cuda_text::Program>, std::less<>>
      programs;
};

KernelText::KernelText(std::string text) : shared_(std::make_shared<Shared>(std::move(text))) {}

namespace {

/// Leaves out a line break at the begin.
std::string from_first_line(const char* text) { return *text == '\n' ? text + 1 : text; }

}  // namespace

KernelText::KernelText(const char* text) : KernelText(from_first_line(text)) {}

KernelText::KernelText(const char* text, const char* host, HostSteps steps) : KernelText(text) {
  host_ = std::make_shared<const HostProgram>(shared_->text, from_first_line(host), steps);
}

KernelText KernelText::with_host_of(const KernelText& other) const {
  KernelText made = *this;
  made.host_ = other.host_;
  return made;
}

const std::string& KernelText::text() const {
  static const std::string none;
  return shared_ == nullptr ? none : shared_->text;
}

std::shared_ptr<const cuda_text::Program> KernelText::kernel(std::string_view name,
                                                             bool computes) const {
  if (shared_ == nullptr) throw core::Error("there is no kernel");
  const std::lock_guard lock(shared_->mutex);
  const std::pair key(std::string(name), computes);
  const auto known = shared_->programs.find(key);
  if (known != shared_->programs.end()) return known->second;
  cuda_text::Compilation made = shared_->source.compile(key.first, {.computes = computes});
  if (!made.program) {
    std::string text;
    for (const cuda_text::Diagnostic& each : mistakes_in(made.diagnostics)) {
      text += (text.empty() ? "" : "\n") + cuda_text::text_of(each);
    }
    throw core::Error(text);
  }
  auto program = std::make_shared<const cuda_text::Program>(std::move(*made.program));
  shared_->programs.emplace(key, program);
  return program;
}

std::vector<cuda_text::Diagnostic> KernelText::warnings() const {
  if (shared_ == nullptr) return {};
  return warnings_in(shared_->source.check());
}

}  // namespace heatwave::stage
