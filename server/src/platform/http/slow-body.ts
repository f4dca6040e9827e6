import type { IncomingMessage } from 'node:http'

/** A body has to bring this many bytes in each period: less than the slowest mobile network does. */
const leastBytes = 10_000
const periodMs = 5_000

/**
 * Ends a request whose body arrives so slowly that it only occupies a place.
 * @returns stops watching
 */
export function endIfSlow(request: IncomingMessage): () => void {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (request.complete) clearInterval(timer)
    else if (now - before < leastBytes) request.destroy()
    before = now
  }, periodMs)
  timer.unref()
  return () => clearInterval(timer)
}
