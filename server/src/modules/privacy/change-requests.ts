import { normaliseEmail } from '@incontro/contract'
import type {
  adminRoutes,
  AuditAction,
  Identification,
  PrivacyOutcome,
  PrivacyRequestKind,
} from '@incontro/contract/admin'
import { type Selectable, sql } from 'kysely'
import { companyCountry, endOfMonths } from '#modules/calendar/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { PrivacyRequest as Row } from '#platform/database/database-types.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import type { PrivacyDeps, StaffCall } from './deps.ts'

type Request = Selectable<Row>

/** By when a request that came at that time has to be answered (GDPR, article 12(3)). */
function dueAt({ brands }: PrivacyDeps, brandId: string, receivedAt: Date, months: 1 | 3): Date {
  const brand = brands.byKey(brandId)
  if (!brand) throw notFound()
  return endOfMonths(receivedAt, months, companyCountry(brand.company.vatNumber))
}

/** @throws Failure 400 `about_unknown`, `received_later`, 403 `own_account` */
export async function recordRequest(
  deps: PrivacyDeps,
  call: Call<typeof adminRoutes.recordPrivacyRequest>,
): Promise<{ dueAt: string }> {
  const { body, site, staff } = call
  const at = deps.clock()
  const receivedAt = new Date(body.receivedAt)
  if (receivedAt > at)
    throw new Failure(400, 'received_later', {
      field: 'receivedAt',
      message: 'A request is recorded after it was received',
    })
  const requester = body.requester?.trim()
  if ((body.about === undefined) === (requester === undefined))
    throw new Failure(400, 'invalid', { field: 'about', message: 'Say either which account it is about, or who asks' })
  const due = dueAt(deps, site.brandId, receivedAt, 1)
  const by = `staff:${staff.staffId}`
  return deps.db.transaction().execute(async (tx) => {
    const memberId = body.about === undefined ? null : await memberNamed(tx, site.brandId, body.about)
    if (memberId === undefined)
      throw new Failure(400, 'about_unknown', {
        field: 'about',
        message: 'No member of the brand has this address or id',
      })
    await refuseOwn(tx, deps, call, memberId)
    const inserted = await tx
      .insertInto('privacy_requests')
      .values({
        brand_id: site.brandId,
        id: body.id,
        kind: body.kind,
        way: body.way,
        member_id: memberId,
        requester: requester ?? null,
        asks: body.asks.trim(),
        received_at: receivedAt,
        due_at: due,
        recorded_by: by,
        recorded_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // The answer to the first attempt may have been lost.
    if (inserted)
      await deps.record(tx, {
        ...entry(call, 'privacy_request_recorded', { id: body.id, member_id: memberId }),
        detail: { kind: body.kind, receivedAt: body.receivedAt, dueAt: due.toISOString() },
      })
    return { dueAt: due.toISOString() }
  })
}

/** @throws Failure 403 `own_account`, 404, 409 `request_closed`, `extended_already`, `month_over` */
export async function extendRequest(
  deps: PrivacyDeps,
  call: Call<typeof adminRoutes.extendPrivacyRequest>,
): Promise<{ dueAt: string }> {
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const request = await lockedRequest(tx, deps, call)
    if (request.extended_at !== null)
      throw new Failure(409, 'extended_already', { message: 'It was extended before: the law allows it once' })
    if (request.due_at < at)
      throw new Failure(409, 'month_over', { message: 'The first month is over: answer it without delay' })
    const due = dueAt(deps, request.brand_id, request.received_at, 3)
    await update(tx, request, { due_at: due, extended_at: at, extended_because: call.body.because.trim() })
    await deps.record(tx, {
      ...entry(call, 'privacy_request_extended', request),
      detail: { before: { dueAt: request.due_at.toISOString() }, after: { dueAt: due.toISOString() } },
    })
    return { dueAt: due.toISOString() }
  })
}

/** What hands data over, or changes or deletes it, is done for the person whose data it is. */
const asksWho: ReadonlySet<PrivacyRequestKind> = new Set(['access', 'correction', 'erasure', 'portability'])
const isGiven = (outcome: PrivacyOutcome): boolean => outcome === 'done' || outcome === 'partly'

/** @throws Failure 400, 403 `own_account`, 404, 409 `request_closed` */
export async function closeRequest(
  deps: PrivacyDeps,
  call: Call<typeof adminRoutes.closePrivacyRequest>,
): Promise<{ result: 'OK' }> {
  const at = deps.clock()
  const { outcome, identifiedBy, answer } = call.body
  await deps.db.transaction().execute(async (tx) => {
    const request = await lockedRequest(tx, deps, call)
    if (isGiven(outcome) && asksWho.has(request.kind as PrivacyRequestKind) && !isIdentified(identifiedBy))
      throw new Failure(400, 'invalid', {
        field: 'identifiedBy',
        message: 'Say how it was made sure that it is that person',
      })
    await update(tx, request, {
      outcome,
      identified_by: identifiedBy ?? null,
      answer: answer.trim(),
      closed_by: `staff:${call.staff.staffId}`,
      closed_at: at,
    })
    await deps.record(tx, {
      ...entry(call, 'privacy_request_closed', request),
      detail: { kind: request.kind, outcome, identifiedBy: identifiedBy ?? null, late: request.due_at < at },
    })
  })
  return { result: 'OK' }
}

const isIdentified = (by: Identification | undefined): boolean => by !== undefined && by !== 'not_needed'

/** The member of an address or id; undefined if there is none, also for one of another brand. */
async function memberNamed(executor: Executor, brandId: string, about: string): Promise<string | undefined> {
  const named = about.trim()
  const row = named.includes('@')
    ? await executor
        .selectFrom('member_emails')
        .select('member_id')
        .where('brand_id', '=', brandId)
        .where('email', '=', normaliseEmail(named))
        .executeTakeFirst()
    : isUuid(named)
      ? await executor
          .selectFrom('members')
          .select('id as member_id')
          .where('id', '=', named)
          .where('brand_id', '=', brandId)
          .where('state', '<>', 'deleted')
          .executeTakeFirst()
      : undefined
  return row?.member_id
}

/** The open request, locked so that of two colleagues one acts. */
async function lockedRequest(
  tx: Tx,
  deps: PrivacyDeps,
  call: StaffCall & { readonly params: { readonly id: string } },
): Promise<Request> {
  const { rows } = await sql<Request>`
    select * from privacy_requests where brand_id = ${call.site.brandId} and id = ${call.params.id} for update`.execute(
    tx,
  )
  const [request] = rows
  if (!request) throw notFound()
  await refuseOwn(tx, deps, call, request.member_id)
  if (request.closed_at !== null) throw new Failure(409, 'request_closed', { message: 'It is closed already' })
  return request
}

/** Staff do not answer what they asked as a member. */
async function refuseOwn(tx: Tx, { ownMemberIds }: PrivacyDeps, { staff, site }: StaffCall, memberId: string | null) {
  if (memberId !== null && (await ownMemberIds(tx, staff, site.brandId)).includes(memberId))
    throw new Failure(403, 'own_account', { message: 'This is your own account as a member: a colleague has to do it' })
}

const update = (tx: Tx, { brand_id: brandId, id }: Request, values: Partial<Omit<Request, 'brand_id' | 'id'>>) =>
  tx.updateTable('privacy_requests').set(values).where('brand_id', '=', brandId).where('id', '=', id).execute()

/** What every entry in the audit about a request says. */
const entry = (
  { site, staff, ip, body }: StaffCall & { readonly body: { readonly reason: string } },
  action: AuditAction,
  { id, member_id: memberId }: Pick<Request, 'id' | 'member_id'>,
) => ({
  brandId: site.brandId,
  by: { staffId: staff.staffId, address: ip },
  action,
  subject: { kind: 'privacy_request', id },
  ...(memberId !== null && { memberId }),
  reason: body.reason,
})
