import type { Module } from '../../platform/module.ts'
import { systemMessagePosted, type SystemMessagePosted } from '../outreach/index.ts'
import type { FreeCreditDeps } from './deps.ts'
import { creditsWereAdded, notifyCurrentBalances } from './notify-balances.ts'
import { refillDue } from './refill.ts'
import { welcomeGiftRoutes } from './welcome-gift.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'free-credits-refill': Record<never, never>
  }
}

export type { FreeCreditDeps } from './deps.ts'
export { nextRefills, type NextRefills } from './refill.ts'

/** Free credits: the welcome gift, refilled likes and icebreakers, and what the service gives back or grants. */
export function createFreeCredits(deps: FreeCreditDeps): Module {
  return {
    routes: (http) => welcomeGiftRoutes(http, deps),
    jobs: { 'free-credits-refill': () => refillDue(deps) },
    crontab: ['*/10 * * * * free-credits-refill'],
    async onEvent({ topic, payload }) {
      if (topic !== systemMessagePosted) return
      const { memberId, kind } = payload as SystemMessagePosted
      if (creditsWereAdded(kind)) await notifyCurrentBalances(deps, memberId)
    },
  }
}
