// The machine code of the lab's variants (SASS): what a GPU carries out, as it was made of their
// PTX when this program was built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/lab/lab_sources.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// Of a listing by cuobjdump the functions of these kernels, without the instructions' bits and the
/// padding behind the last one, with the file's own line numbers; what each does, as a comment.
std::vector<SourceLine> sass_functions(std::string_view sass,
                                       const std::vector<std::string>& kernels);

/// A variant's machine code; without lines where there is none.
SourceFile sass_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Why there is none, as one sentence; empty where there is some.
std::string why_no_sass(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
