import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { conversationId } from '#platform/ids.ts'

/*
 * Calls of the SQL functions by the busiest members, until every statement in their bodies has run. Each runs in a
 * transaction that is rolled back.
 */

type Call = (client: pg.Client) => Promise<unknown>

interface Side {
  readonly id: string
  readonly brand: string
  readonly pool: string
  readonly level: number
}
interface Pair {
  readonly conversation: string
  readonly sender: Side
  readonly recipient: Side
}

/** The longest conversation of two active members. */
async function busiest(client: pg.Client): Promise<Pair> {
  const { rows } = await client.query<{ id: string; low: Side; high: Side }>(`
    select c.id, to_jsonb(l) as low, to_jsonb(h) as high from conversations c
      join lateral (select id, brand_id as brand, pool_id as pool, level from members where id = c.low_id and state = 'active') l on true
      join lateral (select id, brand_id as brand, pool_id as pool, level from members where id = c.high_id and state = 'active') h on true
      join lateral (select count(*) as n from inbox i where i.member_id in (c.low_id, c.high_id)) i on true
    where c.low_wrote and c.high_wrote and coalesce(c.invite_state, 'accepted') = 'accepted'
    order by i.n desc, c.id limit 1`)
  const [{ id, low, high }] = rows as [(typeof rows)[0] & object]
  // The one of the two with more conversations receives: their unread messages are counted.
  const count = async (member: Side): Promise<number> =>
    Number((await client.query('select count(*) as n from inbox where member_id = $1', [member.id])).rows[0].n)
  const [sender, recipient] = (await count(low)) > (await count(high)) ? [high, low] : [low, high]
  for (const side of [sender, recipient])
    await client.query('update wallets set messages = 1000, icebreakers = 10 where member_id = $1', [side.id])
  await client.query(
    'update members set email_confirmed_at = created_at, first_messages_from = $2 where id = any($1)',
    [[sender.id, recipient.id], 'everyone'],
  )
  await client.query('delete from blocks where member_id = any($1) or other_id = any($1)', [[sender.id, recipient.id]])
  return { conversation: id, sender, recipient }
}

/** A member of the same pool with whom the sender has no conversation. */
async function strangers(client: pg.Client): Promise<Pair> {
  const { sender } = await busiest(client)
  const { rows } = await client.query<Side>(
    `select id, brand_id as brand, pool_id as pool, level from members m where pool_id = $1 and id <> $2 and state = 'active'
       and email_confirmed_at is not null and not exists (select from inbox i where i.member_id = $2 and i.other_id = m.id)
       and not exists (select from blocks b where b.member_id = m.id) order by id limit 1`,
    [sender.pool, sender.id],
  )
  const [recipient] = rows as [Side]
  return { conversation: conversationId(sender.id, recipient.id), sender, recipient }
}

const sendOne = (client: pg.Client, { conversation, sender, recipient }: Pair, more: object = {}): Promise<unknown> =>
  call(client, 'send_one_message', [
    new Date(),
    false,
    {
      conversation,
      message: randomUUID(),
      brand: sender.brand,
      pool: sender.pool,
      sender: sender.id,
      recipient: recipient.id,
      client_message: randomUUID(),
      body: 'Ciao',
      level: sender.level,
      first_account: 'icebreakers_else_messages',
      first_cost: 5,
      next_cost: 1,
      invites: false,
      ...more,
    },
  ])
const call = (client: pg.Client, name: string, values: readonly unknown[]): Promise<unknown> =>
  client.query(`select * from ${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})`, [...values])

async function together(client: pg.Client, { conversation, sender, recipient }: Pair, levelOfOther: number) {
  const sides = [sender, recipient]
  const ids = (): string[] => sides.map(() => randomUUID())
  await call(client, 'send_messages', [
    new Date(),
    true,
    sides.map(({ brand }) => brand),
    sides.map(({ pool }) => pool),
    [sender.id, recipient.id],
    [recipient.id, sender.id],
    [conversation, conversation],
    ids(),
    ids(),
    ['Ciao', 'Ciao'],
    [sender.level, levelOfOther],
    [1, 1],
  ])
}

const credits = async (client: pg.Client): Promise<unknown> => {
  const { sender } = await busiest(client)
  const values = [sender.id, sender.brand, randomUUID(), 'messages', 'gifts', 5, 'gift', new Date()]
  return call(client, 'move_credits', values)
}

/** By function; of one that calls another, the other's statements belong to the other. */
export const functionCalls: Readonly<Record<string, readonly Call[]>> = {
  move_credits: [credits],
  send_one_message: [
    async (client) => sendOne(client, await busiest(client), { reply_to: 1 }),
    async (client) => sendOne(client, await strangers(client)),
    async (client) => sendOne(client, await strangers(client), { invites: true }),
    async (client) => {
      const pair = await busiest(client)
      const media = randomUUID()
      await client.query(
        `insert into message_media (id, sender_id, conversation_id, seq, kind, storage_key, width, height, thumbhash, created_at)
         select $1, $2, $3, null, kind, $4, width, height, thumbhash, created_at from message_media where kind = 'photo' limit 1`,
        [media, pair.sender.id, pair.conversation, `load/${media}`],
      )
      return sendOne(client, pair, { media })
    },
  ],
  send_messages: [
    async (client) => {
      const pair = await busiest(client)
      await together(client, pair, pair.recipient.level)
    },
    // The other's level has changed, so that their debit is put back.
    async (client) => {
      const pair = await busiest(client)
      await together(client, pair, pair.recipient.level + 1)
    },
  ],
}
