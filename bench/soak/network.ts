import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The network between browsers and one server process: a TCP proxy that simulates failures. */
export interface Network {
  /** The port to which browsers connect. */
  readonly port: number
  /** Sets the port on which the process listens now; existing connections do not change. */
  leadTo(port: number): void
  /** Ends all connections, like a router that restarts. */
  cut(): void
  /** Delays all further data by `ms` milliseconds, in order; 0 ends the delay. */
  delay(ms: number): void
  /** Makes all existing connections stay open without transferring data; new connections work. */
  halfOpen(): void
  close(): Promise<void>
}

interface Connection {
  readonly browser: Socket
  readonly server: Socket
}

/** @param port the port of the process on this machine */
export async function openNetwork(port: number): Promise<Network> {
  let target = port
  let delayMs = 0
  const open = new Set<Connection>()

  function carry(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (delayMs > 0) setTimeout(() => to.writable && to.write(chunk), delayMs)
      else if (!to.write(chunk)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    })
  }

  const listener = createServer((browser) => {
    const server = connect(target, 'localhost')
    const connection = { browser, server }
    open.add(connection)
    const end = (): void => {
      open.delete(connection)
      browser.destroy()
      server.destroy()
    }
    for (const side of [browser, server]) {
      side.setNoDelay(true)
      // The faults cut connections on purpose.
      side.on('error', end)
      side.on('close', end)
    }
    carry(browser, server)
    carry(server, browser)
  })
  await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve))

  const cut = (): void => {
    for (const { browser, server } of open) {
      browser.destroy()
      server.destroy()
    }
  }
  return {
    port: (listener.address() as AddressInfo).port,
    leadTo(next) {
      target = next
    },
    cut,
    delay(ms) {
      delayMs = ms
    },
    halfOpen() {
      for (const { browser, server } of open) {
        for (const side of [browser, server]) {
          side.removeAllListeners('data')
          side.pause()
        }
      }
    },
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve))
      cut()
      await closed
    },
  }
}
