import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { mostFound, type Match } from './match.ts'

/** Bits of a network: the most that are kept, the fewest that a search takes, all that an address has. */
const bits = { 4: { kept: 24, fewest: 16, all: 32 }, 6: { kept: 48, fewest: 32, all: 128 } } as const

interface Network {
  readonly address: string
  readonly bits: number
  readonly all: number
}

/** An address, or a network with its bits. What is more exact than what is kept stands for its network. */
export function networkIn(query: string): Network | undefined {
  const [, address = '', given] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(query) ?? []
  const family = isIP(address)
  if (family !== 4 && family !== 6) return undefined
  const { kept, fewest, all } = bits[family]
  const wanted = given === undefined ? kept : Number(given)
  if (wanted < fewest || wanted > all)
    throw new Failure(400, 'too_wide', {
      field: 'query',
      message: `Send an address, or a network of ${fewest} to ${all} bits`,
    })
  return { address, bits: Math.min(wanted, kept), all }
}

/** Browsers that are read for one search. */
const mostRead = 4 * mostFound

/** Members who signed in from the network in the last 30 days, those of the last sign-ins of it first. */
export async function byNetwork(tx: Executor, brandId: string, network: Network): Promise<Match[]> {
  const block = sql`network(set_masklen(${network.address}::inet, ${network.bits}::int))`
  const { rows } = await sql<{ member_id: string; at: Date }>`
    select member_id, last_seen_at as at from member_devices
    where brand_id = ${brandId} and network >= ${block} and network <= set_masklen(broadcast(${block}), ${network.all}::int)
    order by network desc, last_seen_at desc limit ${sql.lit(mostRead)}`.execute(tx)
  const newest = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return [...new Set(newest.map((row) => row.member_id))]
    .slice(0, mostFound + 1)
    .map((member_id) => ({ member_id, matched: 'network' }))
}
