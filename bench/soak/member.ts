import { routes, type MessageView } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { Random } from '../load/random.ts'
import type { Person } from '../parts/people.ts'

/** The actions of a member that the server has acknowledged. */
export interface Acknowledged {
  /** In the order in which this member wrote them. */
  readonly messages: {
    readonly to: string
    readonly clientMessageId: string
    readonly body: string
    readonly seq: number
  }[]
  readonly likes: Set<string>
  /** The highest message of each conversation that was marked as read. */
  readonly read: Map<string, number>
  /** Orders that were answered with their outcome. */
  readonly orders: { readonly orderKey: string; readonly state: 'paid' | 'declined' }[]
}

/** A member with one browser who writes, reads, likes and pays, and repeats requests that were not answered. */
export interface SoakMember {
  readonly person: Person
  readonly acknowledged: Acknowledged
  /**
   * The messages on screen by the other member's id. They have to appear once and in order; otherwise `faults` has an
   * entry.
   */
  readonly screen: ReadonlyMap<string, readonly MessageView[]>
  readonly faults: readonly string[]
  /** The number of requests repeated because there was no answer. */
  readonly repeats: number
  /** The action in progress. */
  readonly doing: string
  /** Resolves when every action that was begun has been answered. */
  stop(): Promise<void>
  disconnect(): void
}

export interface MemberOptions {
  readonly person: Person
  /** The members with whom this one exchanges messages. */
  readonly others: readonly Person[]
  /** The origins of the processes for browsers; after a lost connection, the next one is tried. */
  readonly origins: readonly string[]
  readonly random: Random
  /** The average time between two actions of a member, in milliseconds. */
  readonly paceMs: number
  /** Creates the body of an order; without it, members do not pay. */
  readonly order: ((person: Person, orderKey: string) => Promise<object>) | undefined
}

const answerMs = 2500
/** The number of missing answers in a row after which the browser opens a new connection. */
const deafAfter = 2
/** How often new messages are requested without a socket; the app polls in the same way. */
const lookEveryMs = 3000

export function openMember({ person, others, origins, random, paceMs, order }: MemberOptions): SoakMember {
  const screen = new Map<string, MessageView[]>(others.map(({ id }) => [id, []]))
  const acknowledged: Acknowledged = { messages: [], likes: new Set(), read: new Map(), orders: [] }
  const faults: string[] = []
  const looking = new Map<string, Promise<void>>()
  let way = random.below(origins.length)
  let socket = open()
  let unanswered = 0
  let repeats = 0
  let doing = 'nothing'
  let stopped: boolean | 'disconnected' = false

  function origin(): string {
    return origins[way % origins.length] ?? ''
  }
  function open(): Socket {
    const opened = io(origin(), {
      path: '/chat-socket',
      transports: ['websocket'],
      auth: { token: person.token },
      forceNew: true,
      reconnection: false,
      timeout: answerMs,
    })
    opened.on('connect', () => void Promise.all(others.map(({ id }) => look(id))))
    opened.on('catchUp', () => void Promise.all(others.map(({ id }) => look(id))))
    opened.on('chat', ({ angelId, message }: { angelId: string; message: MessageView }) => receive(angelId, [message]))
    for (const lost of ['disconnect', 'connect_error']) opened.once(lost, () => void again(opened))
    return opened
  }
  async function again(lost: Socket): Promise<void> {
    if (lost !== socket) return
    lost.disconnect()
    await pause(100 + random.below(400))
    if (lost !== socket || stopped === 'disconnected') return
    way += 1
    socket = open()
  }

  /** Shows the next message once, and requests the messages in between if some are missing. */
  function receive(otherId: string, messages: readonly MessageView[]): void {
    const shown = screen.get(otherId)
    if (!shown) return void faults.push(`a message of a conversation with ${otherId}, which there is none of`)
    for (const message of messages) {
      const known = shown[message.seq - 1]
      if (known && known.id !== message.id)
        faults.push(`two messages are number ${message.seq} of one conversation: ${known.id} and ${message.id}`)
      if (!known && message.seq === shown.length + 1) shown.push(message)
      else if (!known) void look(otherId)
    }
  }
  function look(otherId: string): Promise<void> {
    const under = looking.get(otherId)
    if (under) return under
    const asked = (async () => {
      for (;;) {
        const from = screen.get(otherId)?.length ?? 0
        const path = routes.messages.path.replace(':trackerId', person.clickid).replace(':partnerId', otherId)
        const answer = await call('GET', `${path}?after=${from}`)
        // A conversation without messages does not exist yet.
        if (answer?.status === 404) return
        if (answer?.status === 200) {
          receive(otherId, answer.body as MessageView[])
          if ((screen.get(otherId)?.length ?? 0) === from) return
        } else await pause(500)
        if (stopped === 'disconnected') return
      }
    })().finally(() => looking.delete(otherId))
    looking.set(otherId, asked)
    return asked
  }

  async function call(method: string, path: string, body?: object) {
    try {
      const answer = await fetch(`${origin()}${path}`, {
        method,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerMs * 2),
      })
      return { status: answer.status, body: (await answer.json()) as unknown }
    } catch {
      // No answer: the caller finds out the outcome or repeats the request.
      return undefined
    }
  }

  /** Sends an event repeatedly until it is answered. @returns the answer */
  async function say<T extends { ok: boolean; code?: string; retryAfterMs?: number }>(
    event: string,
    data: object,
  ): Promise<T> {
    for (;;) {
      const asked = socket
      const answer: T | undefined = asked.connected
        ? await asked
            .timeout(answerMs)
            .emitWithAck(event, data)
            // No answer in time, so the event is sent again.
            .catch(() => undefined)
        : await pause(50)
      if (answer && !['internal', 'busy'].includes(answer.code ?? '')) {
        unanswered = 0
        return answer
      }
      if (asked.connected || answer) repeats += 1
      if (asked === socket && asked.connected && !answer && (unanswered += 1) >= deafAfter) {
        unanswered = 0
        void again(asked)
      }
      await pause(answer?.retryAfterMs ?? 50)
    }
  }

  async function write(): Promise<void> {
    const to = random.pick(others).id
    const clientMessageId = randomUUID()
    const message = { to, clientMessageId, body: inLetters(clientMessageId) }
    const answer = await say<{ ok: boolean; code?: string; message?: MessageView }>('chat', {
      msg: message.body,
      trackerId: person.clickid,
      angelId: to,
      clientMessageId: message.clientMessageId,
    })
    if (!answer.message) return void faults.push(`a message was refused: ${answer.code}`)
    acknowledged.messages.push({ ...message, seq: answer.message.seq })
    receive(to, [answer.message])
  }
  async function read(): Promise<void> {
    const { id } = random.pick(others)
    const seq = screen.get(id)?.length ?? 0
    if (seq === 0) return
    const answer = await say('read', { angelId: id, seq })
    if (answer.ok) acknowledged.read.set(id, Math.max(seq, acknowledged.read.get(id) ?? 0))
    else faults.push(`a read mark was refused: ${answer.code}`)
  }
  async function like(): Promise<void> {
    const { id } = random.pick(others)
    if (acknowledged.likes.has(id)) return
    const answer = await say<{ ok: boolean; code?: string }>('like', { trackerId: person.clickid, angelId: id })
    if (answer.ok) acknowledged.likes.add(id)
    else faults.push(`a like was refused: ${answer.code}`)
  }
  async function pay(make: NonNullable<MemberOptions['order']>): Promise<void> {
    const orderKey = randomUUID()
    const body = await make(person, orderKey)
    for (;;) {
      const answer = await call('POST', routes.tryCharge.path, body)
      const { status } = (answer?.body ?? {}) as { status?: string }
      if (answer?.status === 200 && status === 'ok') return void acknowledged.orders.push({ orderKey, state: 'paid' })
      if (answer?.status === 200 && status === 'ko')
        return void acknowledged.orders.push({ orderKey, state: 'declined' })
      // A member may try ten orders in an hour; and all pay with the same few cards, as members do who test a stolen one.
      if (answer?.status === 429) return
      // 409 means that another order of this member is still open at the provider.
      if (answer && answer.status < 500 && ![200, 409].includes(answer.status))
        return void faults.push(`an order was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (stopped && answer?.status === 409) return
      repeats += 1
      await pause(500)
    }
  }

  const done = (async () => {
    while (!stopped) {
      const draw = random.next()
      const [name, act] =
        order && draw < 0.03
          ? (['an order', () => pay(order)] as const)
          : draw < 0.1
            ? (['a like', like] as const)
            : draw < 0.3
              ? (['a read mark', read] as const)
              : (['a message', write] as const)
      doing = name
      await act()
      doing = 'nothing'
      await pause(paceMs * (0.5 + random.next()))
    }
  })()
  const watching = setInterval(() => {
    if (!socket.connected) for (const { id } of others) void look(id)
  }, lookEveryMs)

  return {
    person,
    acknowledged,
    screen,
    faults,
    get doing() {
      return doing
    },
    get repeats() {
      return repeats
    },
    async stop() {
      stopped = true
      await done
    },
    disconnect() {
      stopped = 'disconnected'
      clearInterval(watching)
      socket.disconnect()
    },
  }
}

/**
 * A unique text for each message. Digits are replaced by letters, because telephone numbers are masked until both
 * members have written.
 */
const inLetters = (id: string): string => id.replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
