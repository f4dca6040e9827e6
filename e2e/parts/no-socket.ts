import type { Page } from 'playwright-core'

/** A network that lets no socket through; with `requests: false` nothing that goes by socket passes at all. */
export async function withoutSocket(page: Page, { requests = true } = {}): Promise<void> {
  await page.routeWebSocket(/chat-socket/, (socket) => void socket.close({ code: 4000 }))
  if (!requests) await page.route('**/api/events', (route) => route.abort())
}
