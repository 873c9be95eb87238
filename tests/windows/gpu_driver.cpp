// Stands for NVIDIA's driver, nvcuda.dll, of a machine with two GPUs.
#include <cstdio>

extern "C" {

__declspec(dllexport) int cuInit(unsigned flags) { return flags == 0 ? 0 : 1; }

__declspec(dllexport) int cuDriverGetVersion(int* version) {
  *version = 12040;
  return 0;
}

__declspec(dllexport) int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}

__declspec(dllexport) int cuDeviceGetName(char* name, int length, int device) {
  std::snprintf(name, static_cast<unsigned>(length), "GPU %d of a laptop", device);
  return 0;
}

}  // extern "C"
