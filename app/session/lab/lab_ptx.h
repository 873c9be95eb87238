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

/// Whether a line of compiled code names one of these kernels, as compilers write such names. All
/// kernels of a template have its name.
bool names_one_of(std::string_view line, const std::vector<std::string>& kernels);

/// What an instruction of PTX does, in a word or two, such as "load" or "branch"; empty for those
/// that only work out numbers for others.
std::string_view ptx_word(std::string_view line);

/// Of a PTX file the entries of these kernels, each to its closing brace, with the file's own line
/// numbers, behind instructions what they do, and the first load marked.
std::vector<SourceLine> ptx_entries(std::string_view ptx, const std::vector<std::string>& kernels);

/// "dot_kernels" where a variant has device code of its own, else nothing.
std::string device_code_stem(const lab::Experiment& experiment, const lab::Variant& variant);

/// A variant's PTX; without lines where there is none.
SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Why there is none, as one sentence; empty where there is some.
std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
