// The code of the lab's variants, from the files that were compiled.
#pragma once

#include "app/session/source_file.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// Returns a variant's code as it was compiled into this program. A GPU variant's launcher and
/// timing code follow its file; a comment with the file's name begins each. Without lines if there
/// is no such file.
SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
