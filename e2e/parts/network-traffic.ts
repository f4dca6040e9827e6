import type { Page } from 'playwright-core'

/** Everything a page was sent from now on: bodies of answers and frames of sockets, read by calling the answer. */
export function recordTraffic(page: Page): () => Promise<string> {
  const parts: Promise<string>[] = []
  // Redirects and requests that were cut short have no body.
  page.on('response', (response) => parts.push(response.text().catch(() => '')))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => parts.push(Promise.resolve(String(payload)))),
  )
  return async () => (await Promise.all(parts)).join('\n')
}
