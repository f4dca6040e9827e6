// The reference of `peer`: the simplest chat one could write. A debit, a message and a list entry in one transaction,
// then the delivery to the other member and the acknowledgement. It has no blocks, no levels, no ledger and no repeats.
import { createServer } from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'
import { newId } from '#server/platform/ids.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
await pool.query('select 1')
const http = createServer()
const sockets = new Server(http, { transports: ['websocket'] })

interface Sent {
  readonly to: string
  readonly body: string
}

async function store(from: string, { to, body }: Sent): Promise<{ id: string; credits: number } | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ credits: number }>({
      name: 'debit',
      text: 'update peer.wallets set credits = credits - 10 where member_id = $1 and credits >= 10 returning credits',
      values: [from],
    })
    const credits = rows[0]?.credits
    if (credits === undefined) {
      await client.query('rollback')
      return undefined
    }
    const id = newId()
    await client.query({
      name: 'message',
      text: 'insert into peer.messages (id, sender_id, recipient_id, body, created_at) values ($1, $2, $3, $4, now())',
      values: [id, from, to, body],
    })
    await client.query({
      name: 'inbox',
      text: `insert into peer.inbox as i (member_id, other_id, unread, last_at) values ($1, $2, 1, now())
        on conflict (member_id, other_id) do update set unread = i.unread + 1, last_at = now()`,
      values: [to, from],
    })
    await client.query('commit')
    return { id, credits }
  } finally {
    client.release()
  }
}

sockets.on('connection', (socket) => {
  const me = String(socket.handshake.auth['id'])
  void socket.join(me)
  socket.on('chat', (sent: Sent, answer: (value: unknown) => void) => {
    void store(me, sent).then(
      (stored) => {
        if (!stored) return answer({ ok: false })
        sockets.to(sent.to).emit('chat', { id: stored.id, from: me, msg: sent.body })
        return answer({ ok: true, ...stored })
      },
      // Refusals are counted by the client.
      () => answer({ ok: false }),
    )
  })
})
http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
