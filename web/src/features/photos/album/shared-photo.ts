/** How long the worker may take to hand a photo over, in milliseconds. */
const longestMs = 5000

/**
 * The file that another app shared with the installed one. The service worker has it until it is asked for.
 * @returns null if it has none any more
 */
export const sharedPhoto = (): Promise<File | null> =>
  new Promise((resolve) => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    if (!worker?.controller) return resolve(null)
    const timer = setTimeout(() => resolve(null), longestMs)
    const heard = ({ data }: MessageEvent<{ readonly shared?: unknown }>) => {
      if (!('shared' in data)) return
      clearTimeout(timer)
      worker.removeEventListener('message', heard)
      resolve(data.shared instanceof File ? data.shared : null)
    }
    worker.addEventListener('message', heard)
    worker.startMessages()
    worker.controller.postMessage({ wantsShared: true })
  })
