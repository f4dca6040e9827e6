import { type ClauseKey, clauseKeys, type Locale, locales } from '@incontro/contract'
import { caseAdminRoutes, type CaseView } from '@incontro/contract/admin/cases'
import {
  type Case,
  type CaseKind,
  caseKinds,
  claimCase,
  type ClaimedCase,
  type Claimant,
  claimNext,
  closeCase,
  decideLater,
  escalate,
  figuresOf,
  listCases,
  releaseCase,
  skipCase,
  undoDecision,
} from '#modules/cases/index.ts'
import type { OwnMemberIds, Site, StaffPrincipal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call, Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { addJob, removeJob, takeJob } from '#platform/jobs/jobs.ts'
import type { Keys } from '#platform/ids.ts'
import type { Storage } from '#platform/storage.ts'
import { contentTypeOf } from '#platform/storage/content-type.ts'
import { clauseOf } from '../decisions/clauses.ts'
import { authorsOf, type RecordAudit } from '#modules/audit/index.ts'
import type { CarryOutDeps } from '../decisions/carry-out.ts'
import { photoClauses } from '../decisions/photos.ts'
import { reviewClauses } from '../decisions/reviews.ts'
import { faultOf } from '../decisions/verdicts.ts'
import { caseView, type ShownCase } from './case-view.ts'
import { rowsOf } from './case-rows.ts'
import { ownSubjectIds } from './own-subject-ids.ts'
import { recordMessagesRead } from './record-messages-read.ts'

export interface QueueDeps extends CarryOutDeps {
  readonly storage: Pick<Storage, 'get'>
  /** The accounts that a staff member has as a member of a brand: others decide about them. */
  readonly ownMemberIds: OwnMemberIds
  readonly record: RecordAudit
  readonly signalKeys: Keys
  /** Names of staff by their ids. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** How long a decision can be undone. */
const undoMs = 10_000
/** Most cases whose subject is gone that one request closes on its way. */
const mostGone = 50

const jobKey = (caseId: string): string => `moderation-carry-out ${caseId}`

/** The moderators' queue, for the console. */
export function queueRoutes(http: Http, deps: QueueDeps): void {
  const { db, clock } = deps
  const claimant = async (staff: StaffPrincipal, { brandId }: Site): Promise<Claimant> => {
    const own = await deps.ownMemberIds(db, staff, brandId)
    return {
      brandId,
      by: `staff:${staff.staffId}`,
      isOwner: staff.roles.some((one) => one.brandId === brandId && one.role === 'owner'),
      ownMemberIds: own,
      ownSubjectIds: await ownSubjectIds(db, brandId, own),
    }
  }
  /** What a case shows leaves the server with the entry of who opened it, also when the page only prepares it. */
  const open = async (tx: Tx, { staff, site, ip }: StaffCall, found: ClaimedCase): Promise<ShownCase | undefined> => {
    const { id, kind, member_id: memberId } = found
    const shown = await caseView(tx, found, clock(), deps.signalKeys)
    if (!shown || !found.isNew) return shown
    const { reported, view } = shown
    if (reported)
      await recordMessagesRead(tx, {
        reportId: reported.id,
        memberIds: reported.memberIds,
        count: view.messages.length,
        at: clock(),
      })
    await deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'case_opened',
      subject: { kind: 'case', id },
      ...(memberId !== null && { memberId }),
      detail: { kind },
    })
    return shown
  }
  const claimed = async (
    call: StaffCall,
    id: string,
  ): Promise<{ readonly who: Claimant; readonly found: Case; readonly shown: ShownCase }> => {
    const who = await claimant(call.staff, call.site)
    return db.transaction().execute(async (tx) => {
      const found = await claimCase(tx, who, id, clock())
      const shown = found && (await open(tx, call, found))
      if (!found || !shown) throw taken()
      return { who, found, shown }
    })
  }

  http.bind(caseAdminRoutes.adminCases, async ({ query, staff, site }) => {
    const { kind, afterRisk: risk, afterAt: openedAt, afterId: id } = query
    const after = risk === undefined || openedAt === undefined || id === undefined ? undefined : { risk, openedAt, id }
    const who = await claimant(staff, site)
    const { cases, more } = await listCases(db, who, { kind, after })
    return { cases: await rowsOf(deps, cases, who.by), more }
  })

  http.bind(caseAdminRoutes.adminCaseNext, async (call) => {
    const { body, staff, site } = call
    const who = await claimant(staff, site)
    const wanted = { kinds: body.kinds ?? caseKinds, except: body.except ?? [], at: clock() }
    const next = () =>
      db.transaction().execute(async (tx) => {
        const found = await claimNext(tx, who, wanted)
        if (!found) return null
        const shown = await open(tx, call, found)
        if (shown) return sent(shown)
        await closeCase(tx, {
          brandId: site.brandId,
          kind: found.kind as CaseKind,
          subjectId: found.subject_id,
          verdict: 'gone',
          by: 'rule',
          at: clock(),
        })
        return undefined
      })
    for (let gone = 0; gone < mostGone; gone += 1) {
      const found = await next()
      if (found !== undefined) return { case: found }
    }
    return { case: null }
  })

  http.bind(caseAdminRoutes.adminCaseClaim, async (call) => ({
    case: sent((await claimed(call, call.params.id)).shown),
  }))

  http.bind(caseAdminRoutes.adminCaseRelease, async ({ params, staff, site }) => {
    await releaseCase(db, await claimant(staff, site), params.id)
    return done
  })

  http.bind(caseAdminRoutes.adminCaseSkip, async ({ params, staff, site }) => {
    await skipCase(db, await claimant(staff, site), params.id, clock())
    return done
  })

  http.bind(caseAdminRoutes.adminCaseEscalate, async ({ params, staff, site, ip }) => {
    const who = await claimant(staff, site)
    await db.transaction().execute(async (tx) => {
      if (!(await escalate(tx, who, params.id, clock()))) throw taken()
      await deps.record(tx, {
        brandId: site.brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'case_escalated',
        subject: { kind: 'case', id: params.id },
      })
    })
    return done
  })

  http.bind(caseAdminRoutes.adminCaseDecide, async (call) => {
    const { params, body, staff, site, ip } = call
    const { id } = params
    const { brandId } = site
    const { who, found, shown } = await claimed(call, id)
    const { kind } = shown.view
    const field = faultOf(shown.view, body)
    if (field !== undefined)
      throw new Failure(400, 'invalid', { field, message: `This decision needs another “${field}”` })
    if (body.version !== undefined && body.version !== shown.view.changed?.version) throw changed()
    const at = clock()
    const runAt = new Date(at.getTime() + undoMs)
    await db.transaction().execute(async (tx) => {
      if (!(await decideLater(tx, who, id, body, at))) throw taken()
      await addJob(
        tx,
        'moderation-carry-out',
        { brandId, caseId: id, by: who.by },
        { runAt, key: jobKey(id), urgent: true },
      )
      await deps.record(tx, {
        brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'case_decided',
        subject: { kind: 'case', id },
        ...(found.member_id !== null && { memberId: found.member_id }),
        detail: { kind, ...body },
      })
    })
    return { undoUntil: runAt.toISOString() }
  })

  http.bind(caseAdminRoutes.adminCaseUndo, async ({ params: { id }, staff, site, ip }) => {
    const who = await claimant(staff, site)
    await db.transaction().execute(async (tx) => {
      if (!(await undoDecision(tx, who, id, clock())) && !(await takeDropped(tx, who, id, clock())))
        throw (await waitsAgain(tx, site.brandId, id))
          ? taken()
          : new Failure(409, 'too_late', { message: 'The decision was carried out already' })
      await removeJob(tx, jobKey(id))
      await deps.record(tx, {
        brandId: site.brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'case_undone',
        subject: { kind: 'case', id },
      })
    })
    return done
  })

  http.bind(caseAdminRoutes.adminCaseFile, async (call) => {
    const { params, staff, site, ip } = call
    const { id, file } = params
    const { found, shown } = await claimed(call, id)
    const wanted = shown.files.find((one) => one.file === file)
    const bytes = wanted && (await deps.storage.get(wanted.storageKey))
    if (!bytes) throw notFound()
    await db.transaction().execute((tx) =>
      deps.record(tx, {
        brandId: site.brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'case_file_opened',
        subject: { kind: 'case', id },
        ...(found.member_id !== null && { memberId: found.member_id }),
        detail: { file },
      }),
    )
    return { type: contentTypeOf(wanted.storageKey), data: bytes.toString('base64') }
  })

  http.bind(caseAdminRoutes.adminCaseFigures, async ({ site }) => {
    const { oldestAt, decisions, ...figures } = await figuresOf(db, site.brandId, clock())
    const author = await authorsOf(
      deps.namesOf,
      decisions.map(({ by }) => by),
    )
    return {
      ...figures,
      decisions: decisions.map(({ by, count }) => ({ by: author(by), count })),
      oldestAt: oldestAt?.toISOString() ?? null,
    }
  })

  http.bind(caseAdminRoutes.adminCasePolicy, async ({ site }) => {
    const clauses = clauseKeys.map((key: ClauseKey) => {
      const { section, ground, name, facts } = clauseOf(key)
      return { key, section, ground, name: { ...name }, facts: { ...facts } }
    })
    const legal = deps.brands.byKey(site.brandId)?.legal
    const wordsOf = (section: string) =>
      Object.fromEntries(locales.map((locale) => [locale, legal?.[locale].terms.section(section) ?? ''])) as Record<
        Locale,
        string
      >
    const sections = [...new Set(clauses.map(({ section }) => section))]
    const refusals = { photo: { ...photoClauses }, review: { ...reviewClauses } }
    return { clauses, refusals, sections: Object.fromEntries(sections.map((section) => [section, wordsOf(section)])) }
  })
}

type StaffCall = Pick<Call<typeof caseAdminRoutes.adminCaseClaim>, 'staff' | 'site' | 'ip'>

const done = { result: 'OK' as const }

/**
 * Claims a case again whose decision was dropped before it was taken back, as the author of the report had added
 * something. @returns whether it was theirs, and no one else looks at it
 */
async function takeDropped(tx: Tx, who: Claimant, id: string, at: Date): Promise<boolean> {
  const job = await takeJob(tx, 'moderation-carry-out', jobKey(id))
  return job?.by === who.by && (await claimCase(tx, who, id, at)) !== undefined
}

/** Whether a decision was dropped, for what was added to its case, which a colleague has now. */
async function waitsAgain(tx: Tx, brandId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('cases')
    .select('state')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.state === 'open'
}

/** The same for a case of another brand, a decided one and one that a colleague holds. */
const taken = (): Failure =>
  new Failure(409, 'case_taken', { message: 'This case is decided, or a colleague looks at it: ask for the next one' })

/** A decision is about what was read. */
const changed = (): Failure =>
  new Failure(409, 'case_changed', { message: 'The member has written something else meanwhile: read it first' })

/** Where a file is stored stays on the server. */
const sent = ({ view, files }: ShownCase): CaseView => ({
  ...view,
  files: files.map(({ file, kind, label }) => ({ file, kind, label })),
})
