import type { adminRoutes, CampaignKind, CampaignRow } from '@incontro/contract/admin'
import { authorsOf } from '#modules/audit/index.ts'
import { campaignFigures, type CampaignFigure, lastCounted, periodAsked } from '#modules/insight/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { sql } from 'kysely'
import { type AffiliateDeskDeps, auditedBy, authorOf, changedMeanwhile } from './deps.ts'

const mostListed = 200

/** Sources or campaigns of a period with their figures and names. @throws Failure 400 `bad_period` */
export async function listCampaigns(deps: AffiliateDeskDeps, { site, query }: Call<typeof adminRoutes.campaigns>) {
  const { brandId } = site
  const brand = deps.brands.byKey(brandId)
  if (!brand) throw notFound()
  const { by } = query
  const found = await campaignFigures(deps.db, periodAsked(brandId, query), by, mostListed + 1)
  const values = [...new Set(found.map(({ value }) => value))]
  const shown = values.slice(0, mostListed)
  const names = await namesOf(deps, brandId, by, shown)
  return {
    campaigns: shown.map((value) => ({
      value,
      ...(names.get(value) ?? unnamed),
      ...sumsOf(found.filter((one) => one.value === value)),
    })),
    more: values.length > mostListed,
    countedAt: await lastCounted(deps.db, brandId),
    site: {
      origin: brand.origin,
      flows: [...new Set([brand.defaultFluxId, ...brand.visitFlows])],
      defaultFlow: brand.defaultFluxId,
    },
  }
}

const unnamed = { name: '', note: '', changedBy: null, changedAt: null }
type Named = Pick<CampaignRow, keyof typeof unnamed>

async function namesOf(
  deps: AffiliateDeskDeps,
  brandId: string,
  by: CampaignKind,
  values: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  if (values.length === 0) return new Map()
  const rows = await deps.db
    .selectFrom('campaign_names')
    .select(['value', 'name', 'note', 'changed_by', 'changed_at'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', by)
    .where('value', 'in', values)
    .execute()
  const author = await authorsOf(
    deps.namesOf,
    rows.map((one) => one.changed_by),
  )
  return new Map(
    rows.map((one) => [
      one.value,
      {
        name: one.name,
        note: one.note,
        changedBy: author(one.changed_by),
        changedAt: one.changed_at.toISOString(),
      },
    ]),
  )
}

function sumsOf(figures: readonly CampaignFigure[]) {
  const count = (metric: CampaignFigure['metric']): number =>
    figures.reduce((sum, one) => sum + (one.metric === metric ? one.count : 0), 0)
  const amount = (metric: CampaignFigure['metric'], currency: string): number =>
    figures.reduce((sum, one) => sum + (one.metric === metric && one.currency === currency ? one.amountMinor : 0), 0)
  const currencies = [...new Set(figures.map(({ currency }) => currency))].filter((one) => one !== '').sort()
  return {
    visits: count('visits'),
    signUps: count('sign_ups'),
    firstPayments: count('first_payments'),
    payments: count('payments'),
    refunds: count('refunds'),
    complaints: count('funnel_complaint'),
    money: currencies.map((currency) => ({
      currency,
      revenueMinor: amount('payments', currency),
      refundedMinor: amount('refunds', currency),
    })),
  }
}

interface Name {
  readonly name: string
  readonly note: string
}
const trimmed = ({ name, note }: Name): Name => ({ name: name.trim(), note: note.trim() })
const isSame = (one: Name, other: Name): boolean => one.name === other.name && one.note === other.note

/**
 * Names a source or a campaign for colleagues, over the name that was read; without name and note it has none any more.
 * @throws Failure 409 `campaign_changed`
 */
export async function nameCampaign(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.nameCampaign>,
): Promise<void> {
  const { by, value } = call.body
  const given = trimmed(call.body)
  const { brandId } = call.site
  const newer = await deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${brandId} ${by} ${value}`}, 0))`.execute(tx)
    const key = { brand_id: brandId, kind: by, value }
    const stored = await tx
      .selectFrom('campaign_names')
      .select(['name', 'note', 'changed_by'])
      .where((where) => where.and(key))
      .executeTakeFirst()
    const before = stored ?? unnamed
    // Sent again after a lost answer, it is done.
    if (isSame(before, given)) return undefined
    if (!isSame(before, trimmed(call.body.before))) return { by: stored?.changed_by }
    await tx
      .deleteFrom('campaign_names')
      .where((where) => where.and(key))
      .execute()
    if (given.name !== '' || given.note !== '')
      await tx
        .insertInto('campaign_names')
        .values({ ...key, ...given, changed_by: authorOf(call), changed_at: deps.clock() })
        .execute()
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'campaign_named',
      subject: { kind: 'campaign', id: null },
      detail: { by, value, before: stored ? { name: stored.name, note: stored.note } : null, after: { ...given } },
    })
    return undefined
  })
  if (newer) throw await changedMeanwhile(deps, 'campaign_changed', newer.by)
}
