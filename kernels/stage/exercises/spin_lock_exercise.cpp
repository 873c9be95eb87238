// In this exercise blocks take turns at a counter.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::spin_lock_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title A lock
// heatwave: task Protect the counter with a lock: mutex is 0 while it is free and 1 while it is taken. Use
// heatwave: task atomicCAS, atomicExch and __threadfence.
// heatwave: input mutex int[1] = 0; input counter int[1] = 0; launch 4, 1
// heatwave: expect counter[0] = 4; expect mutex[0] = 0
// heatwave: hint atomicCAS(mutex, 0, 1) takes the lock if it returns 0. Try again until it does.
// heatwave: hint Release the lock with atomicExch(mutex, 0).
// heatwave: hint A fence after taking the lock and one before releasing it order the accesses to the counter.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void count(int* mutex, int* counter) {
  /* your code: take the lock */
  *counter = *counter + 1;
  /* your code: release the lock */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("spin-lock", kHeader, kText,
                     {R"cuda(while (atomicCAS(mutex, 0, 1) != 0) {
}
__threadfence();)cuda",
                      R"cuda(__threadfence();
atomicExch(mutex, 0);)cuda"});
}

}  // namespace heatwave::stage::spin_lock_exercise
