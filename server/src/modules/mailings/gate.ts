import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { NewsletterContent, PromotionGate } from '#modules/outreach/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { PromotionDeps } from './deps.ts'
import { textsOf } from './mailing-row.ts'
import { openSource, type Source, stillAmong } from './source.ts'
import { type Recipient, verdictsOf } from './verdicts.ts'

interface Row {
  readonly member_id: string
  readonly brand_id: string
  readonly source: string
  readonly about: string
  readonly state: string
  readonly ends_at: Date
  readonly sending_at: Date | null
  readonly email: string
  readonly locale: string
}

/** Decides about each promotional mail when it leaves, and keeps what became of it. */
export const promotionGate = (deps: PromotionDeps): PromotionGate => ({
  claim: (emailId) =>
    deps.db.transaction().execute(async (tx) => {
      const now = deps.clock()
      const { rows } = await sql<Row>`
        select p.member_id, p.brand_id, p.source, p.about, p.state, p.ends_at, p.sending_at, e.to_address as email, e.locale
        from promotions p join emails e on e.id = p.email_id where p.email_id = ${emailId} for update of p`.execute(tx)
      const [row] = rows
      if (!row || row.state !== 'queued') return { kind: 'drop', reason: 'it is over' }
      if (row.sending_at !== null) return { kind: 'unknown' }
      const drop = async (reason: string) => {
        await sql`
          update promotions set state = 'dropped', reason = ${reason} where email_id = ${emailId}`.execute(tx)
        return { kind: 'drop', reason } as const
      }
      const { brand_id: brandId, member_id: memberId, source, about } = row
      const open = await openSource(tx, { brandId, source, about, now })
      if (!open) return drop('stopped')
      if (!(await stillAmong(tx, open, [memberId])).has(memberId)) return drop('moved_on')
      const verdict = (await verdictsOf(tx, deps, brandId, [memberId], now, { source, about })).get(memberId)
      if (verdict === undefined) return drop('closed')
      if (verdict.kind === 'drop') return drop(verdict.why)
      if (verdict.kind === 'wait')
        return verdict.until > row.ends_at ? drop(verdict.why) : { kind: 'wait', until: verdict.until }
      // The member has another address now, which this mail does not go to.
      if (verdict.to.email !== row.email) return drop('moved_on')
      await sql`update promotions set sending_at = ${now} where email_id = ${emailId}`.execute(tx)
      return { kind: 'send', facts: factsOf(deps, open, verdict.to, brandId, row.locale) }
    }),
  ended: (emailId, outcome) => ended(deps.db, emailId, outcome, deps.clock()),
})

/** Sets what became of a mail, once. */
async function ended(
  executor: Executor,
  emailId: string,
  outcome: Parameters<PromotionGate['ended']>[1],
  at: Date,
): Promise<void> {
  const change = {
    sent: sql`state = 'sent', sent_at = ${at}`,
    failed: sql`state = 'failed'`,
    // The recipient has left the list, or the address has bounced, since it was queued.
    withheld: sql`state = 'dropped', reason = 'no_consent'`,
    later: sql`sending_at = null`,
  }[outcome]
  await sql`update promotions set ${change} where email_id = ${emailId} and state = 'queued'`.execute(executor)
}

/** The text in the language of the mail. */
function factsOf(
  { brands }: PromotionDeps,
  { mailing }: Source,
  { name, discreet }: Recipient,
  brandId: string,
  locale: string,
): { content?: NewsletterContent } {
  if (!mailing) return {}
  const brand = brands.byKey(brandId)
  const texts = textsOf(mailing)
  const language = brand?.languages.find((one) => one === locale) ?? brand?.defaultLanguage
  const text = texts[language as Locale]
  if (!text) throw new Error(`mailing ${mailing.id} has no text in ${locale}`)
  return { content: { ...text, name, discreet } }
}
