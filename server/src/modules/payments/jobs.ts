import { type JobTable, minutes, type PayloadsOf, seconds } from '#platform/jobs/job.ts'
import { endTerms } from '#modules/subscriptions/index.ts'
import { promoteFurther } from './attempts/flags.ts'
import { forgetAgeCheck } from './attempts/forget-age-check.ts'
import { refundPaidTwice } from './attempts/paid-twice.ts'
import { checkAttempt, sweepAttempts } from './attempts/poll.ts'
import { forgetOrigin } from './attempts/purchase-origin.ts'
import { type Reconciling, reconcileNightly } from './back-office/reconcile.ts'
import { detachCard, type StoredCard } from './cards/detach-cards.ts'
import type { PaymentDeps } from './deps.ts'
import { repeatAnswer } from './disputes/answer.ts'
import { notifyMember } from './notify-member.ts'
import { sendCardNotices } from './renewals/card-expiry.ts'
import { chargeDue } from './renewals/charge-due.ts'
import { emailAboutPlan } from './renewals/plan-email.ts'
import { sendReminders } from './renewals/reminders.ts'
import { sweepMs } from './sweep.ts'
import { processWebhook, sweepWebhooks } from './webhooks/process.ts'
import { trimBodies } from './webhooks/trim-bodies.ts'
import { requestRefund, sweepRefunds } from './withdrawals/refunds.ts'

interface OfAttempt {
  readonly attemptId: string
}

export const paymentJobs = {
  'payment-sweep': {
    does: 'catches up with open payments, webhook events and refunds, each within the time limit',
    at: '* * * * *',
    queue: 'payment-sweep',
    oneWaits: true,
    limitMs: sweepMs,
    async run(deps) {
      await sweepAttempts(deps)
      await sweepWebhooks(deps)
      await refundPaidTwice(deps)
      await sweepRefunds(deps)
      await promoteFurther(deps)
    },
  },
  'subscription-renew': {
    does: 'announces and charges renewals, 20,000 a run at most',
    at: '* * * * *',
    // Because a run of thousands takes longer than a minute; the next one waits for it.
    queue: 'subscription-renew',
    oneWaits: true,
    limitMs: minutes(10),
    async run(deps, _, { until }) {
      // Reminders that are made again and again leave the charges their time.
      await sendReminders(deps, { until: performance.now() + minutes(4) })
      await chargeDue(deps, { until })
    },
  },
  'subscription-end': {
    does: 'ends terms that are over',
    at: '* * * * *',
    limitMs: seconds(50),
    run: (deps, _, { until }) =>
      endTerms({
        db: deps.db,
        now: deps.clock(),
        onEnded: (tx, term) => emailAboutPlan(deps, tx, term, 'plan-ended', { reason: 'unpaid' }, '/vip_plan/cred'),
        onChanged: (memberId) => notifyMember(deps, memberId),
        onError: (error, { id }) => deps.log.error({ err: error, subscription: id }, 'a term could not be ended'),
        until,
      }),
  },
  'payment-reconcile': {
    does: 'compares the payments since the last comparison with the providers’; what is left continues outside of the queue',
    at: '53 2 * * *',
    queue: 'nightly',
    limitMs: minutes(20),
    run: (deps, rest: Reconciling, { until }) => reconcileNightly(deps, rest, until),
  },
  'subscription-card-notices': {
    does: 'announces that a card expires before the renewal',
    at: '37 8 * * *',
    queue: 'nightly',
    limitMs: minutes(10),
    run: (deps, _, { until }) => sendCardNotices(deps, until),
  },
  'payment-trim-webhooks': {
    does: 'reduces the bodies of old webhook events',
    at: '3 2 * * *',
    queue: 'nightly',
    limitMs: minutes(10),
    run: ({ db, clock }, _, { until }) => trimBodies(db, clock(), { until }),
  },
  'payment-check': {
    does: 'asks the provider about an open attempt',
    lane: 'urgent',
    run: (deps, { attemptId }: OfAttempt) => checkAttempt(deps, attemptId),
  },
  'payment-webhook': {
    does: 'processes a stored webhook event',
    lane: 'urgent',
    run: (deps, event: { readonly connection: string; readonly eventId: string }) => processWebhook(deps, event),
  },
  'payment-refund': {
    does: 'requests a refund from the provider',
    lane: 'urgent',
    run: (deps, { refundId }: { readonly refundId: string }) => requestRefund(deps, refundId),
  },
  'payment-dispute-answer': {
    does: 'repeats an answer to a dispute that the provider has not acknowledged',
    run: (deps, { id }: { readonly id: string }) => repeatAnswer(deps, id),
  },
  'payment-detach-card': {
    does: 'deletes a stored card at its provider',
    run: (deps, card: StoredCard, job) => detachCard(deps, card, job),
  },
  'payment-forget-origin': {
    does: 'forgets from which browser a payment came',
    run: (deps, { attemptId }: OfAttempt) => forgetOrigin(deps, attemptId),
  },
  'payment-forget-age-check': {
    does: 'forgets the age check that a payment was made with',
    run: (deps, { attemptId }: OfAttempt) => forgetAgeCheck(deps, attemptId),
  },
} satisfies JobTable<PaymentDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof paymentJobs> {}
}
