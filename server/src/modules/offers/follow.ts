import { sql } from 'kysely'
import { flowOfFile, type FlowFile } from '#modules/flows/index.ts'
import { answersFile } from '#modules/support/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { FollowDeps } from './deps.ts'
import { type Published, publishedOf } from './kinds.ts'

/** How often a process looks by itself: a message may be lost. In milliseconds. */
const lookMs = 30_000

export interface Follower {
  /** Takes over what is live in the database, where it is not what this process uses. */
  takeOver(executor?: Executor): Promise<void>
  /** After a publication: here before it returns, in other processes by a message. */
  published(brandId: string): Promise<void>
  /** Takes over what was published while no process listened, and listens from now on. */
  start(): Promise<void>
  close(): void
}

/** Keeps the flows, legal pages and answers of this process those that are live in its database. */
export function followOffers(deps: FollowDeps): Follower {
  const { db, bus, log } = deps
  const brandIds = deps.brands.list.map(({ key }) => key)
  /** What is used now, by brand: versions and their digests. */
  const known = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  // One after the other: an answer that took longer must not undo a newer one.
  let last: Promise<void> = Promise.resolve()

  async function look(executor: Executor): Promise<void> {
    const { rows } = await sql<{ brand_id: string; versions: string }>`
      select brand_id, string_agg(kind || ' ' || key || ' ' || version || ' ' || encode(digest, 'hex'), ',' order by kind, key)
        as versions
      from config_versions where state = 'live' and brand_id = any(${brandIds}) group by brand_id`.execute(executor)
    const live = new Map(rows.map(({ brand_id: brandId, versions }) => [brandId, versions]))
    for (const brandId of brandIds) {
      const versions = live.get(brandId) ?? ''
      if (versions === (known.get(brandId) ?? '')) continue
      apply(deps, brandId, await publishedOf(executor, brandId))
      known.set(brandId, versions)
    }
  }

  const takeOver = (executor: Executor = db): Promise<void> => {
    const next = last.then(() => look(executor))
    // Who asked for this look gets its error; the next one looks again.
    last = next.catch(() => undefined)
    return next
  }
  const quietly = (): void =>
    void takeOver().catch((error: unknown) => log.warn({ err: error }, 'what was published could not be read'))
  return {
    takeOver,
    async published(brandId) {
      // It is published, whatever becomes of this: the next look takes it over.
      await takeOver().catch((error: unknown) => log.error({ err: error }, 'what was published could not be read'))
      bus.publish('offers', { brandId })
    },
    async start() {
      await takeOver()
      if (timer) return
      timer = setInterval(quietly, lookMs).unref()
      bus.subscribe('offers', (_, { here }) => (here ? undefined : quietly()))
      bus.onGap(quietly)
    },
    close: () => clearInterval(timer),
  }
}

/** A version that this program does not take any more, after an upgrade, must not keep the others from counting. */
function apply({ brands, flows, answers, log }: FollowDeps, brandId: string, published: Published): void {
  const refused = (what: string) => (error: unknown, key: string) =>
    log.error(
      { err: error, brand: brandId, [what]: key },
      'what was published does not fit this program: the file counts',
    )
  taken<FlowFile>(published.flow, flowOfFile, (all) => flows.publish(brandId, all), refused('flow'))
  taken<string>(published.legal, String, (all) => brands.publishLegal(brandId, all), refused('page'))
  taken(
    published.answers,
    (content) => answersFile.parse(content),
    (all) => answers.publish(brandId, all.get('answers')),
    refused('answers'),
  )
}

/** Uses all of them, or, where one is refused, each that can be. */
function taken<T>(
  given: ReadonlyMap<string, unknown>,
  read: (content: unknown) => T,
  use: (all: ReadonlyMap<string, T>) => void,
  refused: (error: unknown, key: string) => void,
): void {
  const all = new Map<string, T>()
  for (const [key, content] of given)
    try {
      all.set(key, read(content))
    } catch (error) {
      refused(error, key)
    }
  try {
    use(all)
  } catch {
    // Tried again one by one: each error is logged with what it is about.
    const fitting = new Map<string, T>()
    for (const [key, one] of all)
      try {
        use(new Map([...fitting, [key, one]]))
        fitting.set(key, one)
      } catch (error) {
        refused(error, key)
      }
    use(fitting)
  }
}
