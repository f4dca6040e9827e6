import type { FastifyInstance } from 'fastify'
import type { Collection } from '../collection.ts'
import type { Mail } from './mail.ts'
import { mailBody, mailPage } from './mail-page.ts'

/** `GET /mail?to=` as JSON for scripts, `GET /mail/:id` as a page for people. */
export function mailRoutes(app: FastifyInstance, mails: Collection<Mail>): void {
  app.get<{ Querystring: { to?: string } }>('/mail', async (request) => {
    const to = request.query.to?.trim().toLowerCase()
    return mails.newest().filter((mail) => to === undefined || mail.to.toLowerCase() === to)
  })

  app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(mailPage(mail))
  })

  app.get<{ Params: { id: string } }>('/mail/:id/body', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return reply.callNotFound()
    // The header repeats the iframe's sandbox, so that a mail opened on its own has no scripts and no origin either.
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:"
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(mailBody(mail))
  })
}
