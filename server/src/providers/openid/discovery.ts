import type * as openidClient from 'openid-client'

export interface OpenIdOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Seconds until a call of the issuer is given up. */
  readonly timeout?: number
}

type Client = typeof openidClient
interface Discovered {
  readonly client: Client
  readonly config: openidClient.Configuration
}

/** Issuers change their addresses rarely and their keys often; keys are fetched by themselves when an unknown one is met. */
const keptForMs = 60 * 60_000

/** Reads what the issuer says of itself when it is first needed, and again after an hour. A failure is not kept: the next one asks again. */
export function createDiscovery(options: OpenIdOptions): () => Promise<Discovered> {
  let kept: { readonly until: number; readonly discovered: Promise<Discovered> } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.discovered
    const mine = { until: Date.now() + keptForMs, discovered: discover(options) }
    kept = mine
    // The caller gets the error; the next one asks again.
    mine.discovered.catch(() => {
      if (kept === mine) kept = undefined
    })
    return mine.discovered
  }
}

async function discover({ issuer, clientId, clientSecret, timeout = 5 }: OpenIdOptions): Promise<Discovered> {
  // Brought in by the first sign-in: most starts of the server never need it.
  const client = await import('openid-client')
  const url = new URL(issuer)
  const config = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: 60 },
    authentication(client, clientSecret),
    {
      timeout,
      // The ID token is believed for its signature, not only for the connection it came by.
      execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
    },
  )
  return { client, config }
}

/** The secret where the issuer wants it: in the form if it takes that, else in the header, which every issuer has to take. */
function authentication(client: Client, secret: string): openidClient.ClientAuth {
  const inForm = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inForm : inHeader)(as, ...rest)
}
