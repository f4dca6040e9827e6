import { randomUUID } from 'node:crypto'
import type { createClient } from 'redis'
import type { Log } from './log.ts'

/** Messages on the bus, by topic. A topic's owner adds it by declaration merging. Messages are plain JSON. */
export interface BusMessages {}

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
  readonly log: Log
  /** Milliseconds in which the broker has to echo one of our own messages; after that it counts as unreachable. */
  readonly timeoutMs?: number
}

/**
 * Every process announces the same gap: listeners are called once, and once more after the last announcement, at most
 * this often; milliseconds.
 */
const gapEveryMs = 500

type Listener = (message: never, delivery: Delivery) => void

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
export async function openBus({ brokerUrl, log, timeoutMs = 3000 }: BusOptions): Promise<Bus> {
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

/** Topics of the broker connection itself; the leading space keeps them apart from the others. */
const beat = ' beat'
const gapTopic = ' gap'

/**
 * Two connections, one to publish and one to subscribe, which are opened and closed together. A heartbeat that has to
 * be echoed tests both: when the broker's machine stops answering, TCP would look connected for minutes.
 */
function connectBroker(input: {
  readonly url: string
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
    which.heardAt = Date.now()
    let given: { from?: unknown; topic?: unknown; message?: unknown }
    try {
      given = JSON.parse(text) as typeof given
    } catch (error) {
      log.error({ err: error }, 'the broker brought something that is no message')
      return
    }
    if (given.from === me || typeof given.topic !== 'string' || given.topic === beat) return
    if (given.topic === gapTopic) input.gap()
    else input.onMessage(given.topic, given.message)
  }

  function send(topic: string, message: unknown): void {
    const through = pair
    if (!through) {
      lost = true
      return
    }
    if (through.pending >= mostPending) return drop(through, new Error('the broker takes nothing any more'))
    through.pending += 1
    through.publisher.publish(channel, JSON.stringify({ from: me, topic, message })).then(
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
