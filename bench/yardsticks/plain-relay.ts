// A reference of `deliver`: a plain `ws` server that forwards a text to the socket of the member whose id it begins
// with.
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
const members = new Map<string, WebSocket>()
server.on('connection', (socket, request) => {
  const id = (request.url ?? '').slice(1)
  members.set(id, socket)
  socket.on('close', () => members.delete(id))
  socket.on('message', (data) => {
    const text = String(data)
    members.get(text.slice(0, 36))?.send(text.slice(36))
  })
})
http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
