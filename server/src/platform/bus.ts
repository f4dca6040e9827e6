import { randomUUID } from 'node:crypto'
import type { createClient } from 'redis'
import type { Log } from './log.ts'

/** What travels on the bus, by topic. The owner of a topic adds it by declaration merging; messages are plain JSON. */
export interface BusMessages {}

export interface Delivery {
  /** Published by this process. */
  readonly here: boolean
}

/**
 * News for every process of the installation: nothing is stored, nobody waits. This process hears at once, before `publish`
 * returns; the others by Redis or Valkey, when there is one. What is said while the broker is away reaches this process only,
 * and afterwards every listener learns that there was a gap.
 */
export interface Bus {
  publish<T extends keyof BusMessages>(topic: T, message: BusMessages[T]): void
  subscribe<T extends keyof BusMessages>(
    topic: T,
    listener: (message: BusMessages[T], delivery: Delivery) => void,
  ): void
  /** Called when news of other processes may have been missed, once it flows again. */
  onGap(listener: () => void): void
  /** `degraded`: there is a broker and it is away. */
  readonly state: 'in process' | 'connected' | 'degraded'
  close(): Promise<void>
}

export interface BusOptions {
  /** `redis://` or `rediss://`; without it the process is alone. */
  readonly brokerUrl: string | undefined
  readonly log: Log
  /** The broker has to bring a message of our own back within this time, or it counts as away; milliseconds. */
  readonly timeoutMs?: number
}

/** Several gaps at once (every process announces its own) are one to the listeners, and one more when the last is over. */
const gapEveryMs = 500

type Listener = (message: never, delivery: Delivery) => void

/** Publications that the broker has not taken yet: beyond this many it is not taking any. */
const mostPending = 10_000
const connectTimeoutMs = 3000
/** Between two tries; some spread, so that the processes do not come all at once. Well below the second that a session may end late. */
const retryMs = (): number => 100 + Math.random() * 200

/** Opens the bus. With a broker it waits a moment for it, and begins without it when it is away. */
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

interface Broker {
  /** Resolves with the first connection, or when it was waited for long enough. */
  readonly begun: Promise<void>
  isUp(): boolean
  send(topic: string, message: unknown): void
  close(): void
}

type Client = ReturnType<typeof createClient>
interface Pair {
  readonly publisher: Client
  readonly subscriber: Client
  /** When the last message of our own came back. */
  heardAt: number
  pending: number
}

/** Of the broker itself, beside the topics. */
const beat = ' beat'
const gapTopic = ' gap'

/**
 * Two connections, one that speaks and one that listens, which live and die together. A message of our own that has to come
 * back proves both: a broker whose machine is silent looks connected for minutes otherwise.
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
  // Publish and subscribe know no database number of their own: two installations may share a broker by choosing two.
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
    // Only with a broker: the client takes eight megabytes.
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
    // Whatever the others said meanwhile did not come here, and what was said here did not go there.
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

/** Runs at once, and for all further calls within the time once more at its end. */
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
