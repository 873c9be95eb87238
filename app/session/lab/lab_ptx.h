// The PTX of the lab's variants: what nvcc made of their kernels when this program was built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/lab/lab_sources.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// The names behind `__global__`, in the order of the lines.
std::vector<std::string> kernels_named(const std::vector<SourceLine>& lines);

/// Of a PTX file the entries of these kernels, each to its closing brace, with the file's own line
/// numbers. A template's kernels are all of them.
std::vector<SourceLine> ptx_entries(std::string_view ptx, const std::vector<std::string>& kernels);

/// A variant's PTX; without lines where there is none.
SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Why there is none, as one sentence; empty where there is some.
std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
