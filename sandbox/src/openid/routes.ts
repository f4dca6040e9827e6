import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { html, page } from '../page/html.ts'
import { PAGE_POLICY } from '../protect.ts'
import type { Accounts } from './accounts.ts'
import { signInPage } from './sign-in-page.ts'

interface Typed {
  readonly choice?: string
  readonly email?: string
  readonly name?: string
  readonly verified?: string
}

/** The provider below `/google`, and the page on which the tester chooses who signs in. */
export function openIdRoutes(app: FastifyInstance, provider: () => Provider, accounts: Accounts): void {
  app.register(async (scope) => {
    // The provider reads its bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/google/*', (request, reply) => hand(provider(), request, reply))
  })

  app.get('/google/sign-in/:uid', async (request, reply) => show(request, reply))
  app.post<{ Body: Typed }>('/google/sign-in/:uid', async (request, reply) => {
    const result = resultOf(request.body)
    if ('wrong' in result) return show(request, reply, result.wrong)
    try {
      return await reply.redirect(
        await provider().interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }),
        303,
      )
    } catch {
      // The sign-in expired or was completed in another tab, and the page says so.
      return over(reply)
    }
  })

  async function show(request: FastifyRequest, reply: FastifyReply, wrong?: string): Promise<FastifyReply> {
    try {
      const { params } = await provider().interactionDetails(request.raw, reply.raw)
      const client = new URL(String(params['redirect_uri'])).host
      return reply
        .code(wrong === undefined ? 200 : 400)
        .type('text/html; charset=utf-8')
        .send(signInPage({ client, accounts: accounts.recent(8), wrong }))
    } catch {
      // The sign-in has expired.
      return over(reply)
    }
  }

  function resultOf({ choice = '', email = '', name = '', verified }: Typed) {
    if (choice === 'refuse') return { error: 'access_denied', error_description: 'the person refused' }
    if (choice === 'typed' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()))
      return { wrong: 'This is not an email address.' }
    const account =
      choice === 'typed'
        ? accounts.signIn({ email, name, emailVerified: verified !== undefined })
        : accounts.byId(choice)
    if (!account) return { wrong: 'There is no such account.' }
    return { login: { accountId: account.id }, select_account: {} }
  }
}

function over(reply: FastifyReply): FastifyReply {
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .send(
      page(
        'Sign-in is over',
        html`<section class="bank">
          <h1>This sign-in is over</h1>
          <p>Start again from the application.</p>
        </section>`,
      ),
    )
}

/** Passes a request to the provider, whose own paths have no prefix. */
async function hand(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const raw = Object.assign(request.raw, { originalUrl: request.raw.url })
  raw.url = (raw.url ?? '').slice('/google'.length)
  // Drops the cookies, so that the tester can choose an account at each sign-in.
  if (raw.url.startsWith('/auth?')) delete raw.headers.cookie
  reply.hijack()
  reply.raw.setHeaders(
    new Map([
      ['content-security-policy', PAGE_POLICY],
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'no-referrer'],
    ]),
  )
  await provider.callback()(raw, reply.raw)
}
