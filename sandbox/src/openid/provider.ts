import { errors, interactionPolicy, Provider, type Configuration, type JWK } from 'oidc-provider'
import type { OpenIdCredentials } from '../credentials.ts'
import { html, page } from '../page/html.ts'
import type { Accounts } from './accounts.ts'
import { artifactStore, type OpenIdArtifact } from './artifacts.ts'
import type { Collection } from '../collection.ts'
import type { OpenIdKeys } from './keys.ts'
import { isOwnRedirect } from './redirects.ts'

export interface ProviderOptions {
  readonly issuer: string
  readonly appUrl: string
  readonly credentials: OpenIdCredentials
  readonly accounts: Accounts
  readonly artifacts: Collection<OpenIdArtifact>
  readonly keys: OpenIdKeys
}

/**
 * A certified OpenID provider with one client, the application. It requires PKCE and, like Google, puts e-mail and name
 * into the ID token.
 */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options))
  provider.Client.prototype.redirectUriAllowed = (uri: string) => isOwnRedirect(uri, options.appUrl)
  return provider
}

function configuration({ accounts, artifacts, credentials, keys }: ProviderOptions): Configuration {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    adapter: artifactStore(artifacts),
    clients: [
      {
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
        redirect_uris: ['http://localhost/loginWithGoogle'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [keys.signing as JWK] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'sandbox_openid', interaction: 'sandbox_openid_sign_in', resume: 'sandbox_openid_resume' },
    },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
    conformIdTokenClaims: false,
    discovery: { prompt_values_supported: ['none', 'login', 'select_account'] },
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/google/sign-in/${uid}` },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    expiresWithSession: () => false,
    findAccount: async (_ctx, id) => {
      const account = accounts.byId(id)
      return (
        account && {
          accountId: id,
          claims: async () => ({
            sub: id,
            email: account.email,
            email_verified: account.emailVerified,
            name: account.name,
            given_name: account.name.split(' ')[0],
          }),
        }
      )
    },
    // Pressing the button counts as consent, as the page lists what the application will receive.
    loadExistingGrant: async (ctx) => {
      const { client, session, params, provider } = ctx.oidc
      if (!client || !session?.accountId) throw new errors.AccessDenied('nobody signed in')
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(String(params?.['scope'] ?? 'openid'))
      await grant.save()
      return grant
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html'
      ctx.body = page(
        'Sign-in failed',
        html`<section class="bank">
          <h1>This sign-in cannot go on</h1>
          <p>${description ?? ''}</p>
          <p class="quiet">${error}</p>
        </section>`,
      )
    },
  }
}
