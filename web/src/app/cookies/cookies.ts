/** Reads one cookie of a `Cookie` header as it was sent; undefined when it is not there. */
export const readCookie = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** A cookie for a choice the visitor made: whole site, readable by nobody but us, for a year where nothing else is said. */
export const choiceCookie = (name: string, value: string, secure: boolean, days = 365): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
