import { api } from './api.ts'

const describe = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error)

let sent = 0

/**
 * Reports an error in this browser to the server (`/api/log/client`): at most five per page, so that a loop cannot
 * flood it.
 */
export const reportError = (error: unknown, subject = 'Errore web') => {
  if (sent >= 5) return
  sent += 1
  const body = {
    subject,
    messageText: { errorText: describe(error).slice(0, 4000) },
    page: location.pathname.slice(0, 500),
  }
  // If the report itself fails, a report of that failure would fail in the same way.
  void api('POST /api/log/client', { body, keepalive: true }).catch(() => undefined)
}

/** Reports the errors that no error boundary catches. */
export const watchErrors = () => {
  // Chrome raises this harmless error when a list measures itself twice in one frame.
  const harmless = 'ResizeObserver loop'
  addEventListener('error', (event) => {
    if (!event.message.startsWith(harmless)) reportError(event.error ?? event.message)
  })
  addEventListener('unhandledrejection', (event) => {
    // The member navigated away before a response was read to its end. Its result is no longer needed, so this is no
    // error.
    if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
    else reportError(event.reason)
  })
}
