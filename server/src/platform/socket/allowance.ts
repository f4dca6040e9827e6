/** Says whether one more is allowed now, and counts it if so. */
export interface Allowance {
  (): boolean
  /** Takes back one that was counted. */
  restore(): void
}

/** A token bucket: `burst` at once, then `perSecond`. */
export function createAllowance(input: { burst: number; perSecond: number }): Allowance {
  let left = input.burst
  let at = Date.now()
  const allow = (): boolean => {
    const now = Date.now()
    left = Math.min(input.burst, left + ((now - at) / 1000) * input.perSecond)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
  return Object.assign(allow, {
    restore: () => {
      left = Math.min(input.burst, left + 1)
    },
  })
}
