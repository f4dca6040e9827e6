/** A cookie for a visitor's choice: sent with the whole site, not readable by scripts, valid for a year by default. */
export const choiceCookie = (name: string, value: string, secure: boolean, days = 365): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
