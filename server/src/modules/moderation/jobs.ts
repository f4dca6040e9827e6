import type { Brands } from '#modules/brands/index.ts'
import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { Log } from '#platform/process/log.ts'
import { notifyOfOrder } from './authorities/notify-member.ts'
import { type CarryOutDeps, carryOut } from './decisions/carry-out.ts'
import { answerNotice, forgetNotifiers, type NoticeAnswer, type NoticeAnswerDeps } from './notices/notifier.ts'
import { applyRules } from './risk/apply.ts'
import { simulate, type SimulateDeps } from './risk/simulate.ts'
import { forgetRemoved, liftEnded } from './restrictions/lift.ts'
import { forgetDecided } from './texts/changes.ts'

interface ModerationJobDeps extends CarryOutDeps, NoticeAnswerDeps, Pick<SimulateDeps, 'signalKeys'> {
  readonly brands: Brands
  readonly log: Log
}

/** `by`: who decided, and may take it back. Queued by the version before, it is absent. */
interface Decided {
  readonly brandId: string
  readonly caseId: string
  readonly by?: string
}

export const moderationJobs = {
  'moderation-carry-out': {
    does: 'carries out the decision of a case that was not undone',
    run: (deps, payload: Decided) => carryOut(deps, payload),
  },
  'moderation-answer-notice': {
    does: 'sends the outcome of a notice, or of an appeal about it, to the notifier without an account',
    run: (deps, payload: NoticeAnswer) => answerNotice(deps, payload),
  },
  'moderation-notify-of-order': {
    does: 'notifies a member of an order of an authority about them, when the order allows it',
    run: (deps, payload: { readonly brandId: string; readonly orderId: string }) => notifyOfOrder(deps, payload),
  },
  'moderation-risk': {
    does: 'scores the cases that wait, and lets the live rules look at what members did',
    at: '* * * * *',
    limitMs: minutes(1),
    async run(deps, _, { until }) {
      for (const { key } of deps.brands.list) await applyRules(deps, key, until)
    },
  },
  'moderation-simulate-rule': {
    does: 'computes what a rule would have done in the last 30 days',
    limitMs: minutes(10),
    run: (deps, payload: { readonly brandId: string; readonly simulationId: string }, { until }) =>
      simulate(deps, payload, until),
  },
  'moderation-lift': {
    does: 'opens accounts again whose suspension is over',
    at: '*/10 * * * *',
    limitMs: minutes(5),
    run: (deps, _, { until }) => liftEnded(deps, until),
  },
  'moderation-forget': {
    does: 'deletes removed content that no appeal can bring back, texts as they were before a decision, and who sent old notices',
    at: '33 3 * * *',
    queue: 'nightly',
    limitMs: minutes(5),
    async run({ db, clock }) {
      await forgetRemoved(db, clock())
      await forgetNotifiers(db, clock())
      await forgetDecided(db)
    },
  },
} satisfies JobTable<ModerationJobDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof moderationJobs> {}
}
