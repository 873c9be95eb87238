// The code of the lab's variants: the compiled files, the PTX that nvcc produced from their kernels
// when this program was built, and the machine code (SASS) assembled from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/source_file.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// Returns a variant's code as it was compiled into this program. A GPU variant's launcher and
/// timing code follow its file; a comment with the file's name begins each. The result
/// has no lines if the program contains no code of the variant.
SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant);

/// Returns whether a variant has a kernel of its own.
bool has_kernel(const lab::Experiment& experiment, const lab::Variant& variant);
/// Returns a variant's device code as a text that can be edited and timed in its place; a header
/// names experiment and variant. Empty: the variant has no kernel of its own.
std::string kernel_text(const lab::Experiment& experiment, const lab::Variant& variant);

/// The variant whose kernel a text changes.
struct KernelOrigin {
  std::string experiment;
  std::string variant;
};
/// Reads the header of an edited kernel. None: the text names no variant.
std::optional<KernelOrigin> kernel_origin(std::string_view text);
/// Returns an edited kernel as the stage plays it: directives with example inputs and an example
/// launch take the place of the header. Where the text has mistakes they are those of the original.
std::string played_text(const lab::Experiment& experiment, const lab::Variant& variant,
                        const std::string& text);

/// Returns the names after `__global__`, in the order of the lines.
std::vector<std::string> kernels_named(const std::vector<SourceLine>& lines);

/// Returns whether a line of compiled code contains the mangled name of one of these kernels. All
/// instances of a template have its name.
bool names_one_of(std::string_view line, const std::vector<std::string>& kernels);

/// Describes a PTX instruction in a word or two, such as "load" or "branch"; empty for pure
/// arithmetic.
std::string_view ptx_word(std::string_view line);

/// Returns the entries of these kernels in a PTX file, each up to its closing brace, with the
/// file's line numbers, descriptions of instructions, and a mark at the first load.
std::vector<SourceLine> ptx_entries(std::string_view ptx, const std::vector<std::string>& kernels);

/// Returns a variant's PTX; without lines if there is none.
SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Returns why there is no PTX, as one sentence; empty: there is.
std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant);

/// Returns the functions of these kernels in a listing by cuobjdump, without the instructions' bits
/// and the final padding, with the file's line numbers and a comment for each instruction.
std::vector<SourceLine> sass_functions(std::string_view sass,
                                       const std::vector<std::string>& kernels);

/// Returns a variant's machine code; without lines if there is none.
SourceFile sass_of(const lab::Experiment& experiment, const lab::Variant& variant);
/// Returns why there is no machine code, as one sentence; empty: there is.
std::string why_no_sass(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
