import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An issuer whose responses a test can manipulate. */
export interface LyingIssuer {
  readonly url: string
  /** Overrides claims of the next token. */
  lie(change: JWTPayload, options?: { foreignKey?: boolean; alg?: 'none' }): void
  /** Replaces the response of the token endpoint. */
  answer(status: number, body: unknown, options?: { afterMs?: number }): void
  /** Overrides of its metadata. */
  metadata: Record<string, unknown>
  /** Requests of the token endpoint so far. */
  readonly asked: { readonly form: URLSearchParams; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export async function startLyingIssuer(clientId: string, port = 0): Promise<LyingIssuer> {
  const [key, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  let change: JWTPayload = {}
  let options: { foreignKey?: boolean; alg?: 'none' } = {}
  let said: { status: number; body: unknown; afterMs: number } | undefined
  const asked: LyingIssuer['asked'] = []
  const issuer: LyingIssuer = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    lie(next, how = {}) {
      change = next
      options = how
      said = undefined
    },
    answer(status, body, { afterMs = 0 } = {}) {
      said = { status, body, afterMs }
    },
    metadata: {},
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  const idToken = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: issuer.url, aud: clientId, sub: '1234', iat: now, exp: now + 300, ...change }
    if (options.alg === 'none')
      return `${[{ alg: 'none' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((options.foreignKey ? foreign : key).privateKey)
  }
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      return send(200, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/auth`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...issuer.metadata,
      })
    }
    if (request.url === '/jwks') return send(200, { keys: [jwk] })
    asked.push({ form: new URLSearchParams(await bodyOf(request)), authorization: request.headers.authorization })
    const refusal = said
    if (refusal) return setTimeout(() => send(refusal.status, refusal.body), refusal.afterMs)
    return send(200, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return issuer
}
