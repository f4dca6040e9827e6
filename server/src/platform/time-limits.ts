import type { Jobs } from './jobs.ts'

const seconds = (n: number): number => n * 1000
const minutes = (n: number): number => n * 60_000

/**
 * After this many milliseconds a run of a recurring job begins nothing more, and the next run goes on where it stopped.
 * Jobs of a queue run one after the other, so the limits are also how long one can delay the others: those of the queue
 * `hourly` take less than an hour together, those of `nightly` a night. docs/operations.md lists them.
 */
export const timeLimits = {
  'accounts-end-absent': minutes(10),
  'accounts-erase': minutes(10),
  'accounts-sweep': minutes(5),
  'credits-check-changes': minutes(20),
  'credits-check-everybody': minutes(30),
  'free-credits-refill': minutes(9),
  'identity-sweep': minutes(10),
  'insight-measure': minutes(30),
  'members-end-newness': minutes(5),
  'members-end-presence': seconds(50),
  'members-leave-list': minutes(10),
  // Of each of its three parts.
  'payment-sweep': seconds(50),
  'payment-trim-webhooks': minutes(10),
  'payment-reconcile': minutes(20),
  'photos-sweep-uploads': minutes(5),
  retention: minutes(20),
  'subscription-card-notices': minutes(10),
  'subscription-end': seconds(50),
  'subscription-renew': minutes(10),
} as const satisfies { readonly [N in keyof Jobs]?: number }
