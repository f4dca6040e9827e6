/** A cookie for a choice the visitor made: whole site, readable by nobody but us, for a year where nothing else is said. */
export const choiceCookie = (name: string, value: string, secure: boolean, days = 365): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
