import type { Gender, Locale } from '@incontro/contract'
import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import type { Bus } from '#platform/live/bus.ts'
import type { Executor } from '#platform/database/database.ts'
import { hashToken, newId, newToken } from '#platform/ids.ts'
import { searchColumns, searchJoin, type SearchRow, toSearchSettings } from '#modules/members/index.ts'

/** A session ends after this long without a visit. */
export const sessionDays = 30

/** The stored row. */
export interface SessionRow {
  readonly token_hash: Buffer
  readonly id: string
  readonly member_id: string
  readonly brand_id: string
  readonly device: string
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
}

/** A session that is to be inserted; its token is only here. */
export function makeSession({ memberId, brandId, device, at }: NewSession): { token: string; row: SessionRow } {
  const token = newToken()
  return {
    token,
    row: {
      token_hash: hashToken(token),
      id: newId(),
      member_id: memberId,
      brand_id: brandId,
      device: device.slice(0, 200),
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + sessionDays * 86_400_000),
    },
  }
}

interface NewSession {
  readonly memberId: string
  readonly brandId: string
  readonly device: string
  readonly at: Date
}

/** The session's member, or why there is none. */
export type Found =
  | { readonly state: 'active'; readonly principal: Principal }
  | { readonly state: 'disabled' }
  | { readonly state: 'none' }

export interface Sessions {
  /** Opens a session and returns its token; only the hash is kept. */
  open(tx: Executor, input: NewSession): Promise<{ token: string; sessionId: string }>
  /** The member of a token: cached for at most a second, and read again after `invalidate`. */
  find(token: string, brandId: string): Promise<Found>
  /** The same, uncached. */
  findNow(token: string, brandId: string): Promise<Found>
  /** The same for many, in order. */
  findAllNow(given: readonly { readonly token: string; readonly brandId: string }[]): Promise<Found[]>
  /** Drops cached sessions of a member who changed. */
  invalidate(memberId: string): void
  /** Invalidates on the bus's announcements from all processes. */
  follow(bus: Pick<Bus, 'subscribe' | 'onGap'>): void
  /** Extends the session after a visit; written at most once an hour. */
  prolong(sessionId: string, at: Date): Promise<boolean>
  close(executor: Executor, token: string): Promise<{ memberId: string; sessionId: string } | undefined>
}

interface Row extends SearchRow {
  session_id: string
  member_id: string
  brand_id: string
  pool_id: string
  clickid: string
  level: 0 | 1 | 2
  gender: Gender
  listed_in_both: boolean
  seeks: Gender
  seeks_both: boolean
  country: string
  region_id: number | null
  city_id: number | null
  locale: Locale
  flow_id: string
  email_confirmed_at: Date | null
  needs_confirmation: boolean
  sample: boolean | null
  state: string
}

const columns = `s.id as session_id, m.id as member_id, m.brand_id, m.pool_id, m.clickid, m.level, m.gender, m.listed_in_both, m.seeks, m.seeks_both, m.country,
  m.region_id, m.city_id, m.locale, m.flow_id, m.email_confirmed_at, m.needs_confirmation, m.sample, m.state,
  ${searchColumns}`
const findSql = `select ${columns} from sessions s join members m on m.id = s.member_id ${searchJoin}
  where s.token_hash = $1 and s.brand_id = $2 and s.expires_at > now()`
const findAllSql = `select s.token_hash, s.brand_id as session_brand_id, ${columns} from sessions s join members m on m.id = s.member_id ${searchJoin}
  where s.token_hash = any($1) and s.expires_at > now()`

/**
 * Changes by this program take effect immediately (`invalidate`); changes made directly in the database within this
 * time.
 */
const keptForMs = 1000
const mostKept = 20_000

export function createSessions(pool: pg.Pool, clock: () => Date): Sessions {
  const kept = new Map<string, { readonly until: number; readonly principal: Principal }>()
  let changes = 0

  /** Called before a read; keeps what it found, unless a change overlapped it: then it may be outdated. */
  function keeper(): (token: string, found: Found) => void {
    const changesBefore = changes
    const until = clock().getTime() + keptForMs
    return (token, found) => {
      if (changes !== changesBefore) return
      if (found.state !== 'active') return void kept.delete(token)
      if (kept.size >= mostKept) kept.clear()
      kept.set(token, { until, principal: found.principal })
    }
  }

  async function findNow(token: string, brandId: string): Promise<Found> {
    const { rows } = await pool.query<Row>({ name: 'session', text: findSql, values: [hashToken(token), brandId] })
    return toFound(rows[0])
  }

  async function findAllNow(given: readonly { readonly token: string; readonly brandId: string }[]): Promise<Found[]> {
    const keep = keeper()
    const hashes = given.map(({ token }) => hashToken(token))
    const { rows } = await pool.query<Row & { token_hash: Buffer; session_brand_id: string }>({
      name: 'sessions',
      text: findAllSql,
      values: [hashes],
    })
    const byHash = new Map(rows.map((row) => [`${row.token_hash.toString('hex')} ${row.session_brand_id}`, row]))
    return given.map(({ token, brandId }, n) => {
      const found = toFound(byHash.get(`${hashes[n]?.toString('hex')} ${brandId}`))
      keep(token, found)
      return found
    })
  }

  function invalidate(memberId: string): void {
    changes += 1
    for (const [token, { principal }] of kept) if (principal.memberId === memberId) kept.delete(token)
  }

  return {
    findNow,
    findAllNow,
    async find(token, brandId) {
      const known = kept.get(token)
      const now = clock().getTime()
      if (known && known.until > now && known.principal.brandId === brandId)
        return { state: 'active', principal: known.principal }
      const keep = keeper()
      const found = await findNow(token, brandId)
      keep(token, found)
      return found
    },
    invalidate,
    follow(bus) {
      bus.subscribe('refresh', ({ memberId }) => invalidate(memberId))
      bus.subscribe('end', ({ memberId }) => invalidate(memberId))
      bus.onGap(() => {
        changes += 1
        kept.clear()
      })
    },
    async open(tx, { memberId, brandId, device, at }) {
      const { token, row } = makeSession({ memberId, brandId, device, at })
      await tx.insertInto('sessions').values(row).execute()
      return { token, sessionId: row.id }
    },
    async prolong(sessionId, at) {
      const { rowCount } = await pool.query({
        name: 'prolong session',
        text: 'update sessions set last_seen_at = $2, expires_at = $3 where id = $1 and last_seen_at < $4',
        values: [sessionId, at, new Date(at.getTime() + sessionDays * 86_400_000), new Date(at.getTime() - 3_600_000)],
      })
      return rowCount === 1
    },
    async close(executor, token) {
      changes += 1
      kept.delete(token)
      const row = await executor
        .deleteFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .returning(['member_id', 'id'])
        .executeTakeFirst()
      return row && { memberId: row.member_id, sessionId: row.id }
    },
  }
}

function toFound(row: Row | undefined): Found {
  if (!row) return { state: 'none' }
  if (row.state !== 'active') return { state: 'disabled' }
  return { state: 'active', principal: toPrincipal(row) }
}

function toPrincipal(row: Row): Principal {
  return {
    memberId: row.member_id,
    sessionId: row.session_id,
    brandId: row.brand_id,
    poolId: row.pool_id,
    clickid: row.clickid,
    level: row.level,
    gender: row.gender,
    listedInBoth: row.listed_in_both,
    seeks: row.seeks,
    seeksBoth: row.seeks_both,
    country: row.country,
    regionId: row.region_id,
    cityId: row.city_id,
    locale: row.locale,
    flowId: row.flow_id,
    emailConfirmed: row.email_confirmed_at !== null,
    mayReachOthers: row.email_confirmed_at !== null || !row.needs_confirmation,
    sample: row.sample === true,
    search: toSearchSettings(row),
  }
}
