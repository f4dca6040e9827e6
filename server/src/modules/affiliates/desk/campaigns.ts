import type { adminRoutes, CampaignKind, CampaignRow } from '@incontro/contract/admin'
import { authorsOf } from '#modules/audit/index.ts'
import { campaignFigures, type CampaignFigure, lastCounted, periodAsked } from '#modules/insight/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { type AffiliateDeskDeps, auditedBy, authorOf } from './deps.ts'

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

/** Names a source or a campaign for colleagues; without name and note it has none any more. */
export async function nameCampaign(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.nameCampaign>,
): Promise<void> {
  const { by, value } = call.body
  const [name, note] = [call.body.name.trim(), call.body.note.trim()]
  const { brandId } = call.site
  await deps.db.transaction().execute(async (tx) => {
    const before = await tx
      .deleteFrom('campaign_names')
      .where('brand_id', '=', brandId)
      .where('kind', '=', by)
      .where('value', '=', value)
      .returning(['name', 'note'])
      .executeTakeFirst()
    const given = { name, note, changed_by: authorOf(call), changed_at: deps.clock() }
    if (name !== '' || note !== '')
      await tx
        .insertInto('campaign_names')
        .values({ brand_id: brandId, kind: by, value, ...given })
        // Of two at once the later one counts.
        .onConflict((conflict) => conflict.columns(['brand_id', 'kind', 'value']).doUpdateSet(given))
        .execute()
    if ((before?.name ?? '') === name && (before?.note ?? '') === note) return
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'campaign_named',
      subject: { kind: 'campaign', id: null },
      detail: { by, value, before: before ? { name: before.name, note: before.note } : null, after: { name, note } },
    })
  })
}
