/**
 * What our programs are started with so that an idle one stays small: with Node's own settings the garbage of starting up
 * is kept as room for more (40 of 230 MiB), and so are threads' pools of the C library. Measured by `npm run bench -- idle`.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8']
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2' }
