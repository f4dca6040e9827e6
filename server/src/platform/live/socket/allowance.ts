/** Counts one and returns true if it is allowed now. */
export interface Allowance {
  (): boolean
  /** Undoes one count. */
  restore(): void
}

/** A token bucket of `burst` tokens, refilled with `perSecond`. */
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
