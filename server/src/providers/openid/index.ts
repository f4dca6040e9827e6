import type { IdentityIssuer } from '#modules/identity/index.ts'
import { claimsOf } from './claims.ts'
import { createDiscovery, type OpenIdOptions } from './discovery.ts'
import { isOutOfReach, reasonOf } from './failures.ts'

export type { OpenIdOptions } from './discovery.ts'
export { readOpenIdSettings } from './settings.ts'

/** The requested claims: identity, email and name. */
const scope = 'openid email profile'

/**
 * Sign-in by an OpenID Connect issuer: authorization code flow with PKCE (S256), nonce and state. The issuer is only
 * contacted when a visitor signs in.
 */
export function createOpenId(options: OpenIdOptions): IdentityIssuer {
  const discovered = createDiscovery(options)
  return {
    issuer: options.issuer,

    async begin(redirectUri) {
      try {
        const { client, config } = await discovered()
        const handshake = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope,
          state: handshake.state,
          nonce: handshake.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(handshake.verifier),
          code_challenge_method: 'S256',
          ...(letsChoose(config.serverMetadata()) ? { prompt: 'select_account' } : {}),
        })
        return { url: url.href, handshake }
      } catch (error) {
        if (isOutOfReach(error)) return undefined
        throw error
      }
    },

    async finish(redirectUri, { state, nonce, verifier }, answer) {
      const back = new URL(redirectUri)
      for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
      try {
        const { client, config } = await discovered()
        const tokens = await client.authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        return claims ? { outcome: 'claims', claims: claimsOf(claims) } : { outcome: 'refused', reason: 'no ID token' }
      } catch (error) {
        return { outcome: isOutOfReach(error) ? 'unreachable' : 'refused', reason: reasonOf(error) }
      }
    },
  }
}

/** Shows the account chooser instead of using the last account. Google supports this value without advertising it. */
const letsChoose = ({
  issuer,
  prompt_values_supported: known,
}: {
  issuer: string
  prompt_values_supported?: unknown
}): boolean => issuer === 'https://accounts.google.com' || (Array.isArray(known) && known.includes('select_account'))
