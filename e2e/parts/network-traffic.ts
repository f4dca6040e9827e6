import type { Page } from 'playwright-core'

/**
 * Records everything that a page receives from now on, response bodies and socket frames. The returned function reads
 * it.
 */
export function recordTraffic(page: Page): () => Promise<string> {
  const parts: Promise<string>[] = []
  // Redirects and aborted requests have no body.
  page.on('response', (response) => parts.push(response.text().catch(() => '')))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => parts.push(Promise.resolve(String(payload)))),
  )
  return async () => (await Promise.all(parts)).join('\n')
}
