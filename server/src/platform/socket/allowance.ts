/** A token bucket: `burst` at once, then `perSecond`. The function says whether one more is allowed. */
export function createAllowance(input: { burst: number; perSecond: number }): () => boolean {
  let left = input.burst
  let at = Date.now()
  return () => {
    const now = Date.now()
    left = Math.min(input.burst, left + ((now - at) / 1000) * input.perSecond)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
