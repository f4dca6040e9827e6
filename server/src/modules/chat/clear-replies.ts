import { createLru } from '#platform/flow-control/lru.ts'
import type pg from 'pg'
import type { Flow } from '#modules/flows/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { BothHaveWritten } from './both-have-written.ts'

/** The `seq` of the one readable reply, by conversation. */
export type ClearSeqs = ReadonlyMap<string, number>
export type ClearReplies = (
  reader: Pick<Principal, 'memberId' | 'level'>,
  flow: Pick<Flow, 'hooks' | 'clearReplies'>,
  conversationIds: readonly string[],
) => Promise<ClearSeqs>

const none: ClearSeqs = new Map()
/** Rarely changed, by withdrawals and other processes. */
const keptMs = 60_000

/**
 * Replies that a free member may read although they would be blurred (rule 12.16): the first reply in each of the
 * first conversations that get one, up to the number in their flow. A conversation takes its place when its reply is
 * first looked at, and keeps it.
 */
export function createClearReplies(pool: pg.Pool, bothHaveWritten: BothHaveWritten): ClearReplies {
  const known = createLru<string, ClearSeqs>(20_000, keptMs)

  async function load(memberId: string): Promise<ClearSeqs> {
    const { rows } = await pool.query<{ conversation_id: string; seq: number }>({
      name: 'clear replies',
      text: 'select conversation_id, seq from clear_replies where member_id = $1',
      values: [memberId],
    })
    const seqs = new Map(rows.map((row) => [row.conversation_id, row.seq]))
    known.set(memberId, seqs)
    return seqs
  }

  return async ({ memberId, level }, { hooks, clearReplies: most }, conversationIds) => {
    if (level > 0 || !hooks.blurred || most === 0) return none
    const had = known.get(memberId) ?? (await load(memberId))
    const others = conversationIds.filter((id) => !had.has(id))
    if (had.size >= most || others.length === 0) return had
    const answered = await bothHaveWritten(others)
    if (answered.size === 0) return had
    // Sequentially, in the given order: each takes the next free place.
    for (const id of others) if (answered.has(id)) await takePlace(pool, memberId, id, most)
    // Another process may have taken a place concurrently: read again.
    return load(memberId)
  }
}

/** Makes the conversation's first reply readable, if there is a blurred one and a place is free. */
async function takePlace(pool: pg.Pool, memberId: string, conversationId: string, most: number): Promise<void> {
  await pool.query({
    name: 'take a clear reply',
    text: `
      insert into clear_replies (member_id, conversation_id, seq, place)
      select $1, $2, reply.seq, free.place
      from (
        select m.seq, m.sender_level from messages m
        where m.conversation_id = $2 and m.sender_id <> $1 and m.withdrawn_at is null and m.seq > (
          select o.seq from messages o
          -- In the conversation's order until the first: by their sender all of theirs would be read and sorted.
          where o.conversation_id = $2 and o.sender_id is not distinct from $1 and o.withdrawn_at is null
          order by o.seq limit 1)
        order by m.seq limit 1) reply,
        (select min(n.place) as place from generate_series(1, $3) n (place)
          where not exists (select from clear_replies c where c.member_id = $1 and c.place = n.place)) free
      -- Who pays is read anyway, and takes nobody's place.
      where reply.sender_level = 0 and free.place is not null
      on conflict do nothing`,
    values: [memberId, conversationId, most],
  })
}
