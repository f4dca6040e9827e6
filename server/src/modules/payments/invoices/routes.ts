import type { Http } from '../../../platform/http/bind.ts'
import { notFound, notSignedIn } from '../../../platform/http/problem.ts'
import { isUuid } from '../../../platform/ids.ts'
import { attemptOf } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { memberInvoices } from './member-invoices.ts'

/** An order's invoice or credit note as a PDF, for its member. Rendered on demand: only the row is stored. */
export function invoiceRoutes(http: Http, deps: PaymentDeps): void {
  http.app.get<{ Params: { reference: string; number: string } }>(
    '/pay/orders/:reference/invoices/:number',
    { compress: false, schema: { hide: true }, config: { rateLimit: { max: 20, timeWindow: 60_000 } } },
    async (request, reply) => {
      const member = await http.memberOf(request)
      if (!member) throw notSignedIn()
      const { reference, number } = request.params
      const invoices = isUuid(reference) ? await memberInvoices(deps.db, member.memberId, [reference]) : []
      const invoice = invoices.find((one) => one.number === number)
      const brand = deps.brandOf(member.brandId)
      const attempt = invoice && (await attemptOf(deps.db, invoice.attempt_id))
      if (!invoice || !attempt || !brand) throw notFound()
      // Loaded on demand: the PDF library and its font parser take 10 MiB.
      const { invoicePdf } = await import('./invoice-pdf.ts')
      const pdf = await invoicePdf(invoice, {
        title: brand.title,
        plan: attempt.plan.name[member.locale],
        credited: invoices.find(({ kind }) => kind === 'invoice')?.number ?? null,
        locale: member.locale,
      })
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${invoice.number}.pdf"`)
        .type('application/pdf')
        .send(pdf)
    },
  )
}
