import { randomUUID } from 'node:crypto'
import type { createClient } from 'redis'
import { beat, gapTopic, type BusMessages } from './bus-messages.ts'
import { createSignature } from './bus-signature.ts'
import type { Keys } from '#platform/ids.ts'
import type { Log } from '#platform/process/log.ts'

export interface Delivery {
  /** True if this process published the message. */
  readonly here: boolean
}

/**
 * Publishes messages to every process of the installation; nothing is stored or acknowledged. Listeners of this process
 * run before `publish` returns, those of other processes receive the message through Redis or Valkey, if there is one.
 * While the broker is away, messages reach this process only; afterwards every listener is notified of the gap.
 */
export interface Bus {
  publish<T extends keyof BusMessages>(topic: T, message: BusMessages[T]): void
  subscribe<T extends keyof BusMessages>(
    topic: T,
    listener: (message: BusMessages[T], delivery: Delivery) => void,
  ): void
  /** Called once messages flow again after some may have been missed. */
  onGap(listener: () => void): void
  /** `degraded`: a broker is configured and unreachable. */
  readonly state: 'in process' | 'connected' | 'degraded'
  close(): Promise<void>
}

export interface BusOptions {
  /** `redis://` or `rediss://`; undefined for a single process. */
  readonly brokerUrl: string | undefined
  /** Keys that only processes of this installation have; they sign what goes through the broker. */
  readonly keys: Keys
  readonly log: Log
  /** Milliseconds in which the broker has to echo one of our own messages; after that it counts as unreachable. */
  readonly timeoutMs?: number
}

/**
 * Every process announces the same gap: listeners are called once, and once more after the last announcement, at most
 * this often; milliseconds.
 */
const gapEveryMs = 500

/** Of the keys that sign what goes through the broker. */
export const brokerPurpose = 'broker'

type Listener = (message: never, delivery: Delivery) => void

const refusalsEveryMs = 60_000
/** Publications that the broker has not confirmed. Beyond this number the connection counts as stuck. */
const mostPending = 10_000
const connectTimeoutMs = 3000
/**
 * Pause between two attempts to connect, with jitter so that processes do not reconnect simultaneously. It stays well
 * below the second by which a session may end late.
 */
const retryMs = (): number => 100 + Math.random() * 200

/**
 * Opens the bus. Waits for the first connection to the broker for a moment, and starts without it if that takes too
 * long.
 */
export async function openBus({ brokerUrl, keys, log, timeoutMs = 3000 }: BusOptions): Promise<Bus> {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  const deliver = (topic: string, message: unknown, here: boolean): void => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(message as never, { here })
      } catch (error) {
        log.error({ err: error, topic }, 'news not taken')
      }
    }
  }
  const broker =
    brokerUrl === undefined
      ? undefined
      : connectBroker({
          url: brokerUrl,
          keys,
          log,
          timeoutMs,
          onMessage: (topic, message) => deliver(topic, message, false),
          gap: coalesce(gapEveryMs, () => {
            for (const listener of gapListeners) listener()
          }),
        })
  await broker?.begun
  return {
    publish(topic, message) {
      deliver(topic, message, true)
      broker?.send(topic, message)
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as Listener])
    },
    onGap: (listener) => void gapListeners.push(listener),
    get state() {
      return broker === undefined ? 'in process' : broker.isUp() ? 'connected' : 'degraded'
    },
    close: async () => broker?.close(),
  }
}

/** A part of the bus for one database: its messages reach only the same part in every process. */
export function partOfBus(bus: Bus, name: string): Bus {
  const topicOf = <T extends keyof BusMessages>(topic: T): T => `${name}/${topic}` as T
  return {
    publish: (topic, message) => bus.publish(topicOf(topic), message),
    subscribe: (topic, listener) => bus.subscribe(topicOf(topic), listener),
    onGap: bus.onGap,
    get state() {
      return bus.state
    },
    close: async () => undefined,
  }
}

interface Broker {
  /** Resolves with the first connection or after `connectTimeoutMs`. */
  readonly begun: Promise<void>
  isUp(): boolean
  send(topic: string, message: unknown): void
  close(): void
}

type Client = ReturnType<typeof createClient>
interface Pair {
  readonly publisher: Client
  readonly subscriber: Client
  /** When the last message of our own was echoed. */
  heardAt: number
  pending: number
}

/**
 * Two connections, one to publish and one to subscribe, which are opened and closed together. A heartbeat that has to
 * be echoed tests both: when the broker's machine stops answering, TCP would look connected for minutes.
 */
function connectBroker(input: {
  readonly url: string
  readonly keys: Keys
  readonly log: Log
  readonly timeoutMs: number
  onMessage(topic: string, message: unknown): void
  gap(): void
}): Broker {
  const { url, log, timeoutMs } = input
  const me = randomUUID()
  // Channels are shared by all databases of a Redis server. The name contains the database number, so that two
  // installations can use one broker.
  const channel = `incontro${new URL(url).pathname.replace(/^\/?$/, '/0')}`
  const signature = createSignature(input.keys, channel)
  let sent = 0
  let pair: Pair | undefined
  let closed = false
  let lost = false
  let silent = false
  let firstUp: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    firstUp = resolve
    setTimeout(resolve, connectTimeoutMs)
  })

  async function connect(): Promise<void> {
    const options = {
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false as const },
    }
    // Loaded on demand: the client takes eight megabytes.
    const redis = await import('redis')
    const made: Pair = {
      publisher: redis.createClient(options),
      subscriber: redis.createClient(options),
      heardAt: 0,
      pending: 0,
    }
    for (const client of [made.publisher, made.subscriber]) {
      client.on('error', (error: unknown) => drop(made, error))
      client.on('end', () => drop(made, new Error('the broker closed the connection')))
    }
    try {
      await Promise.all([made.publisher.connect(), made.subscriber.connect()])
      await made.subscriber.subscribe(channel, (text) => hear(made, text))
      if (closed) return destroy(made)
      made.heardAt = Date.now()
      pair = made
    } catch (error) {
      destroy(made)
      retry(error)
      return
    }
    if (silent) log.info('the broker is back')
    silent = false
    firstUp()
    // Messages published while we were disconnected were lost in both directions.
    if (lost) {
      lost = false
      input.gap()
      send(gapTopic, null)
    }
  }

  function drop(which: Pair, error: unknown): void {
    if (pair !== which) return
    pair = undefined
    lost = true
    destroy(which)
    retry(error)
  }

  function retry(error: unknown): void {
    if (closed) return
    lost = true
    if (!silent) log.error({ err: error }, 'the broker is away: other processes hear nothing until it is back')
    silent = true
    setTimeout(() => void connect(), retryMs()).unref()
  }

  function hear(which: Pair, text: string): void {
    let given
    try {
      given = signature.read(text)
    } catch (error) {
      refused(error)
      return
    }
    if (given.from === me) which.heardAt = Date.now()
    else if (given.topic === gapTopic) input.gap()
    else if (given.topic !== beat) input.onMessage(given.topic, given.message)
  }

  // At most one line a minute: others may write as much as they like.
  let saidAt = -Infinity
  function refused(error: unknown): void {
    if (Date.now() - saidAt < refusalsEveryMs) return
    saidAt = Date.now()
    log.error({ err: error }, 'the broker brought something that no process of ours sent just now')
  }

  function send(topic: string, message: unknown): void {
    const through = pair
    if (!through) {
      lost = true
      return
    }
    if (through.pending >= mostPending) return drop(through, new Error('the broker takes nothing any more'))
    through.pending += 1
    sent += 1
    through.publisher.publish(channel, signature.sign({ from: me, n: sent, topic, message })).then(
      () => {
        through.pending -= 1
      },
      (error: unknown) => drop(through, error),
    )
  }

  const beats = setInterval(() => {
    if (!pair) return
    if (Date.now() - pair.heardAt > timeoutMs) return drop(pair, new Error('the broker does not answer'))
    send(beat, null)
  }, timeoutMs / 3)
  beats.unref()
  void connect()

  return {
    begun,
    isUp: () => pair !== undefined,
    send,
    close() {
      closed = true
      clearInterval(beats)
      if (pair) destroy(pair)
      pair = undefined
    },
  }
}

function destroy({ publisher, subscriber }: Pair): void {
  for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy()
}

/** Runs `work` immediately; calls within the interval cause one more run at its end. */
function coalesce(withinMs: number, work: () => void): () => void {
  let running: NodeJS.Timeout | undefined
  let again = false
  const begin = (): void => {
    again = false
    running = setTimeout(() => {
      running = undefined
      if (again) begin()
    }, withinMs).unref()
    work()
  }
  return () => {
    if (running) again = true
    else begin()
  }
}
