/** Codes of openid-client for an answer that never came or came from something in between. */
const silence: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])
const busy: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])

interface Known {
  readonly code?: unknown
  readonly error?: unknown
  readonly status?: unknown
  readonly cause?: unknown
}

/** Whether trying again later may help: the issuer was silent or in trouble. Everything else it said, or said wrongly. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, error: said, status, cause } = error as Known
  // `fetch` fails with a bare TypeError; those of the library carry a code.
  if (error instanceof TypeError) return code === undefined
  if (typeof code === 'string' && silence.has(code)) return true
  if (typeof said === 'string' && busy.has(said)) return true
  const answered = typeof status === 'number' ? status : cause instanceof Response ? cause.status : undefined
  return answered !== undefined && answered >= 500
}

/** What a log may say of it: codes, never a code of the flow, a token or an address. */
export function reasonOf(error: unknown): string {
  const { code, error: said } = (error instanceof Error ? error : {}) as Known
  return (
    [code, said]
      .filter((part): part is string => typeof part === 'string' && /^[A-Za-z_]{1,64}$/.test(part))
      .join(' ') || 'no answer'
  )
}
