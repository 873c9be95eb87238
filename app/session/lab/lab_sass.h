// The machine code (SASS) of the lab's variants, assembled from their PTX when this program was
// built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/lab/lab_sources.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// Returns the functions of these kernels in a listing by cuobjdump, without the instructions' bits
/// and the final padding, with the file's line numbers and a comment for each instruction.
std::vector<SourceLine> sass_functions(std::string_view sass,
                                       const std::vector<std::string>& kernels);

/// Returns a variant's machine code; without lines if there is none.
SourceFile sass_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Returns why there is no machine code, as one sentence; empty: there is.
std::string why_no_sass(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
