/** What an answer may run or style itself with besides files of ours: one of the two, or nothing. */
export interface Allowed {
  /** Of this one answer; the inline script and style that carry it. */
  readonly nonce?: string
  /** Source expression of the one `<style>` of a page that is the same in many answers. */
  readonly styleHash?: string
  /** Source expressions of frames that are not our own. */
  readonly frames?: readonly string[]
}

/** Everything from ourselves. @param host as the request names it, with its port */
export function contentPolicy(host: string | undefined, { nonce, styleHash, frames = [] }: Allowed): string {
  const allowed = nonce === undefined ? '' : ` 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src 'self'${allowed}`,
    `style-src 'self'${styleHash === undefined ? allowed : ` ${styleHash}`}`,
    "img-src 'self' data: blob:",
    // Recordings are fetched whole first, so that they can be played from any place.
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

/** Older browsers do not count a websocket to the own host as 'self'. */
const socketSource = (host = ''): string => (/^[A-Za-z0-9.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : '')
