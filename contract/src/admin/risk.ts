import * as z from 'zod/mini'
import { riskEffects, riskSignals, ruleStates, textSignals } from '../risk-signals.ts'
import { route } from '../route.ts'
import { brandParams, done, line, reason, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'moderation'
const ofRule = z.strictObject({ ...brandParams.shape, rule: z.uuid() })
const version = z.int().check(z.gte(1), z.lte(10_000))

/** One line of why a case is urgent: what was counted, of how many, and what it adds to the score. */
export const riskRow = z.strictObject({
  signal: z.enum([...riskSignals, ...textSignals, 'banned_photo', 'rule']),
  value: z.int(),
  /** First messages of which so many are alike. */
  of: z.nullable(z.int()),
  weight: z.int(),
  /** Of a banned photo, why the other one was removed; of a rule, its name; of a text, what was found in it. */
  detail: z.nullable(z.string()),
})
export type RiskRow = z.infer<typeof riskRow>

const riskCondition = z.strictObject({
  signal: z.enum(riskSignals),
  is: z.enum(['atLeast', 'atMost']),
  value: z.int().check(z.gte(0), z.lte(100_000)),
})
export type RiskCondition = z.infer<typeof riskCondition>

/** What became of the members that a rule met. */
const outcomes = z.strictObject({
  members: z.int(),
  /** Of those: restricted, or their content refused, by a person afterwards. */
  actedOn: z.int(),
  /** Looked at by a person, who found nothing. */
  dismissed: z.int(),
  /** Cases about them of the same days. */
  cases: z.int(),
})
export type RiskOutcomes = z.infer<typeof outcomes>

const rule = z.strictObject({
  id: z.uuid(),
  version,
  name: z.string(),
  conditions: z.array(riskCondition),
  effect: z.enum(riskEffects),
  perHour: z.nullable(z.int()),
  state: z.enum(ruleStates),
  /** Null of one that ships with the program. */
  by: z.nullable(z.string()),
  isMine: z.boolean(),
  at: time,
  /** The version that is at work; another one may be proposed beside it. */
  liveVersion: z.nullable(version),
  liveBy: z.nullable(z.string()),
  /** What the live rule did in the last 30 days. */
  live: z.nullable(outcomes),
  /** Of exactly this version. */
  simulation: z.nullable(
    z.strictObject({
      id: z.uuid(),
      at: time,
      state: z.enum(['running', 'done', 'failed']),
      /** Members that were looked at, the newest accounts first; fewer than all when time ran out. */
      lookedAt: z.int(),
      isWhole: z.boolean(),
      outcomes: z.nullable(outcomes),
    }),
  ),
})
export type RiskRuleView = z.infer<typeof rule>

export const riskRoutes = {
  riskRules: route({
    id: 'riskRules',
    method: 'GET',
    path: '/admin/api/:brand/risk/rules',
    tag,
    access: may('moderate'),
    summary: 'The newest version of each rule, with its last simulation and what it has done.',
    params: brandParams,
    reply: z.strictObject({ rules: z.array(rule) }),
    failures: [401, 403],
  }),
  saveRiskRule: route({
    id: 'saveRiskRule',
    method: 'POST',
    path: '/admin/api/:brand/risk/rules',
    tag,
    access: may('writeRules'),
    summary:
      'Writes a rule, or its next version, as a draft. `basedOn` is the version that was read, 0 of a new rule: 409 `rule_changed` if there is a newer one by now. A version that is live stays so.',
    params: brandParams,
    body: z.strictObject({
      /** Chosen by the caller: sent again, it is stored once. */
      id: z.uuid(),
      basedOn: z.int().check(z.gte(0), z.lte(10_000)),
      name: line(80),
      conditions: z.array(riskCondition).check(z.minLength(1), z.maxLength(8)),
      effect: z.enum(riskEffects),
      /** Conversations that may be begun in an hour, of a rule that slows. */
      perHour: z.optional(z.int().check(z.gte(1), z.lte(60))),
      reason,
    }),
    reply: z.strictObject({ version }),
    failures: [401, 403, 404, 409],
  }),
  simulateRiskRule: route({
    id: 'simulateRiskRule',
    method: 'POST',
    path: '/admin/api/:brand/risk/rules/:rule/simulate',
    tag,
    access: may('writeRules'),
    summary: 'Starts a simulation of the newest version over the last 30 days; one that runs already is answered.',
    params: ofRule,
    body: z.strictObject({ version }),
    reply: z.strictObject({ simulation: z.uuid() }),
    failures: [401, 403, 404, 409],
  }),
  riskSamples: route({
    id: 'riskSamples',
    method: 'GET',
    path: '/admin/api/:brand/risk/rules/:rule/samples',
    tag,
    access: may('moderate'),
    summary:
      'Members that the last simulation of the newest version met, the latest first, at most 20, without the account of the person who asks.',
    params: ofRule,
    reply: z.strictObject({
      samples: z.array(
        z.strictObject({
          memberId: z.uuid(),
          name: z.string(),
          at: time,
          rows: z.array(riskRow),
          outcome: z.enum(['acted', 'dismissed', 'none']),
        }),
      ),
    }),
    failures: [401, 403, 404],
  }),
  runRiskRule: route({
    id: 'runRiskRule',
    method: 'POST',
    path: '/admin/api/:brand/risk/rules/:rule/live',
    tag,
    access: may('runRules'),
    summary:
      'Sets the newest version to work. It needs a finished simulation of exactly this version (`not_simulated`), and, if it slows, another person than its author (`own_request`).',
    params: ofRule,
    body: z.strictObject({ version, reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  stopRiskRule: route({
    id: 'stopRiskRule',
    method: 'POST',
    path: '/admin/api/:brand/risk/rules/:rule/off',
    tag,
    access: may('writeRules'),
    summary: 'Stops a live rule and lifts the limits that it has set.',
    params: ofRule,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404],
  }),
} as const
