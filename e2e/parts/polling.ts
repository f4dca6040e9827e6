/** How long to wait for what has to happen: the machine may be busy with other tests. */
export const polling = { timeout: 15_000, interval: 50 }
