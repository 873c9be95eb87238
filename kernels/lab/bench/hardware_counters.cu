// This file loads CUPTI, sets up its range profiler and launches a run once for each pass. Names in
// the time line use NVTX, which finds a profiler by itself and costs almost nothing without one.
#include "kernels/lab/bench/hardware_counters.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "kernels/core/cuda_check.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"
#include "kernels/core/shared_library.h"

// The range profiler came with CUDA 12.6, and a toolkit may be installed without CUPTI.
#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <cstdint>
#include <stdexcept>
#endif

namespace heatwave::lab {

ProfilerRange::ProfilerRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
ProfilerRange::~ProfilerRange() { nvtxRangePop(); }

#if !__has_include(<cupti_range_profiler.h>)

HardwareCounts count_in_hardware(Run& /*run*/, std::span<const char* const> /*metrics*/) {
  return {.refused =
              "this program was built with a toolkit that has no range profiler: it comes "
              "with CUDA 12.6 and later"};
}

#else
namespace {

constexpr const char* kPermission =
    "the driver reserves the counters for the administrator: run as root, or load "
    "the kernel module nvidia with NVreg_RestrictProfilingToAdminUsers=0";

/// CUPTI, opened at run time.
class Cupti {
 public:
  /// Calls a CUPTI function. Throws core::Unavailable with the reason when the call fails.
  template <typename Params>
  void call(const char* name, Params& params) const {
    CUptiResult (*function)(Params*) = nullptr;
    library_.find(function, name);
    const CUptiResult result = function(&params);
    if (result == CUPTI_SUCCESS) return;
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) throw core::Unavailable(kPermission);
    throw core::Unavailable(std::string(name) + " gives error " + std::to_string(result) +
                            " of CUPTI's");
  }

 private:
  core::SharedLibrary library_{"CUPTI, a part of the CUDA toolkit,",
                               {"libcupti.so.13", "libcupti.so.12", "libcupti.so"}};
};

/// Returns a CUPTI structure; each one begins with its own size.
template <typename Params>
Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

using Image = std::vector<std::uint8_t>;

/// The counters of this GPU, in CUPTI's own format.
struct Chip {
  std::string name;
  Image availability;
};

Chip chip_of(const Cupti& cupti, CUcontext context) {
  int device = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  auto start =
      sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  cupti.call("cuptiProfilerInitialize", start);
  auto name = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  name.deviceIndex = static_cast<std::size_t>(device);
  cupti.call("cuptiDeviceGetChipName", name);
  Chip chip{.name = name.pChipName};
  auto availability = sized<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  availability.ctx = context;
  cupti.call("cuptiProfilerGetCounterAvailability", availability);
  chip.availability.resize(availability.counterAvailabilityImageSize);
  availability.pCounterAvailabilityImage = chip.availability.data();
  cupti.call("cuptiProfilerGetCounterAvailability", availability);
  return chip;
}

/// The part that translates metric names into counters, and counts back into metric values.
class Names : core::NonCopyable {
 public:
  Names(const Cupti& cupti, const Chip& chip, std::span<const char* const> metrics)
      : cupti_(cupti), metrics_(metrics.begin(), metrics.end()) {
    auto start = sized<CUpti_Profiler_Host_Initialize_Params>(
        CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    start.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    start.pChipName = chip.name.c_str();
    start.pCounterAvailabilityImage = chip.availability.data();
    cupti_.call("cuptiProfilerHostInitialize", start);
    host_ = start.pHostObject;
  }
  ~Names() {
    auto end = sized<CUpti_Profiler_Host_Deinitialize_Params>(
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    end.pHostObject = host_;
    try {
      cupti_.call("cuptiProfilerHostDeinitialize", end);
    } catch (const core::Unavailable&) {
      return;  // an error here cannot be handled
    }
  }

  /// Returns the profiler's configuration for these metrics.
  [[nodiscard]] Image config() {
    auto add = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    add.pHostObject = host_;
    add.ppMetricNames = metrics_.data();
    add.numMetrics = metrics_.size();
    cupti_.call("cuptiProfilerHostConfigAddMetrics", add);
    auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_;
    cupti_.call("cuptiProfilerHostGetConfigImageSize", size);
    Image image(size.configImageSize);
    auto get = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
        CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    get.pHostObject = host_;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    cupti_.call("cuptiProfilerHostGetConfigImage", get);
    return image;
  }

  [[nodiscard]] std::vector<double> values(const Image& counted) {
    std::vector<double> values(metrics_.size());
    auto evaluate = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    evaluate.pHostObject = host_;
    evaluate.pCounterDataImage = counted.data();
    evaluate.counterDataImageSize = counted.size();
    evaluate.ppMetricNames = metrics_.data();
    evaluate.numMetrics = metrics_.size();
    evaluate.pMetricValues = values.data();
    cupti_.call("cuptiProfilerHostEvaluateToGpuValues", evaluate);
    return values;
  }

  [[nodiscard]] std::vector<const char*>& metrics() { return metrics_; }

 private:
  const Cupti& cupti_;
  std::vector<const char*> metrics_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
};

/// The part that counts on the GPU.
class Counting : core::NonCopyable {
 public:
  Counting(const Cupti& cupti, CUcontext context) : cupti_(cupti) {
    auto enable =
        sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enable.ctx = context;
    cupti_.call("cuptiRangeProfilerEnable", enable);
    object_ = enable.pRangeProfilerObject;
  }
  ~Counting() {
    auto disable =
        sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    disable.pRangeProfilerObject = object_;
    try {
      cupti_.call("cuptiRangeProfilerDisable", disable);
    } catch (const core::Unavailable&) {
      return;
    }
  }

  /// Launches `run` once in each pass and returns the counts.
  [[nodiscard]] Image of(Run& run, Names& names, const Image& config) {
    Image counted = counter_data(names);
    auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(
        CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = object_;
    set.configSize = config.size();
    set.pConfig = config.data();
    set.counterDataImageSize = counted.size();
    set.pCounterDataImage = counted.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    cupti_.call("cuptiRangeProfilerSetConfig", set);
    while (!one_pass(run)) {
    }
    auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(
        CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = object_;
    cupti_.call("cuptiRangeProfilerDecodeData", decode);
    return counted;
  }

 private:
  [[nodiscard]] Image counter_data(Names& names) {
    auto size = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = object_;
    size.pMetricNames = names.metrics().data();
    size.numMetrics = names.metrics().size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    cupti_.call("cuptiRangeProfilerGetCounterDataSize", size);
    Image image(size.counterDataSize);
    auto initialize = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    initialize.pRangeProfilerObject = object_;
    initialize.counterDataSize = image.size();
    initialize.pCounterData = image.data();
    cupti_.call("cuptiRangeProfilerCounterDataImageInitialize", initialize);
    return image;
  }

  /// Runs one pass. Returns whether it was the last one.
  [[nodiscard]] bool one_pass(Run& run) {
    auto start =
        sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = object_;
    cupti_.call("cuptiRangeProfilerStart", start);
    auto push = sized<CUpti_RangeProfiler_PushRange_Params>(
        CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    push.pRangeProfilerObject = object_;
    push.pRangeName = "launch";
    cupti_.call("cuptiRangeProfilerPushRange", push);
    run.time(1);
    auto pop =
        sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
    pop.pRangeProfilerObject = object_;
    cupti_.call("cuptiRangeProfilerPopRange", pop);
    auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = object_;
    cupti_.call("cuptiRangeProfilerStop", stop);
    return stop.isAllPassSubmitted != 0;
  }

  const Cupti& cupti_;
  CUpti_RangeProfiler_Object* object_ = nullptr;
};

CUcontext current_context() {
  using GetCurrent = CUresult (*)(CUcontext*);
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  HEATWAVE_CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &found, 12000,
                                                       cudaEnableDefault, &result));
  CUcontext context = nullptr;
  if (found == nullptr || reinterpret_cast<GetCurrent>(found)(&context) != CUDA_SUCCESS ||
      context == nullptr) {
    throw core::Unavailable("CUDA has no context here");
  }
  return context;
}

}  // namespace

HardwareCounts count_in_hardware(Run& run, std::span<const char* const> metrics) {
  try {
    run.time(1);  // this copies the inputs and creates the CUDA context
    const Cupti cupti;
    CUcontext context = current_context();
    const Chip chip = chip_of(cupti, context);  // CUPTI keeps reading this
    Names names(cupti, chip, metrics);
    const Image config = names.config();
    Counting counting(cupti, context);
    const Image counted = counting.of(run, names, config);
    return {.values = names.values(counted)};
  } catch (const core::Unavailable& refused) {
    return {.refused = refused.what()};
  }
}

#endif

}  // namespace heatwave::lab
