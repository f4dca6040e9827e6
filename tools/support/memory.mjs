/**
 * Node options that keep the memory of an idle process small. With the defaults, Node retains the heap that only the
 * start needed (40 of 230 MiB), and the C library retains memory pools of threads. Measured by `npm run bench -- idle`.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8']
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2' }
