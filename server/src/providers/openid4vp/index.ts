import { errors } from 'jose'
import * as z from 'zod/mini'
import type { AgeAnswer, AgeVerifier } from '#modules/age-checks/index.ts'
import type { CallOptions } from '#providers/reply.ts'
import { createIssuerKeys } from './issuer-keys.ts'
import { claimsOf, PresentationRefused } from './presentation.ts'
import type { AgeWalletOptions } from './settings.ts'

export { readAgeWalletSettings, type AgeWalletOptions } from './settings.ts'

const credentialId = 'age'
const claim = 'age_over_18'

/** `vp_token`: exactly one presentation of the requested credential. */
const answer = z.strictObject({ [credentialId]: z.tuple([z.string()]) })

/** Our client id for the wallet: the response URI (OpenID4VP 1.0, section 5.9.3, prefix `redirect_uri`). */
const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`

/**
 * Asks a wallet for `age_over_18` and nothing else, by OpenID for Verifiable Presentations 1.0: a DCQL query, answered
 * directly to us (`direct_post`) with an SD-JWT VC.
 */
export function createAgeWallet(options: AgeWalletOptions & CallOptions): AgeVerifier {
  const keysOf = createIssuerKeys(options)
  return {
    ask({ nonce, state, responseUri }) {
      const url = new URL(options.walletUrl)
      const parameters = {
        client_id: clientIdOf(responseUri),
        response_type: 'vp_token',
        response_mode: 'direct_post',
        response_uri: responseUri,
        nonce,
        state,
        dcql_query: JSON.stringify({
          credentials: [
            {
              id: credentialId,
              format: 'dc+sd-jwt',
              meta: { vct_values: [options.credentialType] },
              claims: [{ path: [claim] }],
            },
          ],
        }),
        client_metadata: JSON.stringify({
          vp_formats_supported: {
            'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
          },
        }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async read(presentation, { nonce, responseUri }): Promise<AgeAnswer> {
      try {
        const {
          [credentialId]: [credential],
        } = answer.parse(JSON.parse(presentation))
        const claims = await claimsOf(credential, {
          clientId: clientIdOf(responseUri),
          nonce,
          issuers: options.issuers,
          credentialType: options.credentialType,
          keysOf,
        })
        const isOver = claims[claim]
        if (typeof isOver !== 'boolean') return { outcome: 'refused', reason: `${claim} is missing` }
        return { outcome: isOver ? 'over_18' : 'under_18' }
      } catch (error) {
        if (isTheirs(error))
          return { outcome: 'refused', reason: error instanceof Error ? error.message : 'unreadable' }
        throw error
      }
    },
  }
}

/** Whether the presentation is at fault, and not our environment. */
const isTheirs = (error: unknown): boolean =>
  error instanceof PresentationRefused ||
  error instanceof errors.JOSEError ||
  error instanceof z.core.$ZodError ||
  error instanceof SyntaxError ||
  error instanceof TypeError
