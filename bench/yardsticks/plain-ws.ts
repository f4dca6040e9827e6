// The reference of `socket-idle`: a plain `ws` server that stores a member id for each socket and never answers.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
const members = new Map<object, string>()
server.on('connection', (socket, request) => {
  members.set(socket, request.url ?? '')
  socket.on('close', () => members.delete(socket))
})
http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ rss: process.memoryUsage().rss })
})
