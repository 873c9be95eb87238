// Texts of kernels get the embedded headers of the program.
#include "kernels/field/formula/cuda/kernel_source.h"

#include <string_view>

#include "kernels/field/formula/cuda/device_headers.h"

namespace heatwave::field::formula {
namespace {

/// Appends the headers that a text includes, and those that they include.
void add_headers(std::string_view text, std::map<std::string, std::string>& headers) {
  constexpr std::string_view kInclude = "#include ";
  for (std::size_t at = text.find(kInclude); at != std::string_view::npos;
       at = text.find(kInclude, at + 1)) {
    const std::size_t begin = at + kInclude.size() + 1;
    const char end = text[begin - 1] == '<' ? '>' : '"';
    const std::string name(text.substr(begin, text.find(end, begin) - begin));
    const auto [header, is_new] = headers.try_emplace(name);
    if (!is_new) continue;
    if (end == '>') {  // the standard library
      header->second = "#include \"kernels/field/formula/cuda/device_std.cuh\"\n";
    } else {
      const auto bytes = embedded_file(name);
      header->second.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    add_headers(header->second, headers);
  }
}

}  // namespace

core::CudaSource source_of(const KernelText& text, int capability) {
  core::CudaSource source{
      .file = "formula.cu",
      .text = text.text,
      .kernels = text.kernels,
      .headers = {},
      .capability = capability,
      // Products and sums round as the CPU's do, and denormals count as 0.
      .options = {"--std=c++20", "--fmad=false", "--ftz=true", "--prec-div=true",
                  "--prec-sqrt=true", "--device-as-default-execution-space", "--disable-warnings"}};
  add_headers(source.text, source.headers);
  return source;
}

std::string cache_key(const core::CudaSource& source, const std::string& nvrtc_version) {
  std::string all = "NVRTC " + nvrtc_version + " for " + std::to_string(source.capability) + '\n';
  all += source.text;
  for (const std::string& kernel : source.kernels) all += '\n' + kernel;
  for (const std::string& option : source.options) all += '\n' + option;
  for (const auto& [name, header] : source.headers) all += '\n' + name + '\n' + header;
  return all;
}

}  // namespace heatwave::field::formula
