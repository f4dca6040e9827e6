import { createServer, type AddressInfo, type Socket } from 'node:net'

/** An SMTP server that accepts every mail and keeps none, so that mail costs the server under test what it always does. */
export async function openMailSink(): Promise<{ readonly url: string; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let isData = false
    let rest = ''
    socket.setEncoding('latin1').write('220 sink\r\n')
    // A killed client resets its connection.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk: Buffer | string) => {
      rest += String(chunk)
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) {
          // Only the end of a mail is looked for.
          if (isData) rest = rest.slice(-5)
          return
        }
        const command = rest.slice(0, 4).toUpperCase()
        rest = rest.slice(end + (isData ? 5 : 2))
        if (!isData && command === 'QUIT') return void socket.end('221 bye\r\n')
        const begins = !isData && command === 'DATA'
        socket.write(begins ? '354 go on\r\n' : '250 ok\r\n')
        isData = begins
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
