/** Rows taken by one statement of an erasing: some tens of milliseconds, so that nobody waits behind them. */
export const stepSize = 500
