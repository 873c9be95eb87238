// Blocks count themselves under a lock: nvcc locks.cu -o locks && ./locks
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

struct LockView {  // what the kernel gets: only the pointer
  int* mutex;
  __device__ void lock() const {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();  // later reads come after the lock was taken
  }
  __device__ void unlock() const {
    __threadfence();  // earlier writes become visible before the release
    atomicExch(mutex, 0);
  }
};

class Lock {  // the owner stays on the host
 public:
  Lock() {
    CHECK(cudaMalloc(&mutex_, sizeof(int)));
    CHECK(cudaMemset(mutex_, 0, sizeof(int)));
  }
  ~Lock() { CHECK(cudaFree(mutex_)); }
  Lock(const Lock&) = delete;  // a copy would free the mutex twice
  Lock& operator=(const Lock&) = delete;
  LockView view() const { return {mutex_}; }

 private:
  int* mutex_ = nullptr;
};

__global__ void count(LockView lock, volatile int* counter) {
  if (threadIdx.x != 0) return;  // one thread of each block: a warp must not wait for itself
  lock.lock();
  *counter = *counter + 1;
  lock.unlock();
}

int main() {
  const Lock lock;
  int *d_counter, counter = 0;
  CHECK(cudaMalloc(&d_counter, sizeof(int)));
  CHECK(cudaMemset(d_counter, 0, sizeof(int)));
  count<<<512, 1024>>>(lock.view(), d_counter);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&counter, d_counter, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counter));
  return std::printf("%d of 512 counted\n", counter), counter == 512 ? 0 : 1;
}
