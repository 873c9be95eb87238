// heatwave: exercise dot-sum
// heatwave: title Dot product
// heatwave: task cache holds one product for each thread. Add them    sums[blockIdx.x] = scanned[blockDim.x - 1];
    scanned[blockDim.x - 1] = 0;
  }
  fo pairwise until cache[0] has the sum:
// heatwave: task in each round the first half of the threads adds the second half.
// heatwave: input a float[8] = 1..8; input b float[8] = 2 4 5 8 3 5 7 4; input c float1]; launch 1, 8; warp 4
// heatwave: expect c[0] = 183
// heatwave: hint The rounds have 4, 2 and 1 active threads: half of blockDim.x, then half of that.
// heatwave: hint In a round the threads with t < half add cache[t + half] to cache[t].
// heatwave: hint After each round all threads wait, also those that did not add: the barrier is after the if.
