import type { Module } from '../../platform/module.ts'
import type { FreeCreditDeps } from './deps.ts'
import { refillDue } from './refill.ts'
import { welcomeGiftRoutes } from './welcome-gift.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'free-credits-refill': Record<never, never>
  }
}

export type { FreeCreditDeps } from './deps.ts'
export { nextRefills, type NextRefills } from './refill.ts'

/** Free credits: the welcome gift, and refilled likes and icebreakers. */
export function createFreeCredits(deps: FreeCreditDeps): Module {
  return {
    routes: (http) => welcomeGiftRoutes(http, deps),
    jobs: { 'free-credits-refill': () => refillDue(deps) },
    crontab: ['*/10 * * * * free-credits-refill'],
  }
}
