import type { Keys } from '#platform/ids.ts'
import type { Locale } from '@incontro/contract'
import { type Selectable, sql } from 'kysely'
import type { Email as EmailRow, JsonValue } from '#platform/database/database-types.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import { type Mailer, MailRefused, MailUnanswered, type Refusal, refusalOf } from '#platform/mail/mail.ts'
import type { PriorityGate } from '#platform/flow-control/priority-gate.ts'
import type { Brand, Brands } from '#modules/brands/index.ts'
import type { Email, EmailKind, EmailProps, NoticeProps } from './email.ts'
import { emailBrand } from './email-brand.ts'
import { isBulk, sendJob } from './enqueue-email.ts'
import type { Pace } from './pace.ts'
import { isPromotion, listOf, mailKind, mailKinds, nextTryAt, triedUntil } from './mail-kinds.ts'
import type { RenderEmail } from './templates/render.tsx'
import {
  type Again,
  type AgainDeps,
  askAgain,
  askDigestAgain,
  type DigestAgain,
  queuedNoticeIn,
  queuedNoticesIn,
} from '../../rules/ask-again.ts'
import { isStopped } from '../../outcomes/addresses.ts'
import { isBulkStopped } from '../../outcomes/mail-rates.ts'
import { eventKeyOf, recordOutcome } from '../../outcomes/record-outcome.ts'
import { answerId, replyAddress } from '../../outcomes/reply-address.ts'
import { returnPath } from '../../outcomes/return-path.ts'
import { mayWrite } from '../../preferences/suppressions.ts'
import { settingsLink } from '../../preferences/settings-link.ts'
import { unsubscribeLink } from '../../preferences/unsubscribe-link.ts'

/** The PDFs that go with an email; none with most. */
export type DocumentsOf = (
  email: Email & { readonly createdAt: Date },
) => Promise<readonly { readonly name: string; readonly content: Buffer }[]>

/** What decides about promotional mail; the mailings module. */
export interface PromotionGate {
  /**
   * Decides when the mail leaves, under its row's lock, and marks it as being sent: a run after that does not send it
   * again. `facts` are added to its props.
   */
  claim(emailId: string): Promise<
    | { readonly kind: 'send'; readonly facts: object }
    | { readonly kind: 'wait'; readonly until: Date }
    | { readonly kind: 'drop'; readonly reason: string }
    /** An earlier run began to send it and did not end. */
    | { readonly kind: 'unknown' }
  >
  /** What became of it. `later`: it did not arrive, and is tried again. */
  ended(emailId: string, outcome: 'sent' | 'failed' | 'withheld' | 'later'): Promise<void>
}

export interface OutreachDeps {
  readonly db: Database
  readonly brands: Brands
  readonly mailer: Mailer
  readonly render: RenderEmail
  readonly log: Log
  readonly clock: () => Date
  readonly urgent: Pick<PriorityGate, 'over'>
  readonly documentsOf: DocumentsOf
  /**
   * Makes the link of an email as long valid as if it had been made now: it may have waited for days.
   * @returns whether it may still be used
   */
  readonly renewLink: (tx: Executor, token: string, at: Date) => Promise<boolean>
  /** Keys of the links that stop notices, and of the hashes of addresses. */
  readonly linkKeys: Keys
  /** Keys of the links to what a member is notified of. */
  readonly settingsKeys: Keys
  readonly addressKeys: Keys
  readonly pace: Pace
  readonly promotions: PromotionGate
  readonly returnPathKeys: Keys
  /** The mailbox to which failures are reported; undefined if none is connected. */
  readonly reportAddress: string | undefined
}

type Row = Selectable<EmailRow>

/**
 * Sends a queued email. After a failure it is tried again for as long as its class says, then it is a dead letter. One
 * whose recipient does not exist has bounced. Skips emails that are already sent; withholds those that the recipient
 * has opted out of, or that would go to an address that has bounced.
 */
export async function sendEmail(deps: OutreachDeps & AgainDeps, { emailId, hasPlace }: SendPayload): Promise<void> {
  // Rendering one, with its PDF, blocks the event loop for longer than a grant takes.
  await deps.urgent.over()
  const queued = await deps.db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', emailId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!queued) return
  const addressed = await atPresentAddress(deps, queued)
  const withheld = await whyWithheld(deps, addressed)
  if (withheld !== undefined) {
    await finish(deps, addressed, { state: 'withheld', last_error: withheld })
    return
  }
  const asked = await askWhatIsLeft(deps, addressed)
  const row = 'counts' in asked ? { ...addressed, props: { ...propsOf(addressed), ...asked.counts } } : addressed
  if (asked.kind === 'drop') return finish(deps, row, { state: 'withheld', last_error: asked.reason })
  if (asked.kind === 'wait') return putOff(deps, row, asked.until)
  if (await waits(deps, row, hasPlace === true)) return
  const claimed = isPromotion(row.kind) ? await deps.promotions.claim(row.id) : { kind: 'send' as const, facts: {} }
  if (claimed.kind === 'drop') return finish(deps, row, { state: 'withheld', last_error: claimed.reason })
  if (claimed.kind === 'unknown') return finish(deps, row, unknown)
  if (claimed.kind === 'wait') return putOff(deps, row, claimed.until)
  try {
    await deliver(deps, row, claimed.facts)
  } catch (error) {
    if (isPromotion(row.kind) && error instanceof MailUnanswered) {
      deps.log.warn(
        { emailId: row.id, kind: row.kind, err: error },
        'a promotion may have arrived: it is not sent again',
      )
      return finish(deps, row, unknown)
    }
    await handleFailure(deps, row, error)
    return
  }
  await finish(deps, row, { state: 'sent', sent_at: deps.clock(), last_error: null, attempts: row.attempts + 1 })
}

/** A notice goes where its member reads mail by now: who has the old address learns nothing of them any more. */
async function atPresentAddress({ db }: OutreachDeps, row: Row): Promise<Row> {
  if (row.member_id === null || mailKind(row.kind)?.class !== 'notice') return row
  const member = await db.selectFrom('members').select('email').where('id', '=', row.member_id).executeTakeFirst()
  if (!member || member.email === row.to_address) return row
  const to_address = member.email
  await db.updateTable('emails').set({ to_address }).where('id', '=', row.id).where('state', '=', 'queued').execute()
  return { ...row, to_address }
}

/** Promotion is sent once at most. */
const unknown = { state: 'dead', last_error: 'unknown whether it arrived' } as const

export interface SendPayload {
  readonly emailId: string
  /** It has waited for its place in the pace of its domain. */
  readonly hasPlace?: boolean
}

const stoppedPauseMs = 30 * 60_000

/** Mail to many members leaves at the pace of its domain, and not while too much of a brand's mail comes back. */
async function waits(deps: OutreachDeps, row: Row, hasPlace: boolean): Promise<boolean> {
  const now = deps.clock()
  const kind = row.kind as EmailKind
  if (listOf(kind) !== undefined && (await isBulkStopped(deps.db, row.brand_id))) {
    const next = new Date(now.getTime() + stoppedPauseMs)
    if (next > triedUntil(kind, row.requeued_at ?? row.created_at))
      await finish(deps, row, { state: 'withheld', last_error: 'too much of the brand’s mail came back' })
    else await sql`select ${sendJob(row.id, kind, { runAt: next })}`.execute(deps.db)
    return true
  }
  // Its place is from before its domain asked for a pause: it takes another one.
  if (hasPlace && !deps.pace.isPaused(row.to_address, now)) return false
  if (!isBulk(kind)) {
    deps.pace.count(row.to_address, now)
    return false
  }
  const place = deps.pace.placeFor(row.to_address, now)
  if (place <= now) return false
  await putOff(deps, row, place, { hasPlace: true })
  return true
}

/** It is looked at again then, and is not late until then. */
async function putOff(
  deps: OutreachDeps,
  row: Row,
  until: Date,
  has: { readonly hasPlace?: true } = {},
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('emails').set({ requeued_at: until }).where('id', '=', row.id).execute()
    await sql`select ${sendJob(row.id, row.kind, { runAt: until, ...has })}`.execute(tx)
  })
}

/** A bounce may be reported before the relay's answer is written down: it stays. */
async function finish(
  deps: OutreachDeps,
  row: Row,
  values: { readonly state: 'sent' | 'withheld' | 'dead'; readonly [column: string]: unknown },
): Promise<void> {
  await deps.db
    .updateTable('emails')
    .set({ props: whatMayStay(row), ...values })
    .where('id', '=', row.id)
    .where('state', '=', 'queued')
    .execute()
  if (isPromotion(row.kind)) await deps.promotions.ended(row.id, values.state === 'dead' ? 'failed' : values.state)
  await forgetLast(deps, row)
}

/** Keeps what a dead letter needs to be sent again, until `forgetDead`. */
async function handleFailure(deps: OutreachDeps, row: Row, error: unknown): Promise<void> {
  const now = deps.clock()
  const refusal = error instanceof MailRefused ? error.refusal : refusalOf(error)
  if (refusal && asksForPause(refusal)) deps.pace.pause(row.to_address, now)
  const bounced = refusal?.class === 'hard' && mailKind(row.kind)?.toOurselves !== true
  const isUseless = error instanceof MailRefused && refusal === undefined
  const next = nextTryAt(row.attempts + 1, now)
  const isOver = isUseless || next > triedUntil(row.kind as EmailKind, row.requeued_at ?? row.created_at)
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('emails')
      .set({
        attempts: Math.min(row.attempts + 1, mostAttempts),
        last_error: reasonOf(error),
        ...(bounced ? { props: whatMayStay(row) } : isOver && { state: 'dead' }),
      })
      .where('id', '=', row.id)
      .execute()
    if (refusal) await recordRefusal(tx, deps, row, refusal, now)
    if (!bounced && !isOver) await sql`select ${sendJob(row.id, row.kind, { runAt: next })}`.execute(tx)
  })
  if (isPromotion(row.kind)) await deps.promotions.ended(row.id, bounced || isOver ? 'failed' : 'later')
  const about = { emailId: row.id, kind: row.kind, err: error }
  if (!bounced && !isOver) return deps.log.warn({ ...about, next }, 'an email could not be sent')
  deps.log.error(about, bounced ? 'the recipient of an email does not exist' : 'email given up')
  await forgetLast(deps, row)
}

/** “Too many at once”, in the codes that large providers use for it. */
const asksForPause = ({ code, text }: Refusal): boolean =>
  code === 421 || (code !== null && code < 500 && /\b4\.7\.\d/.test(text))

/** The column is a smallint. */
const mostAttempts = 10_000

async function recordRefusal(tx: Executor, deps: OutreachDeps, row: Row, refusal: Refusal, at: Date): Promise<void> {
  const { code, text, class: meaning } = refusal
  const isFinal = meaning === 'hard' && mailKind(row.kind)?.toOurselves !== true
  const outcome = { kind: isFinal ? 'failed' : 'delayed', class: meaning } as const
  await recordOutcome(tx, deps, {
    brandId: row.brand_id,
    address: row.to_address,
    email: row,
    outcome,
    code: code === null ? null : String(code),
    diagnostic: text,
    source: 'smtp',
    eventKey: eventKeyOf(row, outcome),
    happenedAt: at,
    at,
  })
}

/** The last email of an account: its address must be deleted. */
async function forgetLast(deps: OutreachDeps, row: Row): Promise<void> {
  if (row.kind === 'deleted') await deps.db.deleteFrom('emails').where('id', '=', row.id).execute()
}

/** Checked on sending, not on queueing: a member who has just opted out gets none. Undefined if it may be sent. */
async function whyWithheld(deps: OutreachDeps, row: Row): Promise<string | undefined> {
  const kind = row.kind as EmailKind
  const list = listOf(kind)
  const receiver = { brandId: row.brand_id, memberId: row.member_id, address: row.to_address }
  if (list !== undefined && !(await mayWrite(deps.db, deps, { ...receiver, list }))) return `has left the list ${list}`
  if (!mailKinds[kind].provesAddress && (await isStopped(deps.db, deps, receiver))) return 'the address has bounced'
  const link = await renewed(deps, row)
  return mailKinds[kind].needsItsLink && link === 'gone' ? 'its link has been withdrawn' : undefined
}

/** Links are valid from when their mail is sent. */
async function renewed(deps: OutreachDeps, row: Row): Promise<'gone' | 'valid' | 'none'> {
  const tokens = linkTokens(row)
  if (tokens.length === 0) return 'none'
  for (const token of tokens) if (!(await deps.renewLink(deps.db, token, deps.clock()))) return 'gone'
  return 'valid'
}

/** What it announces, of a notice or a digest; until it has left. */
const noticeProp = 'notice' satisfies keyof NoticeProps
const noticesProp = 'notices' satisfies keyof EmailProps['notice-digest']

function askWhatIsLeft(deps: AgainDeps, row: Row): Promise<Again | DigestAgain> {
  const { [noticeProp]: notice, [noticesProp]: notices } = propsOf(row)
  const digest = queuedNoticesIn(notices)
  return digest
    ? askDigestAgain(deps, row.member_id ?? '', digest)
    : askAgain(deps, 'email', row.member_id ?? '', queuedNoticeIn(notice))
}

const isLink = ([name]: readonly [string, unknown]): boolean => /link$/i.test(name)
const propsOf = ({ props }: Pick<Row, 'props'>): { readonly [name: string]: JsonValue | undefined } =>
  props === null || typeof props !== 'object' || Array.isArray(props) ? {} : props
const tokenIn = (link: unknown): string | undefined =>
  (typeof link === 'string' && URL.canParse(link) && new URL(link).searchParams.get('token')) || undefined

/** The single-use tokens of an email's links. */
const linkTokens = (row: Row): string[] =>
  Object.entries(propsOf(row))
    .filter(isLink)
    .flatMap(([, link]) => tokenIn(link) ?? [])

async function deliver(deps: OutreachDeps, row: Row, facts: object): Promise<void> {
  const brand = deps.brands.byKey(row.brand_id)
  if (!brand) throw new MailRefused(`there is no brand ${row.brand_id}`)
  // The row was written by `enqueueEmail`, whose types tie kind and props together.
  const email = { kind: row.kind, props: row.props } as unknown as Email
  const locale = languageOf(row, brand)
  const stop = stopLink(deps, row, email)
  const rendered = await deps.render(
    {
      ...email,
      props: { ...email.props, ...facts, ...stop, ...chooseLink(deps, row, email, brand) },
    } as Parameters<RenderEmail>[0],
    emailBrand(brand, await countryOf(deps, row)),
    locale,
  )
  await deps.mailer.send({
    ...threadOf(deps, row, email, brand),
    ...(deps.reportAddress !== undefined && {
      returnPath: returnPath(deps.returnPathKeys, deps.reportAddress, row.id),
    }),
    from: brand.mail,
    to: row.to_address,
    ...rendered,
    attachments: await documents(deps, row, { ...email, locale }),
    ...(stop === undefined ? {} : { unsubscribe: stop.unsubscribeLink }),
  })
}

/** How the mail is named and answered, and what it answers. */
function threadOf(deps: OutreachDeps, row: Row, { kind, props }: Email, brand: Brand) {
  const replyTo = brand.support.email
  // Support replies to the sender, who used a form and not a mail account.
  if (kind === 'contact') return { messageId: `${row.id}@${brand.domain}`, replyTo: props.email, fromPerson: true }
  if (kind !== 'support-answer') return { messageId: `${row.id}@${brand.domain}`, replyTo }
  const { returnPathKeys: keys, reportAddress } = deps
  const ticket = { brandId: brand.key, ticketId: props.ticketId }
  const idOf = (emailId: string): string => answerId(keys, ticket, emailId, brand.domain)
  return {
    messageId: idOf(row.id),
    replyTo: reportAddress === undefined ? replyTo : replyAddress(keys, reportAddress, ticket),
    fromPerson: true,
    ...(props.inReplyTo !== null && { inReplyTo: props.inReplyTo }),
    references: props.references.map((one) => ('mailId' in one ? one.mailId : `<${idOf(one.emailId)}>`)),
  }
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
async function documents(deps: OutreachDeps, row: Row, email: Email): ReturnType<DocumentsOf> {
  const about = { brandId: row.brand_id, memberId: row.member_id, to: row.to_address, createdAt: row.created_at }
  try {
    return await deps.documentsOf({ ...email, ...about } as Parameters<DocumentsOf>[0])
  } catch (error) {
    deps.log.error({ emailId: row.id, kind: row.kind, err: error }, 'an email goes without its document')
    return []
  }
}

/** No notice goes out without the link that stops it. */
function stopLink(deps: OutreachDeps, row: Row, { kind, props }: Email): { unsubscribeLink: string } | undefined {
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

/**
 * Of a member with an account, on the site that the mail's own link leads to; the last mail of an erased one has none.
 */
const chooseLink = (
  deps: OutreachDeps,
  row: Row,
  { props }: Email,
  brand: Brand,
): { settingsLink: string } | undefined =>
  row.member_id === null
    ? undefined
    : {
        settingsLink: settingsLink(deps.settingsKeys, 'link' in props ? props.link : brand.origin, {
          brandId: row.brand_id,
          memberId: row.member_id,
          address: row.to_address,
          at: deps.clock(),
        }),
      }

const languageOf = (row: Row, brand: Brand): Locale =>
  brand.languages.find((language) => language === row.locale) ?? brand.defaultLanguage

/**
 * Links may contain single-use tokens, of which the database otherwise only has hashes: those are deleted once sent. A
 * message to support is then in its mailbox, and an answer in its ticket.
 */
function whatMayStay(row: Row): string {
  if (row.kind === 'contact' || row.kind === 'support-answer') return '{}'
  const { [noticeProp]: _, [noticesProp]: __, ...said } = propsOf(row)
  return JSON.stringify(Object.fromEntries(Object.entries(said).filter((entry) => !isLink(entry) || isPlain(entry[1]))))
}

/** A page's address without anything that is meant for one reader. */
const isPlain = (link: unknown): boolean => typeof link === 'string' && !/[?#]/.test(link)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
