// These kernels run atomic operations. Each operation reads a value and writes an old one. The
// number of threads that use one address limits the speed.

// variant: contended shared spread neighbours
enum AtomicOperation {
  kAtomicAdd,
  kAtomicSub,
  kAtomicExch,
  kAtomicMin,
  kAtomicMax,
  kAtomicInc,
  kAtomicDec,
  kAtomicCas,
  kAtomicAnd,
  kAtomicOr,
  kAtomicXor
};

/// Applies the operation and returns the value that it found.
__device__ unsigned apply(int operation, unsigned* cell, unsigned value, unsigned compare) {
  switch (operation) {  // no divergence: all threads take one branch
    case kAtomicAdd:
      return atomicAdd(cell, value);
    case kAtomicSub:
      return atomicSub(cell, value);
    case kAtomicExch:
      return atomicExch(cell, value);
    case kAtomicMin:
      return atomicMin(cell, value);
    case kAtomicMax:
      return atomicMax(cell, value);
    case kAtomicInc:
      return atomicInc(cell, value);
    case kAtomicDec:
      return atomicDec(cell, value);
    case kAtomicCas:
      return atomicCAS(cell, compare, value);
    case kAtomicAnd:
      return atomicAnd(cell, value);
    case kAtomicOr:
      return atomicOr(cell, value);
    case kAtomicXor:
      return atomicXor(cell, value);
  }
  return 0;
}

// variant: contended spread neighbours
/// Operation i goes to cell i·apart. Compare-and-swap compares with `start`, every cell's first
/// value.
__global__ void apply_globally(int operation, unsigned start, const unsigned* values,
                               unsigned* olds, unsigned* cells, long long apart, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned* cell = cells + i * apart;  //! apart = 0: one cell; 8: one per sector; 1: adjacent
  olds[i] = apply(operation, cell, values[i], start);  //! atomics return the old value
}

// variant: shared
__global__ void apply_in_block(int operation, unsigned start, const unsigned* values,
                               unsigned* olds, unsigned* cells, long long n) {
  __shared__ unsigned cell;
  if (threadIdx.x == 0) cell = start;
  __syncthreads();
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) olds[i] = apply(operation, &cell, values[i], start);  //! the cell is in shared memory
  __syncthreads();
  if (threadIdx.x == 0) cells[blockIdx.x] = cell;
}

// variant: contended
/// One thread runs one operation, to show its result.
__global__ void try_operation(int operation, unsigned old, unsigned value, unsigned compare,
                              unsigned* cell, unsigned* returned, unsigned* stored) {
  *cell = old;
  *returned = apply(operation, cell, value, compare);
  *stored = *(volatile unsigned*)cell;
}

/// One thread runs each operation on each data type. `found` gets the returned and the stored
/// values in turn.
__global__ void try_types(int* i, unsigned* u, unsigned long long* l, float* f, double* d,
                          double* found) {
  int at = 0;
  *i = 5, found[at++] = atomicAdd(i, -8), found[at++] = *i;          //! int
  *u = 0xFFFFFFFF, found[at++] = atomicAdd(u, 3), found[at++] = *u;  //! unsigned: it wraps around
  *l = 1ULL << 40, found[at++] = atomicAdd(l, 3ULL), found[at++] = *l;  //! 64 bits
  *f = 0.5F, found[at++] = atomicAdd(f, 0.25F), found[at++] = *f;       //! float
  *d = 0.5, found[at++] = atomicAdd(d, 0.25), found[at++] = *d;         //! double: 6.0+
  *i = 3, found[at++] = atomicSub(i, 5), found[at++] = *i;
  *i = 5, found[at++] = atomicExch(i, -8), found[at++] = *i;
  *l = 5, found[at++] = atomicExch(l, 1ULL << 40), found[at++] = *l;
  *f = 0.5F, found[at++] = atomicExch(f, 0.25F), found[at++] = *f;
  *i = 5, found[at++] = atomicMin(i, -8), found[at++] = *i;            //! signed: −8 is smaller
  *u = 5, found[at++] = atomicMin(u, (unsigned)-8), found[at++] = *u;  //! unsigned: it is larger
  *l = 1ULL << 40, found[at++] = atomicMin(l, 7ULL), found[at++] = *l;
  *i = -8, found[at++] = atomicMax(i, 5), found[at++] = *i;
  *l = 1ULL << 40, found[at++] = atomicMax(l, 7ULL), found[at++] = *l;
  *i = 5, found[at++] = atomicCAS(i, 5, -8), found[at++] = *i;
  *l = 5, found[at++] = atomicCAS(l, 5ULL, 1ULL << 40), found[at++] = *l;
  *i = 12, found[at++] = atomicAnd(i, 10), found[at++] = *i;
  *l = 12, found[at++] = atomicAnd(l, 10ULL), found[at++] = *l;
  *i = 12, found[at++] = atomicOr(i, 10), found[at++] = *i;
  *l = 12, found[at++] = atomicOr(l, 10ULL), found[at++] = *l;
  *i = 12, found[at++] = atomicXor(i, 10), found[at++] = *i;
  *l = 12, found[at++] = atomicXor(l, 10ULL), found[at++] = *l;
}
// end
