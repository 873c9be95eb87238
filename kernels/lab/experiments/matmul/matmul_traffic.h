// What the warps of the matrix products ask for.
#pragma once

#include "kernels/lab/experiment.h"

namespace heatwave::lab::matmul_experiment {

// Each of the variant of its name. A block's own second reads of a sector are taken to find it in
// the first cache.
Traffic matmul_wrong_way_traffic(const Settings& settings);
Traffic matmul_coalesced_traffic(const Settings& settings);
Traffic matmul_single_block_traffic(const Settings& settings);
Traffic matmul_local_tiles_traffic(const Settings& settings);
Traffic matmul_shared_tiles_traffic(const Settings& settings);
Traffic matmul_register_tiles_traffic(const Settings& settings);
Traffic matmul_vector_loads_traffic(const Settings& settings);
Traffic matmul_async_copies_traffic(const Settings& settings);
Traffic matmul_bulk_copies_traffic(const Settings& settings);  // with the larger tiles
Traffic matmul_tensor_tf32_traffic(const Settings& settings);
Traffic matmul_tensor_wgmma_traffic(const Settings& settings);  // likewise

}  // namespace heatwave::lab::matmul_experiment
