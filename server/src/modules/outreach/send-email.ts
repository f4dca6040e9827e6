import type { Locale } from '@incontro/contract'
import type { Selectable } from 'kysely'
import type { Email as EmailRow } from '../../platform/database-types.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type Mailer, MailRefused } from '../../platform/mail.ts'
import type { Brand, Brands } from '../brands/index.ts'
import type { Email } from './email.ts'
import { emailBrand } from './email-brand.ts'
import type { RenderEmail } from './emails/render.tsx'

export interface OutreachDeps {
  readonly db: Database
  readonly brands: Brands
  readonly mailer: Mailer
  readonly render: RenderEmail
  readonly log: Log
}

/**
 * Sends one queued email. What fails is tried again until the last try; then, or where the mail server refuses for good,
 * the row stays as a dead letter. An email that is sent already is left alone.
 */
export async function sendEmail(deps: OutreachDeps, { emailId }: { emailId: string }, job: { attempt: number; last: boolean }): Promise<void> {
  const row = await deps.db.selectFrom('emails').selectAll().where('id', '=', emailId).where('state', '=', 'queued').executeTakeFirst()
  if (!row) return
  try {
    await deliver(deps, row)
  } catch (error) {
    const dead = job.last || error instanceof MailRefused
    await deps.db.updateTable('emails').set({
      attempts: job.attempt, last_error: reasonOf(error), ...(dead ? { state: 'dead', props: whatMayStay(row) } : {}),
    }).where('id', '=', emailId).execute()
    if (!dead) throw error
    deps.log.error({ emailId, kind: row.kind, err: error }, 'email given up')
    return
  }
  await deps.db.updateTable('emails').set({ state: 'sent', attempts: job.attempt, last_error: null, sent_at: new Date(), props: whatMayStay(row) })
    .where('id', '=', emailId).execute()
}

async function deliver(deps: OutreachDeps, row: Selectable<EmailRow>): Promise<void> {
  const brand = deps.brands.byKey(row.brand_id)
  if (!brand) throw new MailRefused(`there is no brand ${row.brand_id}`)
  // The row was written by `enqueueEmail`, which takes a typed email; kind and props belong together.
  const email = { kind: row.kind, props: row.props } as unknown as Email
  const rendered = await deps.render(email, emailBrand(brand), languageOf(row, brand))
  await deps.mailer.send({
    messageId: `${row.id}@${brand.domain}`,
    from: brand.mail,
    to: row.to_address,
    replyTo: brand.support.email,
    ...rendered,
    ...(email.kind === 'new-message' ? { unsubscribe: email.props.unsubscribeLink } : {}),
  })
}

const languageOf = (row: Selectable<EmailRow>, brand: Brand): Locale =>
  brand.languages.find((language) => language === row.locale) ?? brand.defaultLanguage

/** Links hold single-use tokens, of which the database otherwise keeps only hashes: they go as soon as they are not needed. */
function whatMayStay({ props }: Selectable<EmailRow>): string {
  if (props === null || typeof props !== 'object' || Array.isArray(props)) return '{}'
  return JSON.stringify(Object.fromEntries(Object.entries(props).filter(([name]) => !/link$/i.test(name))))
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
