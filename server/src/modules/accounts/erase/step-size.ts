/** Rows per statement of an erasure: some tens of milliseconds, so that locks are held briefly. */
export const stepSize = 500
