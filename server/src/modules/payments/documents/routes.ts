import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { notFound, notSignedIn } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import { currentSubscription, renewalPlanOf } from '#modules/subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { reminderOf } from '../renewals/reminders.ts'
import { invoiceDocument, renewalDocument, withdrawalDocument, type MemberDocument } from './member-documents.ts'

/** Routes of a member's documents as PDF. Rendered on demand: only the rows are stored. */
export function documentRoutes(http: Http, deps: PaymentDeps): void {
  const options = {
    compress: false as const,
    schema: { hide: true },
    config: { rateLimit: { max: 20, timeWindow: 60_000 } },
  }
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    find: (member: Principal) => Promise<MemberDocument | null>,
  ) => {
    const member = await http.memberOf(request)
    if (!member) throw notSignedIn()
    const found = await find(member)
    if (!found) throw notFound()
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${found.name}"`)
      .type('application/pdf')
      .send(found.content)
  }

  http.app.get<{ Params: { reference: string; number: string } }>(
    '/pay/orders/:reference/invoices/:number',
    options,
    (request, reply) =>
      answer(request, reply, async (member) => {
        const { reference, number } = request.params
        return isUuid(reference) ? invoiceDocument(deps, member, { reference, number }) : null
      }),
  )
  http.app.get<{ Params: { reference: string } }>('/pay/orders/:reference/withdrawal', options, (request, reply) =>
    answer(request, reply, async (member) => {
      const { reference } = request.params
      return isUuid(reference) ? withdrawalDocument(deps, member, reference) : null
    }),
  )
  http.app.get('/pay/subscription/reminder', options, (request, reply) =>
    answer(request, reply, async (member) => {
      const term = await currentSubscription(deps.db, member.memberId, deps.clock())
      // A cancelled plan announces no renewal.
      if (!term?.renews || term.state === 'cancelled') return null
      const { sentAt } = await reminderOf(deps.db, term)
      if (sentAt === null) return null
      const { plan } = renewalPlanOf(term)
      return renewalDocument(deps, member, {
        subscription: term.id,
        plan: plan.name[member.locale],
        totalMinor: plan.totalMinor,
        currency: plan.currency,
        renewsAt: term.period_end,
        sentAt,
      })
    }),
  )
}
