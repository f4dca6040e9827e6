import type pg from 'pg'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Geo } from '#modules/geo/index.ts'
import type { Database } from '#platform/database/database.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Log } from '#platform/process/log.ts'
import type { ModuleWith } from '#platform/module.ts'
import type { Storage } from '#platform/storage.ts'
import { loginFixtures } from './fixtures.ts'
import type { DemoActions } from './actions.ts'
import { demoJobs } from './jobs.ts'
import { demoPassword, loadDemo } from './load.ts'
import { catchUp } from './presence.ts'
import { createScript } from './script.ts'

export interface DemoLogin {
  readonly email: string
  readonly password: string
}

/** 2,300 fictitious members, marked as such, and a script that makes them answer. Used in demo mode only. */
export interface Demo extends ModuleWith<'load' | 'jobs' | 'onEvent'> {
  /**
   * Fills a database without a demo; otherwise only moves the samples' last activity up to today. Needs the geography.
   */
  load(): Promise<void>
  /** A man and a woman; none for most brands. */
  logins(brandKey: string): readonly DemoLogin[]
}

export interface DemoDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly storage: Storage
  readonly brands: Brands
  /** Also those in other databases: the samples are drawn together, so that each is the same everywhere. */
  readonly everyBrand: Brands
  readonly flows: Flows
  readonly geo: Pick<Geo, 'regionByName' | 'cityByName'>
  readonly hashPassword: (password: string) => Promise<string>
  readonly actions: DemoActions
  readonly log: Log
  readonly clock: () => Date
}

export function createDemo({
  db,
  pool,
  storage,
  brands,
  everyBrand,
  flows,
  geo,
  hashPassword,
  actions,
  log,
  clock,
}: DemoDeps): Demo {
  const brandOf = (key: string) => {
    const brand = everyBrand.byKey(key)
    if (!brand) throw new Error(`the demo needs the brand ${key}`)
    const flow = flows.of(key, brand.defaultFluxId)
    return {
      domain: brand.domain,
      reviewLocale: brand.reviewSet,
      poolId: brand.pool,
      flow: { id: flow.id, version: flow.version },
    }
  }
  const shop = {
    brandOf: everyBrand.byKey,
    flowOf: (key: string) => flows.of(key, everyBrand.byKey(key)?.defaultFluxId ?? ''),
  }
  const isServed = (brandId: string): boolean => brands.byKey(brandId) !== undefined
  const logins = loginFixtures((brandId) => brandOf(brandId).domain).filter(({ brandId }) => isServed(brandId))
  const loginIds = logins.map((login) => login.id)
  const script = createScript({ db, pool, actions, loginIds: new Set(loginIds), log, clock })
  return {
    async load() {
      const now = clock()
      const before = performance.now()
      const made = await loadDemo({ db, storage, geo, brandOf, isServed, hashPassword, shop }, now)
      if (made > 0)
        log.info({ members: made, milliseconds: Math.round(performance.now() - before) }, 'the demo is loaded')
      else await catchUp(db, now)
    },
    logins: (brandKey) =>
      logins
        .filter((login) => login.brandId === brandKey)
        .map((login) => ({ email: login.email, password: demoPassword })),
    // The topics `message` and `like` may cause an answer.
    onEvent: ({ topic, payload }) => script.onEvent(topic, payload),
    jobs: bindJobs(demoJobs, { db, loginIds, answer: script.answer, clock }),
  }
}
