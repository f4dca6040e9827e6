import { adminRoutes } from '@incontro/contract/admin'
import type { RiskRow } from '@incontro/contract/admin/risk'
import { sql } from 'kysely'
import type { RecordAudit } from '#modules/audit/index.ts'
import type { OwnMemberIds } from '#platform/caller.ts'
import { liftFirstMessageLimits } from '#modules/chat/index.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { outcomesOf } from './outcomes.ts'
import { conditionsOf, lockRule, rulesOf } from './rules.ts'
import { ruleViews } from './rule-views.ts'
import type { SimulateDeps } from './simulate.ts'

export interface RuleRouteDeps extends SimulateDeps {
  readonly record: RecordAudit
  readonly ownMemberIds: OwnMemberIds
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const done = { result: 'OK' as const }
const changed = () =>
  new Failure(409, 'rule_changed', { message: 'There is a newer version of this rule: read it again' })
/** A simulation that says nothing for so long was lost with its process. */
const lostMs = 30 * 60_000
const mostSamplesShown = 20

/** Rules that queue or slow, for the console. */
export function ruleRoutes(http: Http, deps: RuleRouteDeps): void {
  const { db, clock, record } = deps

  http.bind(adminRoutes.riskRules, async ({ staff, site }) => ({
    rules: await ruleViews(deps, { brandId: site.brandId, staffId: staff.staffId, at: clock() }),
  }))

  http.bind(adminRoutes.saveRiskRule, ({ body, staff, site: { brandId }, ip }) =>
    db.transaction().execute(async (tx) => {
      const { id, basedOn, name, conditions, effect, perHour = null, reason } = body
      if ((effect === 'slow') !== (perHour !== null))
        throw new Failure(400, 'invalid', {
          field: 'perHour',
          message: 'A rule that slows says how many an hour, and no other',
        })
      const before = await lockRule(tx, brandId, id)
      const by = `staff:${staff.staffId}`
      const isSame =
        before?.made_by === by &&
        before.version === basedOn + 1 &&
        before.name === name &&
        before.effect === effect &&
        before.per_hour === perHour &&
        JSON.stringify(conditionsOf(before).map(said)) === JSON.stringify(conditions.map(said))
      // The answer to the first attempt may have been lost.
      if (isSame) return { version: before.version }
      if ((before?.version ?? 0) !== basedOn) throw changed()
      const version = basedOn + 1
      // What was proposed before is proposed no more; what is live stays so.
      await tx
        .updateTable('risk_rules')
        .set({ state: 'off' })
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .where('state', 'in', ['draft', 'simulated'])
        .execute()
      await tx
        .insertInto('risk_rules')
        .values({
          brand_id: brandId,
          id,
          version,
          name,
          conditions: JSON.stringify(conditions),
          effect,
          per_hour: perHour,
          made_by: by,
          made_at: clock(),
        })
        .execute()
      await record(tx, {
        brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'rule_written',
        subject: { kind: 'rule', id },
        reason,
        detail: {
          version,
          name,
          conditions,
          effect,
          perHour,
          before: before && {
            name: before.name,
            conditions: conditionsOf(before),
            effect: before.effect,
            perHour: before.per_hour,
          },
        },
      })
      return { version }
    }),
  )

  http.bind(adminRoutes.simulateRiskRule, ({ params, body, staff, site: { brandId }, ip }) =>
    db.transaction().execute(async (tx) => {
      const rule = await lockRule(tx, brandId, params.rule)
      if (!rule) throw notFound()
      if (rule.version !== body.version) throw changed()
      const at = clock()
      const ofVersion = { brand_id: brandId, rule_id: rule.id, version: rule.version }
      const running = await tx
        .selectFrom('risk_simulations')
        .select(['id', 'asked_at'])
        .where((eb) => eb.and(ofVersion))
        .where('done_at', 'is', null)
        .executeTakeFirst()
      if (running && at.getTime() - running.asked_at.getTime() < lostMs) return { simulation: running.id }
      if (running)
        await tx
          .updateTable('risk_simulations')
          .set({ done_at: at, failed: true })
          .where('brand_id', '=', brandId)
          .where('id', '=', running.id)
          .execute()
      const id = newId()
      await tx
        .insertInto('risk_simulations')
        .values({ ...ofVersion, id, asked_by: `staff:${staff.staffId}`, asked_at: at })
        .execute()
      await addJob(tx, 'moderation-simulate-rule', { brandId, simulationId: id })
      await record(tx, {
        brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'rule_simulated',
        subject: { kind: 'rule', id: rule.id },
        detail: { version: rule.version, simulation: id },
      })
      return { simulation: id }
    }),
  )

  http.bind(adminRoutes.riskSamples, async ({ params, staff, site: { brandId } }) => {
    const rule = (await rulesOf(db, brandId)).find(({ newest }) => newest.id === params.rule)?.newest
    if (!rule) throw notFound()
    const own = await deps.ownMemberIds(db, staff, brandId)
    const { rows } = await sql<{ memberId: string; name: string; at: Date; rows: RiskRow[] }>`
      select h.member_id as "memberId", shown_name(m.screen_name, m.locale) as name, h.hit_at as at, h.signals as rows
      from risk_hits h join members m on m.id = h.member_id
      where h.brand_id = ${brandId} and h.simulation_id = (
          select id from risk_simulations where brand_id = ${brandId} and rule_id = ${rule.id} and version = ${rule.version}
            and result is not null order by asked_at desc limit 1)
        and h.member_id <> all(${own}::uuid[])
      order by h.hit_at desc limit ${sql.lit(mostSamplesShown)}`.execute(db)
    const outcomes = await outcomesOf(db, brandId, rows)
    return {
      samples: rows.map((one) => ({
        ...one,
        at: one.at.toISOString(),
        outcome: outcomes.get(one.memberId) ?? ('none' as const),
      })),
    }
  })

  http.bind(adminRoutes.runRiskRule, async ({ params, body, staff, site: { brandId }, ip }) => {
    await db.transaction().execute(async (tx) => {
      const rule = await lockRule(tx, brandId, params.rule)
      if (!rule) throw notFound()
      if (rule.version !== body.version) throw changed()
      const by = `staff:${staff.staffId}`
      if (rule.state === 'live' && rule.live_by === by) return
      if (rule.effect === 'slow' && rule.made_by === by)
        throw new Failure(403, 'own_request', { message: 'You wrote this rule: another person sets it to work' })
      const simulation = await tx
        .selectFrom('risk_simulations')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('rule_id', '=', rule.id)
        .where('version', '=', rule.version)
        .where('result', 'is not', null)
        .orderBy('asked_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!simulation || rule.state === 'draft')
        throw new Failure(409, 'not_simulated', { message: 'Simulate exactly this version first' })
      if (rule.state === 'live') throw changed()
      const at = clock()
      await tx
        .updateTable('risk_rules')
        .set({ state: 'off' })
        .where('brand_id', '=', brandId)
        .where('id', '=', rule.id)
        .where('state', '=', 'live')
        .execute()
      await tx
        .updateTable('risk_rules')
        .set({ state: 'live', live_by: by, live_at: at, applied_until: at, applied_until_id: null })
        .where('brand_id', '=', brandId)
        .where('id', '=', rule.id)
        .where('version', '=', rule.version)
        .execute()
      await record(tx, {
        brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'rule_live',
        subject: { kind: 'rule', id: rule.id },
        reason: body.reason,
        detail: { version: rule.version, name: rule.name, simulation: simulation.id },
      })
    })
    return done
  })

  http.bind(adminRoutes.stopRiskRule, async ({ params, body, staff, site: { brandId }, ip }) => {
    await db.transaction().execute(async (tx) => {
      const rule = await lockRule(tx, brandId, params.rule)
      if (!rule) throw notFound()
      const stopped = await tx
        .updateTable('risk_rules')
        .set({ state: 'off' })
        .where('brand_id', '=', brandId)
        .where('id', '=', rule.id)
        .where('state', '=', 'live')
        .returning('version')
        .executeTakeFirst()
      // Stopped before: nothing is left to do.
      if (!stopped) return
      await liftFirstMessageLimits(tx, { brandId, ruleId: rule.id, at: clock() })
      await record(tx, {
        brandId,
        by: { staffId: staff.staffId, address: ip },
        action: 'rule_off',
        subject: { kind: 'rule', id: rule.id },
        reason: body.reason,
        detail: { version: stopped.version },
      })
    })
    return done
  })
}

const said = ({ signal, is, value }: { signal: string; is: string; value: number }) => [signal, is, value]
