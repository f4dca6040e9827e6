import type * as openidClient from 'openid-client'

export interface OpenIdOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Time-out of a call to the issuer, in seconds. */
  readonly timeout?: number
}

type Client = typeof openidClient
interface Discovered {
  readonly client: Client
  readonly config: openidClient.Configuration
}

/** Issuers rarely change their endpoints; keys are fetched again when an unknown one occurs. */
const keptForMs = 60 * 60_000

/** Reads the issuer's metadata on first use, and again after an hour. Failures are not cached. */
export function createDiscovery(options: OpenIdOptions): () => Promise<Discovered> {
  let kept: { readonly until: number; readonly discovered: Promise<Discovered> } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.discovered
    const mine = { until: Date.now() + keptForMs, discovered: discover(options) }
    kept = mine
    // The caller gets the error; the next call retries.
    mine.discovered.catch(() => {
      if (kept === mine) kept = undefined
    })
    return mine.discovered
  }
}

async function discover({ issuer, clientId, clientSecret, timeout = 5 }: OpenIdOptions): Promise<Discovered> {
  // Loaded with the first sign-in: most processes never need it.
  const client = await import('openid-client')
  const url = new URL(issuer)
  const config = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: 60 },
    authentication(client, clientSecret),
    {
      timeout,
      // The ID token's signature is verified, in addition to the TLS connection.
      execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
    },
  )
  return { client, config }
}

/**
 * Sends the secret as the issuer supports it: in the form if possible, otherwise in the header, which every issuer must
 * accept.
 */
function authentication(client: Client, secret: string): openidClient.ClientAuth {
  const inForm = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inForm : inHeader)(as, ...rest)
}
