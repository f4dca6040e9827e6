import { io, type Socket } from 'socket.io-client'
import type { Person } from './people.ts'

/** A member's connected socket, of its own connection. */
export const openMemberSocket = (port: number, { token }: Pick<Person, 'token'>): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/chat-socket',
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
    })
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
