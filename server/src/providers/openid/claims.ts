import type { IDToken } from 'openid-client'
import type { Claims } from '../../modules/identity/index.ts'

/** The checked ID token in the port's words. Only a true `email_verified` counts, not the word. */
export const claimsOf = (token: IDToken): Claims => ({
  issuer: token.iss,
  subject: token.sub,
  email: text(token['email'])?.trim().toLowerCase(),
  emailVerified: token['email_verified'] === true,
  givenName: text(token['given_name']) ?? text(token['name']),
})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
