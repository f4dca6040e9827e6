import { sql } from 'kysely'
import { hourOf } from './attempts.ts'
import { mostDifficulty, type Challenges } from './challenge.ts'
import type { Executor } from '#platform/database/database.ts'
import { networksOf } from './networks.ts'

/** The counters of one kind of attempt from an address. */
export const networkBuckets = (kind: string, ip: string): readonly { bucket: string; times: number }[] =>
  networksOf(ip).map(({ key, times }) => ({ bucket: `${kind} ${key}`, times }))

/**
 * Counts one attempt in the current hour for each network of the address.
 * @returns how much of the limit of one network is used by the network that has used most of its share;
 * not an integer for a /48
 */
export async function countNetworkAttempt(executor: Executor, kind: string, ip: string, at: Date): Promise<number> {
  const buckets = networkBuckets(kind, ip)
  const { rows } = await sql<{ bucket: string; hits: number }>`
    insert into limit_counters (bucket, window_start, hits)
    select bucket, ${hourOf(at)}::timestamptz, 1 from unnest(${buckets.map(({ bucket }) => bucket)}::text[]) as bucket
    on conflict (bucket, window_start) do update set hits = limit_counters.hits + 1 returning bucket, hits`.execute(
    executor,
  )
  return mostUsed(buckets, rows)
}

/** What `countNetworkAttempt` returned last, in this hour and `hours` before it together. */
export async function networkAttempts(
  executor: Executor,
  kind: string,
  ip: string,
  { at, hours = 0 }: { readonly at: Date; readonly hours?: number },
): Promise<number> {
  const buckets = networkBuckets(kind, ip)
  const rows = await executor
    .selectFrom('limit_counters')
    .select(({ fn }) => ['bucket', fn.sum<string>('hits').as('hits')])
    .where(
      'bucket',
      'in',
      buckets.map(({ bucket }) => bucket),
    )
    .where('window_start', '>=', new Date(hourOf(at).getTime() - hours * 3_600_000))
    .groupBy('bucket')
    .execute()
  return mostUsed(buckets, rows)
}

const mostUsed = (
  buckets: ReturnType<typeof networkBuckets>,
  rows: readonly { readonly bucket: string; readonly hits: number | string }[],
): number =>
  Math.max(
    0,
    ...rows.map(({ bucket, hits }) => Number(hits) / (buckets.find((one) => one.bucket === bucket)?.times ?? 1)),
  )

async function undoNetworkAttempt(executor: Executor, kind: string, ip: string, at: Date): Promise<void> {
  await executor
    .updateTable('limit_counters')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where(
      'bucket',
      'in',
      networkBuckets(kind, ip).map(({ bucket }) => bucket),
    )
    .where('window_start', '=', hourOf(at))
    .where('hits', '>', 1)
    .execute()
}

/**
 * Attempts an hour of one network. An office or the customers of a mobile carrier share an address: beyond `free` each
 * attempt takes a proof of work, which is doubled whenever the number of attempts has doubled. `most` is more than people
 * behind one address make, and ends a flood that pays for its proofs.
 */
export interface NetworkLimit {
  readonly free: number
  readonly usual: number
  readonly most: number
}

/** How many times its usual number a network may reach with proofs of work. */
const sharedTimes = 50

export const sharedNetworkLimit = (usual: number, { free = usual / 2, times = sharedTimes } = {}): NetworkLimit => ({
  free,
  usual,
  most: usual * times,
})

/** The difficulty of the challenge for the attempt of this number; undefined for none. */
export const workFor = (attempt: number, { free, usual }: NetworkLimit): number | undefined =>
  attempt <= free ? undefined : Math.min(mostDifficulty, Math.max(0, Math.floor(Math.log2(attempt / usual))))

export interface CountedAttempt {
  /** The network made more attempts than people do: refuse. */
  readonly isOver: boolean
  /**
   * Requires the proof of work of the network, or of `others`, whichever is hardest. An attempt without it is not
   * counted: the next challenge must not be harder than the one requested here.
   * @throws Failure 403 `challenge_required`
   */
  requireWork(...others: readonly (number | undefined)[]): Promise<void>
}

/**
 * Counts an attempt. One that lacks its proof of work is refused at once, before anything else counts it.
 * @throws Failure 403 `challenge_required`
 */
export async function countFromNetwork(
  deps: { readonly db: Executor; readonly challenges: Challenges },
  from: { readonly kind: string; readonly ip: string; readonly altcha: string | undefined; readonly at: Date },
  limit: NetworkLimit,
): Promise<CountedAttempt> {
  const { kind, ip, altcha, at } = from
  const attempt = await countNetworkAttempt(deps.db, kind, ip, at)
  const own = workFor(attempt, limit)
  const counted: CountedAttempt = {
    isOver: attempt > limit.most,
    async requireWork(...others) {
      const needed = [own, ...others].filter((one) => one !== undefined)
      if (needed.length === 0) return
      await deps.challenges.require(deps.db, altcha, at, Math.max(...needed)).catch(async (error: unknown) => {
        await undoNetworkAttempt(deps.db, kind, ip, at)
        throw error
      })
    },
  }
  if (altcha === undefined && own !== undefined && !counted.isOver) await counted.requireWork()
  return counted
}
