/** Codes of openid-client for a response that never arrived or was not the issuer's. */
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

/** Whether a retry may help: the issuer did not answer, or had a server error. */
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

/** The part of an error that may be logged: codes, never an authorization code, a token or an address. */
export function reasonOf(error: unknown): string {
  const { code, error: said } = (error instanceof Error ? error : {}) as Known
  return (
    [code, said]
      .filter((part): part is string => typeof part === 'string' && /^[A-Za-z_]{1,64}$/.test(part))
      .join(' ') || 'no answer'
  )
}
