/** A member counts as online for this long after the last sign of life of an open browser, which comes every minute. */
export const onlineForMs = 150_000

export const isOnline = (lastActiveAt: Date, now: Date): boolean => now.getTime() - lastActiveAt.getTime() < onlineForMs
