import type { IDToken } from 'openid-client'
import type { Claims } from '#modules/identity/index.ts'

/** The claims of a verified ID token. Only the boolean true counts as `email_verified`, not the string. */
export const claimsOf = (token: IDToken): Claims => ({
  issuer: token.iss,
  subject: token.sub,
  email: text(token['email'])?.trim().toLowerCase(),
  emailVerified: token['email_verified'] === true,
  givenName: text(token['given_name']) ?? text(token['name']),
})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
