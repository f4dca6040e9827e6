import type { Answer, TestServer } from '#test/support/test-server.ts'
import { walkThroughProvider, type OpenIdChoice } from '../../../../../../sandbox/src/testing/openid-browser.ts'

/** A browser that calls the API: it stores cookies and sends an origin. */
export interface Visitor {
  readonly cookies: Map<string, string>
  call(path: string, options?: { method?: string; body?: unknown; token?: string; origin?: string }): Promise<Answer>
  /** Starts, and returns the URL to go to. */
  start(body?: object, token?: string): Promise<string>
  /** Starts, passes through the provider, and returns the parameters it sent back. */
  comeBack(choice: OpenIdChoice, body?: object, token?: string): Promise<Record<string, string>>
  /** Runs the whole flow; returns the final response. */
  enter(choice: OpenIdChoice, body?: object, token?: string): Promise<Answer>
}

export const googlePath = '/api/users/auth/google'

export function openVisitor(testServer: TestServer, host = 'localhost'): Visitor {
  const cookies = new Map<string, string>()
  const own = `http://${host}:${new URL(testServer.url).port}`
  const visitor: Visitor = {
    cookies,
    async call(path, { origin = own, ...options } = {}) {
      const answer = await testServer.call(path, {
        ...options,
        host,
        headers: { origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
    async start(body = {}, token) {
      const { status, body: begun } = await visitor.call(`${googlePath}/start`, {
        body,
        ...(token === undefined ? {} : { token }),
      })
      if (status !== 200) throw new Error(`start answered ${status} ${JSON.stringify(begun)}`)
      return begun.url
    },
    async comeBack(choice, body, token) {
      return Object.fromEntries((await walkThroughProvider(await visitor.start(body, token), choice)).searchParams)
    },
    async enter(choice, body, token) {
      return visitor.call(googlePath, {
        body: await visitor.comeBack(choice, body, token),
        ...(token === undefined ? {} : { token }),
      })
    },
  }
  return visitor
}

/** A complete form. */
export const form = (change: object = {}) => ({
  age: 33,
  region: 'Lazio',
  city: 'Roma',
  sono: 'donna',
  cerco: 'uomo',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  consents: { promotion: true, thirdParty: false },
  username: 'Anna',
  language: 'it',
  ...change,
})
