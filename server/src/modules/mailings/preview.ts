import type { adminRoutes } from '@incontro/contract/admin'
import type { FastifyReply } from 'fastify'
import type { Brand } from '#modules/brands/index.ts'
import { emailBrand, enqueueEmail, type RenderEmail } from '#modules/outreach/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { MailingDeps } from './deps.ts'
import { journeys } from './journeys.ts'
import { audited, lockMailing, type MailingRow, textsOf } from './mailing-row.ts'
import { mailingAt } from './read.ts'

/** What stands for a recipient's name in previews and tests. */
const sampleName = 'Alex'
/** Links of a preview lead nowhere. */
const nowhere = { link: '#', unsubscribeLink: '#', settingsLink: '#' }

/** @throws Failure 404, also for a language in which it is not written */
export async function previewMailing(
  deps: MailingDeps,
  call: Call<typeof adminRoutes.previewMailing>,
): Promise<unknown> {
  const content = contentIn(await mailingAt(deps.db, call), call.params.locale)
  return sendPreview(deps, call, { kind: 'newsletter', props: { ...nowhere, content } })
}

/** @throws Failure 404 */
export const previewJourney = (deps: MailingDeps, call: Call<typeof adminRoutes.previewJourney>): Promise<unknown> =>
  sendPreview(deps, call, { kind: journeys[call.params.journey].kind, props: nowhere })

/** Sends the mail to the person who asks, and to no one else. @throws Failure 404 */
export async function testMailing(
  deps: MailingDeps,
  call: Call<typeof adminRoutes.testMailing>,
): Promise<{ to: string }> {
  const to = await deps.addressOf(call.staff.staffId)
  const brand = brandOf(deps, call)
  if (to === undefined) throw notFound()
  const { locale } = call.body
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    const email = {
      brandId: row.brand_id,
      memberId: null,
      kind: 'newsletter-test',
      to,
      locale,
      props: { link: `${brand.origin}/find`, content: contentIn(row, locale) },
    } as const
    await enqueueEmail(tx, email, deps.clock())
    await deps.record(tx, { ...audited(call), action: 'mailing_tested', detail: { locale } })
  })
  return { to }
}

function contentIn(row: MailingRow, locale: keyof ReturnType<typeof textsOf>) {
  const text = textsOf(row)[locale]
  if (!text) throw notFound()
  return { ...text, name: sampleName, discreet: false }
}

function brandOf({ brands }: MailingDeps, { site }: { readonly site: { readonly brandId: string } }): Brand {
  const brand = brands.byKey(site.brandId)
  if (!brand) throw notFound()
  return brand
}

interface PreviewCall {
  readonly site: { readonly brandId: string }
  readonly params: { readonly locale: Parameters<RenderEmail>[2] }
  readonly reply: FastifyReply
}

/** What a mail program shows above the mail. */
const subjectLine = (subject: string): string =>
  `<p style="margin:0 auto;max-width:520px;padding:16px 0 0;font:600 14px/20px Helvetica,Arial,sans-serif">${subject.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`

/** A page for a sandboxed frame of the console: no script, and of other origins the brand's icon only. */
async function sendPreview(deps: MailingDeps, call: PreviewCall, email: Parameters<RenderEmail>[0]): Promise<unknown> {
  const brand = brandOf(deps, call)
  const { html, subject } = await deps.render(email, emailBrand(brand), call.params.locale)
  void call.reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src ${brand.origin}; frame-ancestors 'self'; sandbox`,
    )
    .header('x-frame-options', 'SAMEORIGIN')
  return Buffer.from(html.replace(/<body[^>]*>/, (body) => `${body}${subjectLine(subject)}`))
}
