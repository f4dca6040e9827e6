import {
  type ClauseKey,
  type Gesture,
  type Locale,
  photoRefusals,
  type ReportedContent,
  type ReportReason,
  type RestrictedContent,
  type RestrictionKind,
  reviewRefusals,
  verificationRefusals,
} from '@incontro/contract'
import type { CaseView } from '@incontro/contract/admin/cases'
import { sql } from 'kysely'
import type { Case, CaseKind } from '#modules/cases/index.ts'
import { isRestrictable, type RemovedTexts } from '#modules/members/index.ts'
import type { Keys } from '#platform/ids.ts'
import { reasonsOf } from '../risk/score.ts'
import type { Executor } from '#platform/database/database.ts'
import { unfoundedOf } from '../notices/repeated.ts'
import { type Verdict, verdictsAbout, verdictsOf } from '../decisions/verdicts.ts'
import { isRemovable, removableContent } from '../restrictions/removable.ts'
import type { Content } from '../restrictions/content.ts'
import { contentOf, shownChange, type TextKind } from '../texts/changes.ts'
import { type CaseFile, photoFile } from './case-file.ts'
import { memberOf } from './member-of-case.ts'
import { withProfilePhotos } from './profile-photos.ts'

export interface ShownCase {
  readonly view: Omit<CaseView, 'files'>
  readonly files: readonly CaseFile[]
  /** The report whose messages are shown, and who wrote in their conversation. */
  readonly reported: { readonly id: string; readonly memberIds: readonly (string | null)[] } | undefined
}

/** Grounds on which each kind can be refused. */
const refusalsOf: Readonly<Partial<Record<CaseKind, readonly string[]>>> = {
  photo: photoRefusals,
  verification: verificationRefusals,
  review: reviewRefusals,
}

type Subject = Partial<
  Pick<CaseView, 'report' | 'review' | 'gesture' | 'appeal' | 'messages' | 'changed' | 'sampleOf'>
> & {
  readonly files?: readonly CaseFile[]
  /** What a report says it is about, and what a name or a text is. */
  readonly content?: Content
  readonly reported?: ShownCase['reported']
}

/**
 * A case as its moderator sees it: the content it is about, the profile and its history, of a conversation only what
 * was reported.
 * @returns undefined when its subject is gone: deleted, withdrawn or decided by other means
 */
export async function caseView(
  executor: Executor,
  found: Case,
  at: Date,
  signalKeys: Keys,
): Promise<ShownCase | undefined> {
  const kind = found.kind as CaseKind
  const subject = await subjects[kind](executor, found, at)
  if (!subject) return undefined
  const { files: own = [], content, reported, ...shown } = subject
  const files = isAboutPerson.has(kind) ? await withProfilePhotos(executor, found.member_id, own) : own
  const { risk, rows } = await reasonsOf(executor, found, at, signalKeys)
  return {
    files,
    reported,
    view: {
      id: found.id,
      kind,
      source: found.source as CaseView['source'],
      risk,
      parts: found.parts,
      signals: [...rows],
      openedAt: found.opened_at.toISOString(),
      dueAt: found.due_at.toISOString(),
      escalated: found.escalated_by !== null,
      verdicts: [...(await offeredFor(executor, found, content))],
      refusals: [...(refusalsOf[kind] ?? [])],
      member: found.member_id === null ? null : await memberOf(executor, found, found.member_id),
      report: null,
      review: null,
      gesture: null,
      appeal: null,
      messages: [],
      changed: null,
      sampleOf: null,
      ...shown,
    },
  }
}

/** Only what can be done about what a report names, or about a name or text. */
async function offeredFor(
  executor: Executor,
  { kind, member_id: memberId }: Case,
  content: Content | undefined,
): Promise<readonly Verdict[]> {
  if (kind === 'sample' || kind === 'appeal' || content === undefined) return verdictsOf[kind as CaseKind]
  if (memberId === null) return verdictsAbout({ restrict: false, remove: null })
  return verdictsAbout({
    restrict: await isRestrictable(executor, memberId),
    remove: content.type === 'account' ? null : await isRemovable(executor, memberId, content),
  })
}

/** What is said of a person is judged by their profile, and that by its photos. */
const isAboutPerson: ReadonlySet<CaseKind> = new Set(['report', 'name', 'text', 'profile'])

const subjects: Readonly<
  Record<CaseKind, (executor: Executor, found: Case, at: Date) => Promise<Subject | undefined>>
> = {
  async photo(executor, { subject_id: id }) {
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from member_photos where id = ${id} and state = 'pending' and removed_at is null`.execute(
      executor,
    )
    return rows[0] && { files: [photoFile(id, rows[0].key)] }
  },
  async verification(executor, { subject_id: id }) {
    const { rows } = await sql<{ gesture: string; key: string; photoId: string; main: string }>`
      select v.gesture, v.storage_key as key, p.id as "photoId", p.storage_key as main
      from photo_verifications v join member_photos p on p.member_id = v.member_id and p.id = v.photo_id
      where v.id = ${id} and v.state = 'sent'`.execute(executor)
    const [row] = rows
    return (
      row && {
        gesture: row.gesture as Gesture,
        files: [
          { file: `gesture-${id}`, kind: 'photo', label: 'gesture', storageKey: row.key },
          { ...photoFile(row.photoId, row.main), label: 'main_photo' },
        ],
      }
    )
  },
  async review(executor, { subject_id: id }) {
    const { rows } = await sql<{ stars: number; text: string; locale: Locale }>`
      select stars, body as text, locale from reviews where id = ${id} and state = 'pending'`.execute(executor)
    return rows[0] && { review: rows[0] }
  },
  name: textOf,
  text: textOf,
  profile: async (_, { member_id: memberId }) => (memberId === null ? undefined : {}),
  report: (executor, { subject_id: id, brand_id: brandId }, at) => reportOf(executor, brandId, id, at),
  async appeal(executor, { subject_id: id, brand_id: brandId }, at) {
    // The report by its key: a plain join reads all of them while they are few.
    const { rows } = await sql<{
      text: string
      kind: RestrictionKind | null
      clause: ClauseKey | null
      facts: string | null
      contentType: RestrictedContent | null
      contentId: string | null
      removed: RemovedTexts | null
      reportId: string | null
      decidedAt: Date
    }>`
      select a.body as text, x.kind, x.clause, coalesce(x.facts, r.decision) as facts, x.content_type as "contentType",
        x.content_id as "contentId", x.removed, coalesce(a.report_id, c.subject_id) as "reportId",
        coalesce(x.from_at, r.decided_at) as "decidedAt"
      from appeals a
      left join restrictions x on x.brand_id = a.brand_id and x.id = a.restriction_id
      left join lateral (select decision, decided_at from reports where id = a.report_id limit 1) r on true
      left join cases c on c.brand_id = x.brand_id and c.id = x.case_id and c.kind = 'report'
      where a.brand_id = ${brandId} and a.id = ${id} and a.outcome is null`.execute(executor)
    const [row] = rows
    if (!row) return undefined
    const { contentId, reportId, decidedAt, removed, ...appeal } = row
    const report = reportId === null ? undefined : await reportOf(executor, brandId, reportId, at, 'any')
    const photo = row.contentType === 'photo' && contentId !== null ? await photoOf(executor, contentId) : undefined
    const review =
      row.contentType === 'review' && contentId !== null ? await reviewAt(executor, contentId, decidedAt) : undefined
    return {
      ...report,
      ...(review && { review }),
      appeal: { ...appeal, removed: textsOf(removed), decidedAt: decidedAt.toISOString() },
      files: [...(report?.files ?? []).filter(({ file }) => file !== photo?.file), ...(photo ? [photo] : [])],
    }
  },
  async sample(executor, { subject_id: caseId, brand_id: brandId, opened_at: openedAt }, at) {
    const { rows } = await sql<Case>`select * from cases where brand_id = ${brandId} and id = ${caseId}`.execute(
      executor,
    )
    const [first] = rows
    if (!first) return undefined
    const kind = first.kind as CaseKind
    if (kind === 'report')
      return { sampleOf: kind, ...(await reportOf(executor, brandId, first.subject_id, at, 'any')) }
    if (kind === 'review') {
      const review = await reviewAt(executor, first.subject_id, openedAt)
      return review && { sampleOf: kind, review }
    }
    if (kind !== 'photo') return undefined
    const photo = await photoOf(executor, first.subject_id)
    return photo && { sampleOf: kind, files: [photo] }
  },
}

/** A name or texts of a profile, before and after; undefined when its member has taken it back. */
async function textOf(executor: Executor, { kind, member_id: memberId }: Case): Promise<Subject | undefined> {
  if (memberId === null) return undefined
  const shown = await shownChange(executor, kind as TextKind, memberId)
  return (
    shown && {
      changed: { version: shown.version, fields: [...shown.fields] },
      content: { type: contentOf[kind as TextKind], id: memberId, date: shown.at },
    }
  )
}

/** A review as it was decided about; undefined when its author has rewritten it since. */
async function reviewAt(
  executor: Executor,
  id: string,
  at: Date,
): Promise<NonNullable<CaseView['review']> | undefined> {
  const { rows } = await sql<{ stars: number; text: string; locale: Locale }>`
    select stars, body as text, locale from reviews
    where id = ${id} and state in ('published', 'refused') and decided_at <= ${at}`.execute(executor)
  return rows[0]
}

const textsOf = (removed: RemovedTexts | null): string[] =>
  removed === null
    ? []
    : [removed.name, removed.about, removed.lookingFor, ...(removed.answers ?? []).map(({ answer }) => answer)].filter(
        (words): words is string => words !== undefined && words !== '',
      )

async function photoOf(executor: Executor, id: string): Promise<CaseFile | undefined> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from member_photos where id = ${id} and removed_at is null`.execute(executor)
  return rows[0] && photoFile(id, rows[0].key)
}

async function reportOf(
  executor: Executor,
  brandId: string,
  id: string,
  at: Date,
  state: 'open' | 'any' = 'open',
): Promise<Subject | undefined> {
  const { rows } = await sql<{
    reason: ReportReason
    text: string | null
    claimsIllegal: boolean
    place: string | null
    contentKind: ReportedContent | null
    contentId: string | null
    contentDate: Date | null
    reporterId: string | null
    reportedId: string | null
    messageIds: string[]
    conversationId: string | null
    notifierHash: Buffer | null
    flagger: string | null
    review: { stars: number; text: string; locale: Locale } | null
  }>`
    select r.reason, r.body as text, r.claims_illegal as "claimsIllegal", r.place, r.content_kind as "contentKind",
      r.content_id as "contentId", r.content_date as "contentDate", r.reporter_id as "reporterId",
      r.reported_id as "reportedId", r.message_ids as "messageIds",
      r.conversation_id as "conversationId", r.notifier_hash as "notifierHash",
      (select f.name from trusted_flaggers f where f.id = r.flagger_id) as flagger,
      (select json_build_object('stars', w.stars, 'text', w.body, 'locale', w.locale) from reviews w
        where r.content_kind = 'review' and w.id = r.content_id) as review
    from reports r where r.brand_id = ${brandId} and r.id = ${id}
      ${state === 'open' ? sql`and r.state = 'open'` : sql``}`.execute(executor)
  const [row] = rows
  if (!row) return undefined
  const {
    contentId,
    contentDate,
    reporterId,
    reportedId,
    messageIds,
    conversationId,
    notifierHash,
    review,
    ...report
  } = row
  const reporter =
    reporterId !== null ? { memberId: reporterId } : notifierHash !== null ? { brandId, hash: notifierHash } : undefined
  const messages =
    conversationId === null || messageIds.length === 0
      ? []
      : (
          await sql<{
            id: string
            at: Date
            own: boolean
            text: string
            media: 'photo' | 'voice' | null
            key: string | null
          }>`
            select m.id, m.created_at as at, m.sender_id is not distinct from ${reporterId}::uuid as own,
              case when m.withdrawn_at is null and m.media is null then m.body else '' end as text, m.media, a.storage_key as key
            from messages m left join message_media a on a.conversation_id = m.conversation_id and a.seq = m.seq
            where m.conversation_id = ${conversationId} and m.id = any(${messageIds}::uuid[])
            order by m.created_at limit 100`.execute(executor)
        ).rows
  const photo = row.contentKind === 'photo' && contentId !== null ? await photoOf(executor, contentId) : undefined
  return {
    report: { ...report, unfoundedBefore: reporter ? (await unfoundedOf(executor, reporter, at)).count : 0 },
    review,
    reported: { id, memberIds: [reporterId, reportedId] },
    content: removableContent({
      content_kind: report.contentKind,
      content_id: contentId,
      content_date: contentDate,
      conversation_id: conversationId,
      message_ids: messageIds,
    }),
    messages: messages.map((message) => ({
      at: message.at.toISOString(),
      own: message.own,
      text: message.text,
      file: message.key === null ? null : `message-${message.id}`,
    })),
    files: [
      ...(photo ? [photo] : []),
      ...messages.flatMap(({ id: messageId, media, key }) =>
        media === null || key === null
          ? []
          : [{ file: `message-${messageId}`, kind: media, label: null, storageKey: key }],
      ),
    ],
  }
}
