import { WebSocket } from 'ws'
import type { Person } from '../parts/people.ts'

/** Implements Socket.IO's protocol directly, so that thousands of clients put little load on the measuring process. */
export const openSignedIn = (port: number, { token }: Pick<Person, 'token'>): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/chat-socket/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    socket.on('error', reject)
    // The server may end a connection that it has opened before it has signed it in.
    socket.on('close', () => reject(new Error('closed')))
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
      else if (text.startsWith('40')) resolve(socket)
      else if (text.startsWith('44')) reject(new Error(text))
      else if (text === '2') socket.send('3')
    })
  })

/** Opens a connection to a server that uses plain WebSocket. */
export const openPlain = (port: number, { id }: Pick<Person, 'id'>): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${id}`, { perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
