import type { Keys } from '../../../../platform/ids.ts'
import type { Locale } from '@incontro/contract'
import type { Selectable } from 'kysely'
import type { Email as EmailRow } from '../../../../platform/database-types.ts'
import type { Database } from '../../../../platform/database.ts'
import type { Log } from '../../../../platform/log.ts'
import { type Mailer, MailRefused } from '../../../../platform/mail.ts'
import type { Urgent } from '../../../../platform/urgent.ts'
import type { Brand, Brands } from '../../../brands/index.ts'
import type { Email, EmailKind } from './email.ts'
import { emailBrand } from './email-brand.ts'
import type { RenderEmail } from './templates/render.tsx'
import { listOf } from '../../policy.ts'
import { mayWrite } from '../../preferences/suppressions.ts'
import { unsubscribeLink } from '../../preferences/unsubscribe-link.ts'

/** The PDFs that go with an email; none with most. */
export type DocumentsOf = (
  email: Email & { readonly createdAt: Date },
) => Promise<readonly { readonly name: string; readonly content: Buffer }[]>

export interface OutreachDeps {
  readonly db: Database
  readonly brands: Brands
  readonly mailer: Mailer
  readonly render: RenderEmail
  readonly log: Log
  readonly clock: () => Date
  readonly urgent: Pick<Urgent, 'over'>
  readonly documentsOf: DocumentsOf
  /** Keys of the links that stop notices, and of the hashes of addresses. */
  readonly linkKeys: Keys
  readonly addressKeys: Keys
}

/**
 * Sends a queued email. A failure is retried until the last attempt; then, or when the mail server refuses permanently,
 * the row stays as a dead letter. Skips emails that are already sent; withholds those the recipient has opted out of.
 */
export async function sendEmail(
  deps: OutreachDeps,
  { emailId }: { emailId: string },
  job: { attempt: number; last: boolean },
): Promise<void> {
  // Rendering one, with its PDF, blocks the event loop for longer than a grant takes.
  await deps.urgent.over()
  const row = await deps.db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', emailId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!row) return
  let wanted: boolean
  try {
    wanted = await isWanted(deps, row)
    if (wanted) await deliver(deps, row)
  } catch (error) {
    const dead = job.last || error instanceof MailRefused
    await deps.db
      .updateTable('emails')
      .set({
        attempts: job.attempt,
        last_error: reasonOf(error),
        ...(dead ? { state: 'dead', props: whatMayStay(row) } : {}),
      })
      .where('id', '=', emailId)
      .execute()
    if (!dead) throw error
    deps.log.error({ emailId, kind: row.kind, err: error }, 'email given up')
    await forgetLast(deps, row)
    return
  }
  await deps.db
    .updateTable('emails')
    .set({
      attempts: job.attempt,
      last_error: null,
      props: whatMayStay(row),
      ...(wanted ? { state: 'sent', sent_at: deps.clock() } : { state: 'withheld' }),
    })
    .where('id', '=', emailId)
    .execute()
  await forgetLast(deps, row)
}

/** The last email of an account: its address must be deleted. */
async function forgetLast(deps: OutreachDeps, row: Selectable<EmailRow>): Promise<void> {
  if (row.kind === 'deleted') await deps.db.deleteFrom('emails').where('id', '=', row.id).execute()
}

/** Checked on sending, not on queueing: a member who has just opted out gets none. */
async function isWanted(deps: OutreachDeps, row: Selectable<EmailRow>): Promise<boolean> {
  const list = listOf(row.kind as EmailKind)
  return (
    list === undefined ||
    mayWrite(deps.db, deps, { brandId: row.brand_id, memberId: row.member_id, address: row.to_address, list })
  )
}

async function deliver(deps: OutreachDeps, row: Selectable<EmailRow>): Promise<void> {
  const brand = deps.brands.byKey(row.brand_id)
  if (!brand) throw new MailRefused(`there is no brand ${row.brand_id}`)
  // The row was written by `enqueueEmail`, whose types tie kind and props together.
  const email = { kind: row.kind, props: row.props } as unknown as Email
  const locale = languageOf(row, brand)
  const stop = stopLink(deps, row, email)
  const rendered = await deps.render(
    { ...email, props: { ...email.props, ...stop } } as Parameters<RenderEmail>[0],
    emailBrand(brand, await countryOf(deps, row)),
    locale,
  )
  await deps.mailer.send({
    messageId: `${row.id}@${brand.domain}`,
    from: brand.mail,
    to: row.to_address,
    // Support replies to the sender, who used a form and not a mail account.
    ...(email.kind === 'contact' ? { replyTo: email.props.email, fromPerson: true } : { replyTo: brand.support.email }),
    ...rendered,
    attachments: await documents(deps, row, { ...email, locale }),
    ...(stop === undefined ? {} : { unsubscribe: stop.unsubscribeLink }),
  })
}

/** Of the member's account, by whose calendar their terms are counted; undefined for others. */
async function countryOf(
  { db }: OutreachDeps,
  { member_id: memberId }: Selectable<EmailRow>,
): Promise<string | undefined> {
  if (memberId === null) return undefined
  const member = await db.selectFrom('members').select('country').where('id', '=', memberId).executeTakeFirst()
  return member?.country
}

/** A fault in a document keeps no email back: its words say the same. */
async function documents(deps: OutreachDeps, row: Selectable<EmailRow>, email: Email): ReturnType<DocumentsOf> {
  const about = { brandId: row.brand_id, memberId: row.member_id, to: row.to_address, createdAt: row.created_at }
  try {
    return await deps.documentsOf({ ...email, ...about } as Parameters<DocumentsOf>[0])
  } catch (error) {
    deps.log.error({ emailId: row.id, kind: row.kind, err: error }, 'an email goes without its document')
    return []
  }
}

/** No notice goes out without the link that stops it. */
function stopLink(
  deps: OutreachDeps,
  row: Selectable<EmailRow>,
  { kind, props }: Email,
): { unsubscribeLink: string } | undefined {
  const list = listOf(kind)
  if (list === undefined) return undefined
  if (row.member_id === null || !('link' in props))
    throw new MailRefused(`${kind} has no member or no link: nobody could stop it`)
  return {
    unsubscribeLink: unsubscribeLink(deps.linkKeys, props.link, {
      brandId: row.brand_id,
      memberId: row.member_id,
      list,
    }),
  }
}

const languageOf = (row: Selectable<EmailRow>, brand: Brand): Locale =>
  brand.languages.find((language) => language === row.locale) ?? brand.defaultLanguage

/**
 * Links contain single-use tokens, of which the database otherwise only has hashes: they are deleted once sent. A
 * message to support is then in its mailbox.
 */
function whatMayStay({ kind, props }: Selectable<EmailRow>): string {
  if (kind === 'contact' || props === null || typeof props !== 'object' || Array.isArray(props)) return '{}'
  return JSON.stringify(Object.fromEntries(Object.entries(props).filter(([name]) => !/link$/i.test(name))))
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
