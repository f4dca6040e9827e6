import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { dayIn } from '#modules/calendar/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import { type CountedBrand, mostCampaigns, other, timeZoneOf } from './count-days.ts'

/*
 * Visits, without visitors: a page that was opened from outside is one more for its day, page and campaign, and nothing
 * else of the request is looked at. They are added up in memory and written once a minute.
 */

export interface Visit {
  readonly brand: CountedBrand
  readonly country: string
  /** Path and query, as requested. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The flow that a visit which asks for this one gets; the tracker id of its address, if it has one, is its visitor's. */
  readonly flowOf: (asked: string | undefined, trackerId: string | undefined) => string
}

export interface VisitCounter {
  /** Counts a visitor's request for a page, if a visit begins with it. */
  count(visit: Visit): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

export interface VisitDeps {
  readonly db: Database
  readonly log: Log
  readonly clock: () => Date
  /** Paths that are kept apart; all others are one. */
  readonly pages: ReadonlySet<string>
}

const writtenEveryMs = 60_000
const longest = 200
const line = /^[^\p{C}\p{Zl}\p{Zp}]+$/u

interface Row {
  readonly brand_id: string
  readonly day: string
  readonly entry: string
  readonly source: string
  readonly campid: string
  readonly flow_id: string
  readonly country: string
}

export function createVisitCounter({ db, log, clock, pages }: VisitDeps): VisitCounter {
  let rows = new Map<string, { readonly row: Row; visits: number }>()
  /** Pairs of source and campaign of each brand's day: an address can name any number of them. */
  const campaigns = new Map<string, { readonly day: string; readonly known: Set<string> }>()
  let timer: NodeJS.Timeout | undefined

  function campaignOf(brandId: string, day: string, query: URLSearchParams): Pick<Row, 'source' | 'campid'> {
    const value = (name: string): string | undefined => {
      const text = query.get(name)?.slice(0, longest)
      return text !== undefined && line.test(text) ? text : undefined
    }
    const pair = { source: value('src') ?? 'direct', campid: value('campid') ?? '' }
    const today = campaigns.get(brandId)
    const known = today?.day === day ? today.known : new Set<string>()
    campaigns.set(brandId, { day, known })
    const key = JSON.stringify(pair)
    if (!known.has(key) && known.size >= mostCampaigns) return { source: other, campid: other }
    known.add(key)
    return pair
  }

  function count({ brand, country, url, headers, flowOf }: Visit): void {
    if (!beginsVisit(headers)) return
    const day = dayIn(clock(), timeZoneOf(brand))
    const { pathname, searchParams } = new URL(url, 'http://visit')
    const row = {
      brand_id: brand.key,
      day,
      entry: pages.has(pathname) ? pathname : other,
      ...campaignOf(brand.key, day, searchParams),
      flow_id: flowOf(flowAsked(pathname, searchParams), searchParams.get('tid') ?? undefined),
      country,
    }
    const key = JSON.stringify(row)
    const counted = rows.get(key)
    if (counted) counted.visits += 1
    else rows.set(key, { row, visits: 1 })
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => log.warn({ err: error }, 'visits were not written'))
    }, writtenEveryMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (rows.size === 0) return
    const written = rows
    rows = new Map()
    const values = [...written.values()].map(({ row, visits }) => ({ ...row, visits }))
    await sql`
      insert into visit_days as v (brand_id, day, entry, source, campid, flow_id, country, visits)
      select * from json_to_recordset(${JSON.stringify(values)}::json)
        as r(brand_id text, day date, entry text, source text, campid text, flow_id text, country text, visits int)
      on conflict (brand_id, day, entry, source, campid, flow_id, country)
        do update set visits = v.visits + excluded.visits`.execute(db)
  }

  return { count, flush }
}

/** As the browser asks for one at the sign-up: 0000 on `/` or `/signup` without `tid`, otherwise the brand's default. */
function flowAsked(path: string, query: URLSearchParams): string | undefined {
  const asked = query.get('fluxid') ?? query.get('fluxId') ?? undefined
  return asked ?? (!query.has('tid') && (path === '/' || path === '/signup') ? '0000' : undefined)
}

/**
 * A person has opened a page by an address, a link elsewhere or a bookmark: browsers say so. Programs that read pages
 * seldom do, and what a browser fetches in advance is no visit yet.
 */
function beginsVisit(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, 'sec-fetch-site': site, 'sec-purpose': purpose } = headers
  return (
    mode === 'navigate' && dest === 'document' && purpose === undefined && (site === 'none' || site === 'cross-site')
  )
}
