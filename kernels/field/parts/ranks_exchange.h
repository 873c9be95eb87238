// Parts of several processes exchange rows by messages.
#pragma once

#include <memory>

#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/rank_messages.h"
#include "kernels/field/parts/rank_parts.h"

namespace heatwave::field {

/// Makes the exchange of a process's parts with those of all processes. Devices copy rows to
/// others of the same host themselves, unless `kind` is staged.
std::shared_ptr<Exchange> make_ranks_exchange(const RankLayout& placed,
                                              std::shared_ptr<core::Ranks> ranks, FieldTags tags,
                                              ExchangeKind kind);

}  // namespace heatwave::field
