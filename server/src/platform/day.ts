/** The day in UTC as `YYYY-MM-DD`, for columns of type `date`: the driver writes a `Date` as the process's local day. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
