// Each function returns the memory traffic of one matrix multiply variant.
#pragma once

#include "kernels/lab/experiment.h"

namespace heatwave::lab::matmul_experiment {

// A block that reads a sector twice is assumed to find it in the L1 cache.
Traffic matmul_wrong_way_traffic(const Settings& settings);
Traffic matmul_coalesced_traffic(const Settings& settings);
Traffic matmul_single_block_traffic(const Settings& settings);
Traffic matmul_local_tiles_traffic(const Settings& settings);
Traffic matmul_shared_tiles_traffic(const Settings& settings);
Traffic matmul_register_tiles_traffic(const Settings& settings);
Traffic matmul_vector_loads_traffic(const Settings& settings);
Traffic matmul_async_copies_traffic(const Settings& settings);
Traffic matmul_bulk_copies_traffic(const Settings& settings);  // for the larger tiles
Traffic matmul_tensor_tf32_traffic(const Settings& settings);
Traffic matmul_tensor_wgmma_traffic(const Settings& settings);  // for the larger tiles

}  // namespace heatwave::lab::matmul_experiment
