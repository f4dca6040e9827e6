import {
  type ClauseKey,
  type ConsentView,
  type Gender,
  type GenderWord,
  type Locale,
  type ReportReason,
  type RestrictionKind,
  shownGender,
} from '@incontro/contract'
import type { AccountChange, AccountState, adminRoutes, ReportState } from '@incontro/contract/admin'
import { authorsOf } from '#modules/audit/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { listingOf, toLists } from '#modules/members/index.ts'
import { furtherReasons, tookMoney } from '#modules/payments/index.ts'
import type { DeskDeps } from './deps.ts'
import { by, memberAt, type MemberRow } from './member-at.ts'
import { notesOf } from './notes.ts'
import { photosOf } from './photos.ts'
import { channelsOf, planOf, ticketsOf } from './plan-and-channels.ts'

/** Rows of each kind that the file has, the newest; the page shows some first. */
const most = 100

/**
 * Everything on a member's page; no one gets it before the opening is recorded. What they wrote to others is not on it.
 * @throws Failure 403 `own_account`, 404
 */
export async function openMember(deps: DeskDeps, call: Call<typeof adminRoutes.openMember>) {
  const { site, body, staff, ip } = call
  const { db } = deps
  const member = await memberAt(db, deps, call)
  const view = {
    ...factsOf(deps, member),
    ...(await accountOf(db, deps, member.id)),
    plan: await planOf(db, member.id, deps.clock()),
    channels: await channelsOf(db, member.id),
    tickets: await ticketsOf(db, { staff, brandId: site.brandId, memberId: member.id }),
    restrictions: await restrictionsOf(db, deps, member.id),
    notes: await notesOf(deps, member.id, by(call).madeBy),
    ...(await reportsOf(db, site.brandId, member.id)),
  }
  await db.transaction().execute((tx) =>
    deps.audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'member_opened',
      subject: { kind: 'member', id: member.id },
      reason: body.reason,
    }),
  )
  return view
}

const factsOf = ({ geo }: DeskDeps, member: MemberRow) => ({
  id: member.id,
  name: member.screen_name,
  email: member.email,
  emailConfirmedAt: member.email_confirmed_at?.toISOString() ?? null,
  state: member.state as AccountState,
  sample: member.sample === true,
  level: member.level,
  levelUntil: member.level_until?.toISOString() ?? null,
  country: member.country,
  locale: member.locale as Locale,
  ...toLists(listingOf(member)),
  age: member.age,
  // As others read it: a hidden word is the member's own, and no case needs it.
  genderShown: shownGender(member.gender as Gender, member.gender_word as GenderWord | null, member.hides_gender_word),
  home: { region: geo.regionName(member.region_id), city: geo.cityName(member.city_id) },
  flow: member.flow_id,
  source: member.source,
  createdAt: member.created_at.toISOString(),
  lastActiveAt: member.last_active_at.toISOString(),
  deletionDueAt: member.deletion_due_at?.toISOString() ?? null,
  verifiedAt: member.verified_at?.toISOString() ?? null,
})

async function accountOf(tx: Executor, { namesOf }: DeskDeps, id: string) {
  const hold = await tx.selectFrom('legal_holds').selectAll().where('member_id', '=', id).executeTakeFirst()
  const wallet = await tx.selectFrom('wallets').selectAll().where('member_id', '=', id).executeTakeFirst()
  const consents = await tx
    .selectFrom('consents')
    .select(['kind', 'granted', 'given_at'])
    .where('member_id', '=', id)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const sessions = await tx
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_seen_at'])
    .where('member_id', '=', id)
    .orderBy('last_seen_at', 'desc')
    .limit(most)
    .execute()
  const browsers = await tx
    .selectFrom('member_devices')
    .select(['browser_hash', 'network', 'first_seen_at', 'last_seen_at'])
    .where('member_id', '=', id)
    .orderBy('last_seen_at', 'desc')
    .limit(most)
    .execute()
  const phone = await tx.selectFrom('phone_numbers').select('number').where('member_id', '=', id).executeTakeFirst()
  const orders = await tx
    .selectFrom('payment_attempts')
    .select([
      'id',
      'plan_id',
      'state',
      'provider',
      'provider_ref',
      'amount_minor',
      'refunded_minor',
      'currency',
      'flagged',
      'further_flags',
      'granted_at',
      'created_at',
    ])
    .where('member_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  const refunds = await tx
    .selectFrom('refunds')
    .select(['attempt_id', ({ fn }) => fn.sum<string>('amount_minor').as('minor')])
    .where('member_id', '=', id)
    .where('state', 'in', ['submitting', 'accepted'])
    .groupBy('attempt_id')
    .execute()
  const underWay = new Map(refunds.map(({ attempt_id, minor }) => [attempt_id, Number(minor)]))
  const changes = await tx
    .selectFrom('account_changes')
    .select(['change', 'made_by', 'reason', 'created_at'])
    .where('member_id', '=', id)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const author = await authorsOf(namesOf, [hold?.made_by ?? null, ...changes.map((one) => one.made_by)])
  return {
    hold: hold ? { reason: hold.reason, by: author(hold.made_by), at: hold.created_at.toISOString() } : null,
    credits: {
      messages: wallet?.messages ?? 0,
      icebreakers: wallet?.icebreakers ?? 0,
      likes: wallet?.likes ?? 0,
    },
    photos: await photosOf(tx, id),
    consents: consents.map((one) => ({
      kind: one.kind as ConsentView['kind'],
      granted: one.granted,
      at: one.given_at.toISOString(),
    })),
    sessions: sessions.map((one) => ({
      device: one.device,
      createdAt: one.created_at.toISOString(),
      lastSeenAt: one.last_seen_at.toISOString(),
    })),
    browsers: browsers.map((one) => ({
      id: one.browser_hash?.toString('hex') ?? null,
      network: one.network,
      firstSeenAt: one.first_seen_at.toISOString(),
      lastSeenAt: one.last_seen_at.toISOString(),
    })),
    phone: phone?.number ?? null,
    orders: orders.map((one) => ({
      id: one.id,
      plan: one.plan_id,
      state: one.state,
      provider: one.provider,
      amountMinor: one.amount_minor,
      refundedMinor: one.refunded_minor,
      currency: one.currency,
      at: one.created_at.toISOString(),
      leftMinor: tookMoney(one) ? one.amount_minor - one.refunded_minor - (underWay.get(one.id) ?? 0) : 0,
      underWayMinor: underWay.get(one.id) ?? 0,
      flagged: one.flagged,
      furtherFlags: furtherReasons(one.further_flags),
    })),
    changes: changes.map((one) => ({
      change: one.change as AccountChange,
      by: author(one.made_by),
      reason: one.reason,
      at: one.created_at.toISOString(),
    })),
  }
}

/** Decisions against the member, the newest first. */
async function restrictionsOf(tx: Executor, { namesOf, clock }: DeskDeps, id: string) {
  const at = clock()
  const rows = await tx
    .selectFrom('restrictions')
    .select(['id', 'kind', 'clause', 'facts', 'from_at', 'until_at', 'lifted_at', 'made_by'])
    .where('member_id', '=', id)
    .orderBy('from_at', 'desc')
    .limit(most)
    .execute()
  const author = await authorsOf(
    namesOf,
    rows.map((one) => one.made_by),
  )
  return rows.map((one) => ({
    id: one.id,
    kind: one.kind as RestrictionKind,
    clause: one.clause as ClauseKey,
    facts: one.facts,
    from: one.from_at.toISOString(),
    until: one.until_at?.toISOString() ?? null,
    liftedAt: one.lifted_at?.toISOString() ?? null,
    inForce: one.lifted_at === null && (one.until_at === null || one.until_at > at),
    by: author(one.made_by),
  }))
}

/** What is said at another brand is read there: of its member the id is left out, and of its report the messages. */
async function reportsOf(tx: Executor, brandId: string, id: string) {
  const reports = async (column: 'reported_id' | 'reporter_id', other: 'reporter_id' | 'reported_id') =>
    (
      await tx
        .selectFrom('reports as r')
        .leftJoin('members as o', (join) => join.onRef('o.id', '=', `r.${other}`).on('o.brand_id', '=', brandId))
        .select(['r.id', 'r.brand_id', 'r.reason', 'r.state', 'r.created_at', 'r.message_ids', 'o.id as other_id'])
        .where(`r.${column}`, '=', id)
        .orderBy('r.created_at', 'desc')
        .limit(most)
        .execute()
    ).map((one) => ({
      id: one.id,
      reason: one.reason as ReportReason,
      state: one.state as ReportState,
      at: one.created_at.toISOString(),
      otherId: one.other_id,
      messages: one.brand_id === brandId ? one.message_ids.length : 0,
    }))
  return {
    reportsAbout: await reports('reported_id', 'reporter_id'),
    reportsBy: await reports('reporter_id', 'reported_id'),
  }
}
