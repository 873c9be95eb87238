// heatwave: title What C++ leaves undefined and GPUs define
// heatwave: input value int[12] = 0 1 -1 2 -2 1000 -1000 65535 0 1 2 305419896
// heatwave: input amount int[16] = 0 1 7 8 15 16 24 31 32 33 47 63 64 65 255 -1
// heatwave: input real double[16] = 0 .5 -.5 1.5 -1.5 128 -129 4e4 -4e4 7e4 .3 -.3 .5 1e9 -1e9 2
// heatwave: input shifts int[1536]; input wide int[1536]; input sums int[1536]
// heatwave: input products int[1536]; input whole int[96]; input longer int[192]
// heatwave: launch edge 12, 16
__device__ int large(const int* value, int i) {
  return i < 8 ? value[i] : (int)(0x7fffffffu + value[i]);
}

/// Stores both halves of 64 bits.
__device__ void put(int* to, long long x) {
  to[0] = (int)x;
  to[1] = (int)(x >> 32);
}

/// Shifts by more bits than there are, overflow, division by zero, and reals that no integer holds.
__global__ void edge(const int* value, const int* amount, const double* real, int* shifts,
                     int* wide, int* sums, int* products, int* whole, int* longer) {
  int i = blockIdx.x * 16 + threadIdx.x;
  int v = large(value, blockIdx.x);
  int n = amount[threadIdx.x];
  unsigned u = v;
  shifts[8 * i] = v << n;
  shifts[8 * i + 1] = v >> n;
  shifts[8 * i + 2] = u << n;
  shifts[8 * i + 3] = u >> n;
  shifts[8 * i + 4] = (short)v >> n;
  shifts[8 * i + 5] = (unsigned char)v << n;
  shifts[8 * i + 6] = __funnelshift_l(u, 0x9abcdef0u, n);
  shifts[8 * i + 7] = __funnelshift_r(u, 0x9abcdef0u, n);
  long long l = v * 4294967297LL;
  put(wide + 8 * i, l << n);
  put(wide + 8 * i + 2, l >> n);
  put(wide + 8 * i + 4, (unsigned long long)l << n);
  put(wide + 8 * i + 6, (unsigned long long)l >> n);
  int w = large(value, (blockIdx.x + threadIdx.x) % 12);
  sums[8 * i] = v + w;
  sums[8 * i + 1] = v - w;
  sums[8 * i + 2] = v * w;
  sums[8 * i + 3] = -v;
  sums[8 * i + 4] = abs(v);
  sums[8 * i + 5] = v / w;
  sums[8 * i + 6] = u / (unsigned)w;
  // Their dividends differ: beside its quotient, a remainder by zero is the dividend.
  sums[8 * i + 7] = (v ^ 5) % w + (int)((u ^ 5) % (unsigned)w);
  long long m = w * 4294967297LL;
  put(products + 8 * i, l * m);
  put(products + 8 * i + 2, l + m);
  put(products + 8 * i + 4, l / m);
  put(products + 8 * i + 6, (l ^ 5) % m);
  if (blockIdx.x == 0) {
    double d = threadIdx.x < 10 ? real[threadIdx.x] : real[threadIdx.x] * 1e10;
    float f = (float)d;
    whole[6 * i] = (int)f;
    whole[6 * i + 1] = (unsigned)f;
    whole[6 * i + 2] = (short)f;
    whole[6 * i + 3] = (unsigned char)f;
    whole[6 * i + 4] = (int)d;
    whole[6 * i + 5] = (unsigned)d;
    put(longer + 12 * i, (long long)f);
    put(longer + 12 * i + 2, (unsigned long long)f);
    put(longer + 12 * i + 4, (long long)d);
    put(longer + 12 * i + 6, (unsigned long long)d);
    float none = (f - f) / (f - f);
    put(longer + 12 * i + 8, (long long)none / 2 + (int)none);
    put(longer + 12 * i + 10, (int)(double)none + 3LL * (unsigned)(double)none + (short)none);
  }
}
