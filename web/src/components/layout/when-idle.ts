/** Delay for Safari, which has no idle callback; the page is interactive by then. */
const withoutIdleCallbackMs = 2000

/** Calls `run` when the browser is idle. @returns a function that cancels the call */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(run)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, withoutIdleCallbackMs)
  return () => clearTimeout(timer)
}
