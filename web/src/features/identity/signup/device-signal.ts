/**
 * A coarse fingerprint of this browser, used only against repeated registrations; the server stores a keyed hash of it
 * for a short time.
 */
export const deviceSignal = async (): Promise<string> => {
  const traits = [
    navigator.userAgent,
    navigator.languages.join(),
    screen.width,
    screen.height,
    screen.colorDepth,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(traits.join('|')))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
