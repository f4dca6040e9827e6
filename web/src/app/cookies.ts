/** Reads one cookie of a `Cookie` header as it was sent; undefined when it is not there. */
export const readCookie = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** A cookie for a choice the visitor made: a year, whole site, readable by nobody but us. */
export const choiceCookie = (name: string, value: string, secure: boolean): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
