import { type adminRoutes, journeyNames, type JourneyView } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Call } from '#platform/http/bind.ts'
import type { MailingDeps } from './deps.ts'
import { namesFor } from './read.ts'

/** The journeys of a brand, and what became of each in 30 days. */
export async function listJourneys(deps: MailingDeps, { site }: Call<typeof adminRoutes.journeys>) {
  const { brandId } = site
  const states = await deps.db
    .selectFrom('journeys')
    .select(['journey', 'is_on', 'changed_by', 'changed_at'])
    .where('brand_id', '=', brandId)
    .execute()
  const { rows } = await sql<{
    source: string
    state: 'waiting' | 'queued' | 'sent' | 'failed' | 'dropped'
    n: number
  }>`
    select source, state, count(*)::int as n from promotions
    where brand_id = ${brandId} and source = any(${[...journeyNames]})
      and created_at > ${deps.clock()}::timestamptz - interval '30 days'
    group by source, state`.execute(deps.db)
  const names = await namesFor(
    deps,
    states.map(({ changed_by }) => changed_by),
  )
  const journeys = journeyNames.map((journey): JourneyView => {
    const state = states.find((one) => one.journey === journey)
    const count = (...of: readonly string[]): number =>
      rows.filter((row) => row.source === journey && of.includes(row.state)).reduce((sum, { n }) => sum + n, 0)
    return {
      journey,
      isOn: state?.is_on ?? false,
      changedBy: state ? (names.get(state.changed_by.replace('staff:', '')) ?? state.changed_by) : null,
      changedAt: state?.changed_at.toISOString() ?? null,
      waiting: count('waiting', 'queued'),
      sent: count('sent'),
      failed: count('failed'),
      dropped: count('dropped'),
    }
  })
  return { journeys, languages: [...(deps.brands.byKey(brandId)?.languages ?? [])] }
}

/** Off from the commit on: each mail asks for it under a lock of this row when it leaves. */
export async function switchJourney(deps: MailingDeps, call: Call<typeof adminRoutes.switchJourney>): Promise<void> {
  const { site, params, body, staff, ip } = call
  const change = { is_on: body.isOn, changed_by: `staff:${staff.staffId}`, changed_at: deps.clock() }
  await deps.db.transaction().execute(async (tx) => {
    const changed = await tx
      .insertInto('journeys')
      .values({ brand_id: site.brandId, journey: params.journey, ...change })
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'journey']).doUpdateSet(change).where('journeys.is_on', '<>', body.isOn),
      )
      .executeTakeFirst()
    if (changed.numInsertedOrUpdatedRows === 0n) return
    await deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'journey_switched',
      subject: { kind: 'journey', id: params.journey },
      reason: body.reason,
      detail: { journey: params.journey, isOn: body.isOn },
    })
  })
}
