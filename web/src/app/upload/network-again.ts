/** Waits until the browser reports a network, or until `waitMs` have passed, because browsers do not always notice. */
export const networkAgain = (waitMs: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, waitMs)
    function go() {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    window.addEventListener('online', go)
  })
