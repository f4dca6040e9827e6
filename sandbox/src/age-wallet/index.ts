import type { FastifyInstance } from 'fastify'
import { exportJWK } from 'jose'
import { html, page } from '../page/html.ts'
import { makeWalletKeys, present, type WalletKeys } from './credential.ts'

interface Asked {
  readonly client_id?: string
  readonly response_mode?: string
  readonly response_uri?: string
  readonly nonce?: string
  readonly state?: string
}

/**
 * A stand-in for a wallet on the phone and for the authority that issued its credential (OpenID for Verifiable
 * Presentations 1.0). The keys are created when they are first needed, and kept in memory only.
 *
 * @param origin the sandbox's own origin
 */
export function openAgeWallet(app: FastifyInstance, { origin }: { origin: () => string }): void {
  let made: Promise<WalletKeys> | undefined
  const keys = () => (made ??= makeWalletKeys())
  const issuer = () => `${origin()}/age-issuer`

  app.get('/.well-known/jwt-vc-issuer/age-issuer', async () => ({
    issuer: issuer(),
    jwks: { keys: [{ ...(await exportJWK((await keys()).issuer.publicKey)), alg: 'ES256', use: 'sig' }] },
  }))

  app.get<{ Querystring: Asked }>('/age-wallet', async ({ query }, reply) =>
    reply
      .code(isComplete(query) ? 200 : 400)
      .type('text/html; charset=utf-8')
      .send(walletPage(query)),
  )

  app.post<{ Querystring: Asked; Body: { choice?: string } }>('/age-wallet', async ({ query, body }, reply) => {
    if (!isComplete(query)) return reply.code(400).send({ error: 'invalid_request' })
    const { client_id: audience, response_uri: responseUri, nonce, state } = query
    const answer =
      body.choice === 'refuse'
        ? { error: 'access_denied', state }
        : {
            vp_token: JSON.stringify({
              age: [await present(await keys(), { issuer: issuer(), over18: body.choice === 'over', audience, nonce })],
            }),
            state,
          }
    const response = await fetch(responseUri, { method: 'POST', body: new URLSearchParams(answer), redirect: 'error' })
    const { redirect_uri: back } = (await response.json()) as { redirect_uri?: string }
    return back ? reply.redirect(back, 303) : reply.code(502).send({ error: 'the verifier said no' })
  })
}

const isComplete = (asked: Asked): asked is Required<Asked> =>
  asked.response_mode === 'direct_post' &&
  asked.client_id === `redirect_uri:${asked.response_uri}` &&
  [asked.nonce, asked.state].every((value) => typeof value === 'string' && value !== '')

const walletPage = (asked: Asked): string =>
  page(
    'Wallet',
    html`<section class="bank">
      <p class="quiet">Test wallet · stand-in for an identity wallet</p>
      <h1>Are you 18 or over?</h1>
      ${
        isComplete(asked)
          ? html`<p>${new URL(asked.response_uri).host} asks. It gets to know yes or no: no name, no date of birth.</p>
              <form method="post">
                <p class="row">
                  <button class="strong" name="choice" value="over">Show that I am 18 or over</button>
                  <button name="choice" value="under">Show that I am younger</button>
                  <button name="choice" value="refuse">Refuse</button>
                </p>
              </form>`
          : html`<p class="bad" role="alert">The request is not complete.</p>`
      }
    </section>`,
  )
