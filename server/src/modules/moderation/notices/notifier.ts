import type { Locale } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import { type Keys, keyedHash } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { ReportVerdict } from '../decisions/close-report.ts'
import { noticeLink } from './notice-link.ts'

/** Who sent a notice without an account. Stored sealed, and only for the answer. */
export interface Notifier {
  readonly name: string | null
  readonly email: string
}

export const sealNotifier = (keys: Keys, notifier: Notifier): string => seal(keys, JSON.stringify(notifier))

const nameOf = (brandId: string, email: string): string => `${brandId} ${email}`

/** By which the notices of one address are counted. */
export const notifierHash = (keys: Keys, brandId: string, email: string): Buffer =>
  keyedHash(keys, nameOf(brandId, email))

/** What that hash is made of, from what was sealed. */
export const notifierName = (plain: string, brandId: string): string =>
  nameOf(brandId, (JSON.parse(plain) as Notifier).email)

export interface NoticeAnswer {
  readonly brandId: string
  readonly reportId: string
  /** The appeal that was decided; left out, the notice. */
  readonly appealId?: string
}

/** Sends the outcome, of the notice or of an appeal, to a notifier without an account who left an address; at most once. */
export async function answerNotice(
  { db, brands, enqueueEmail, noticeKeys, clock }: NoticeAnswerDeps,
  { brandId, reportId, appealId }: NoticeAnswer,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('reports')
      .select(['notifier', 'notifier_locale', 'site_origin', 'state', 'answered_at'])
      .where('id', '=', reportId)
      .where('brand_id', '=', brandId)
      .forUpdate()
      .executeTakeFirst()
    if (!report || report.notifier === null) return
    const { email: to } = JSON.parse(unseal(noticeKeys, report.notifier)) as Notifier
    const origin = report.site_origin ?? ''
    // From the brand to which it was sent, which may be another one than that of whom it is about.
    const from = URL.canParse(origin) ? brands.byHost(new URL(origin).host)?.key : undefined
    const mail = { brandId: from ?? brandId, memberId: null, to, locale: report.notifier_locale as Locale }
    const link = noticeLink(noticeKeys, origin, { brandId, reportId })
    if (appealId !== undefined) {
      const appeal = await tx
        .updateTable('appeals')
        .set({ answered_at: clock() })
        .where('brand_id', '=', brandId)
        .where('id', '=', appealId)
        .where('report_id', '=', reportId)
        .where('outcome', 'is not', null)
        .where('answered_at', 'is', null)
        .returning(['outcome', 'answer'])
        .executeTakeFirst()
      if (!appeal) return
      const outcome = appeal.outcome as 'confirmed' | 'reversed'
      await enqueueEmail(tx, {
        ...mail,
        kind: 'notice-appeal-decided',
        props: { outcome, answer: appeal.answer ?? '', link },
      })
      return
    }
    if (report.state === 'open' || report.answered_at !== null) return
    await enqueueEmail(tx, { ...mail, kind: `notice-${report.state as ReportVerdict}`, props: { link } })
    await tx.updateTable('reports').set({ answered_at: clock() }).where('id', '=', reportId).execute()
  })
}

export interface NoticeAnswerDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byHost'>
  readonly enqueueEmail: EnqueueEmail
  readonly noticeKeys: Keys
  readonly clock: () => Date
}

/** Names and addresses of notices are forgotten when repeated ones are not counted any more. */
export async function forgetNotifiers(executor: Executor, at: Date): Promise<void> {
  await executor
    .updateTable('reports')
    .set({ notifier: null, notifier_hash: null, notifier_locale: null })
    .where('notifier_hash', 'is not', null)
    .where('decided_at', '<', new Date(at.getTime() - 400 * 86_400_000))
    .execute()
}
