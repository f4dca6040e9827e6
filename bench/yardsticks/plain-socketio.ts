// The reference of `idle`: a plain Socket.IO server that has sent one query to PostgreSQL.
import { createServer } from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
await pool.query('select 1')
const http = createServer()
const sockets = new Server(http, { transports: ['websocket'] })
sockets.on('connection', (socket) => {
  socket.on('message', async (_data, answer) => answer((await pool.query('select now()')).rows[0]))
})
http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ rss: process.memoryUsage().rss })
})
