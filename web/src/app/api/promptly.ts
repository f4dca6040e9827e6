import type { Sender } from './api.ts'

const mostMs = 2000

/**
 * For what a document may come without: from two seconds on it refuses, and the browser asks for the rest. A slow query
 * would otherwise leave the screen blank, without a word, and take one of the places for rendering from other members.
 */
export const promptly = (send: Sender): Sender => {
  const late = AbortSignal.timeout(mostMs)
  const isLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true })
  })
  // The loader may have been answered in time.
  isLate.catch(() => undefined)
  return (path, init) => Promise.race([send(path, init), isLate])
}
