import { api } from './api.ts'

const describe = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error)

let sent = 0

/** Reports an error in this browser to the server (`/api/log/client`): at most five a page, so a loop cannot flood it. */
export const reportError = (error: unknown, subject = 'Errore web') => {
  if (sent >= 5) return
  sent += 1
  const body = {
    subject,
    messageText: { errorText: describe(error).slice(0, 4000) },
    page: location.pathname.slice(0, 500),
  }
  // The report itself failed: reporting that as well would go the same way.
  void api('POST /api/log/client', { body, keepalive: true }).catch(() => undefined)
}

/** Reports what no boundary catches. */
export const watchErrors = () => {
  // Chrome says so when a list measures itself twice in a frame; nothing is wrong.
  const harmless = 'ResizeObserver loop'
  addEventListener('error', (event) => {
    if (!event.message.startsWith(harmless)) reportError(event.error ?? event.message)
  })
  addEventListener('unhandledrejection', (event) => {
    // Somebody went on before an answer was read to its end: what was asked for is no longer wanted, and nothing is wrong.
    if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
    else reportError(event.reason)
  })
}
