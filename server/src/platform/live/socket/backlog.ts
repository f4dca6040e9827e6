import type { WebSocket } from 'ws'

interface Connection {
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport?: { readonly socket?: Pick<WebSocket, 'bufferedAmount' | 'terminate'> }
}

/** Bytes sent to a socket and not read by the client yet, events and acknowledgements alike. */
export function unreadBytes(socket: { readonly conn: unknown }): number {
  const { writeBuffer, transport } = socket.conn as Connection
  let bytes = transport?.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer)
    bytes += typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0
  return bytes
}

/** Closes the connection without waiting for the client, which may be unreachable. */
export function terminate(socket: { readonly conn: unknown }): void {
  ;(socket.conn as Connection).transport?.socket?.terminate()
}
