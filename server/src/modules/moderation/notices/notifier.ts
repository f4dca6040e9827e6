import type { Locale } from '@incontro/contract'
import type { Database, Executor } from '#platform/database/database.ts'
import { type Keys, keyedHash } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import type { ReportVerdict } from '../decisions/close-report.ts'

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

/** Sends the outcome to a notifier without an account who left an address; at most once. */
export async function answerNotice(
  { db, enqueueEmail, noticeKeys, clock }: NoticeAnswerDeps,
  { brandId, reportId }: { readonly brandId: string; readonly reportId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('reports')
      .select(['notifier', 'notifier_locale', 'site_origin', 'state'])
      .where('id', '=', reportId)
      .where('brand_id', '=', brandId)
      .where('answered_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!report || report.notifier === null || report.state === 'open') return
    const { email: to } = JSON.parse(unseal(noticeKeys, report.notifier)) as Notifier
    await enqueueEmail(tx, {
      brandId,
      memberId: null,
      kind: `notice-${report.state as ReportVerdict}`,
      to,
      locale: report.notifier_locale as Locale,
      props: { link: `${report.site_origin}/report` },
    })
    await tx.updateTable('reports').set({ answered_at: clock() }).where('id', '=', reportId).execute()
  })
}

export interface NoticeAnswerDeps {
  readonly db: Database
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
