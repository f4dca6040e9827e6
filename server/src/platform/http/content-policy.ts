/** Inline content allowed in a response: by nonce or by hash, or none. */
export interface Allowed {
  /** Nonce of this response; its inline script and style carry it. */
  readonly nonce?: string
  /** Hash source of the one `<style>` of a page that is served from a cache. */
  readonly styleHash?: string
  /** Sources of embedded frames of other origins. */
  readonly frames?: readonly string[]
}

/** The Content-Security-Policy: everything from our own origin only. @param host of the request, with its port */
export function contentPolicy(host: string | undefined, { nonce, styleHash, frames = [] }: Allowed): string {
  const allowed = nonce === undefined ? '' : ` 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src 'self'${allowed}`,
    `style-src 'self'${styleHash === undefined ? allowed : ` ${styleHash}`}`,
    "img-src 'self' data: blob:",
    // Voice recordings are downloaded completely and played from a blob, which allows seeking.
    'media-src blob:',
    "font-src 'self'",
    `connect-src 'self' ${socketSource(host)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Older browsers do not include websockets in 'self'. */
const socketSource = (host = ''): string => (/^[A-Za-z0-9.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : '')
