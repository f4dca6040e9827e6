/** A coarse mark of this browser, used against repeated registrations only; the server keeps a short-lived keyed hash of it. */
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
