import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface DeafProxy {
  /** Of the database, by way of it. */
  readonly url: string
  /** Blocks all traffic in both directions; connections stay open and new ones are accepted. */
  goDeaf(): void
  /** Simulates a fail-over: new connections work, existing ones stay blocked. */
  failOver(): void
  /** Refuses new connections and closes existing ones. */
  goAway(): Promise<void>
  /** Accepts connections again, at the same port. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Short time-outs of a test server on a silent database: a quarter of an installation's. */
export const impatient = { statementMs: 2000, connectMs: 700, size: 4 }

/** A TCP proxy to the database that can go silent like a machine that lost its network. */
export async function startDeafProxy(databaseUrl: string): Promise<DeafProxy> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  let deaf = false
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    // Tests close these connections on purpose.
    client.on('error', () => client.destroy())
    client.on('close', () => open.delete(client))
    if (deaf) return void client.pause()
    const database = connect(target.port, target.host)
    open.add(database)
    client.pipe(database).pipe(client)
    // Tests stop and restart the database behind it.
    database.on('error', () => client.destroy())
    database.on('close', () => {
      open.delete(database)
      client.destroy()
    })
    client.on('close', () => database.destroy())
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    goDeaf() {
      deaf = true
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    failOver() {
      deaf = false
    },
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
    comeBack: () => new Promise((resolve) => server.listen(Number(url.port), '127.0.0.1', resolve)),
    async close() {
      if (!server.listening) return cut()
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
