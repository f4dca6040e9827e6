/** How long to wait for an expected state, in milliseconds; the machine may be busy with other tests. */
export const polling = { timeout: 15_000, interval: 50 }
