import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The network between browsers and one server process: a TCP proxy that loses it the ways a network is lost. */
export interface Network {
  /** Where browsers connect. */
  readonly port: number
  /** Where the process listens now; connections there already stay as they are. */
  leadTo(port: number): void
  /** Ends every connection there is, as a router that restarts. */
  cut(): void
  /** What passes from now on arrives so much later, in its order; 0 for at once. */
  delay(ms: number): void
  /** Connections there are stay open and carry nothing, for good; new ones pass. */
  halfOpen(): void
  close(): Promise<void>
}

interface Connection {
  readonly browser: Socket
  readonly server: Socket
}

/** @param port of the process, on this machine */
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
      // Cut connections are what is practised here.
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
