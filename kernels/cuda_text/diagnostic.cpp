// Warnings are counted apart from mistakes, so that many of them never hide a mistake.
#include "kernels/cuda_text/diagnostic.h"

#include <algorithm>
#include <iterator>

namespace heatwave::cuda_text {
namespace {

bool warns(const Diagnostic& diagnostic) { return diagnostic.severity == Severity::warning; }

}  // namespace

std::vector<Diagnostic> mistakes_in(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  std::remove_copy_if(diagnostics.begin(), diagnostics.end(), std::back_inserter(found), warns);
  return found;
}

std::vector<Diagnostic> warnings_in(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  std::copy_if(diagnostics.begin(), diagnostics.end(), std::back_inserter(found), warns);
  return found;
}

void add_diagnostic(std::vector<Diagnostic>& all, Diagnostic diagnostic, const Budget& budget) {
  // A function that is inlined twice has its mistakes once.
  const bool known = std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) {
    return each.place == diagnostic.place && each.text == diagnostic.text;
  });
  const auto alike = std::count_if(all.begin(), all.end(), [&](const Diagnostic& each) {
    return warns(each) == warns(diagnostic);
  });
  if (!known && alike < budget.diagnostics) all.push_back(std::move(diagnostic));
}

}  // namespace heatwave::cuda_text
