import type { Socket } from 'node:net'

/** How many handshakes run concurrently, and after how many milliseconds one no longer keeps others waiting. */
interface HandshakeQueueLimits {
  readonly concurrent: number
  readonly eachMs: number
}

/**
 * Starts handshakes in the order they came, only as many concurrently as end soon. After a restart every client returns
 * within seconds; if all of them were upgraded first and identified afterwards, most would reach `connectTimeout`, be
 * closed and come again. A waiting client costs little, and its own time limit is twenty seconds.
 */
export function createHandshakeQueue({ concurrent, eachMs }: HandshakeQueueLimits = { concurrent: 250, eachMs: 500 }) {
  /** In the order of their arrival, as a set keeps it. */
  const waiting = new Set<() => void>()
  let running = 0
  const startNext = (): void => {
    const [next] = waiting
    if (next && running < concurrent) next()
  }
  return {
    /**
     * Calls `start` when it is the connection's turn, never after it has closed.
     * @returns call it when the handshake has ended; further calls do nothing
     */
    enter(connection: Socket, start: () => void): () => void {
      let ended = false
      let timer: NodeJS.Timeout | undefined
      // Between the request to upgrade and the upgrade no one else listens, and an unheard error ends the process.
      const ignore = (): void => undefined
      const begin = (): void => {
        waiting.delete(begin)
        running += 1
        timer = setTimeout(end, eachMs).unref()
        start()
        connection.off('error', ignore)
      }
      const end = (): void => {
        if (ended) return
        ended = true
        connection.off('close', end)
        if (waiting.delete(begin)) return
        clearTimeout(timer)
        running -= 1
        startNext()
      }
      connection.once('close', end)
      // What closes the connection is no error of ours, and 'close' follows.
      connection.on('error', ignore)
      waiting.add(begin)
      startNext()
      return end
    },
  }
}
