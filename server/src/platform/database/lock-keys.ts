/** Keys of PostgreSQL's advisory locks, in one place so that no two are equal. */
export const lockKeys = {
  migrate: 7_014_512,
  months: 7_014_513,
  poolMove: 7_014_514,
} as const
