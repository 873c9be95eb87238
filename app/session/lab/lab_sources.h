// The code of the lab's variants, from the files that were compiled.
#pragma once

#include "app/session/source_file.h"
#include "kernels/lab/experiment.h"

namespace heatwave::session {

/// A variant's code as it was compiled into this program: the file it stands in, and for a GPU's
/// variant its launcher and its timing behind it, each begun by a comment with the file's name.
/// Without lines where there is no such file.
SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
