// What a variant's maker throws when something it needs is missing, such as a library.
#pragma once

#include "kernels/core/error.h"

namespace heatwave::lab {

class Unavailable : public core::Error {
 public:
  using core::Error::Error;
};

}  // namespace heatwave::lab
