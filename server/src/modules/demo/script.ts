import type pg from 'pg'
import * as z from 'zod'
import { isOnline, recordPresence } from '#modules/members/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import { answerTo, wordsAfterMatch } from './answers.ts'
import { createRng, sampleId } from './rng.ts'
import { type DemoActions, type Person, personsOf } from './actions.ts'

/** `memberId` is the sample who acts, `otherId` the person. */
interface Pair {
  readonly memberId: string
  readonly otherId: string
}

/** A step of an answer. */
export interface Answer extends Pair {
  readonly step: 'begin' | 'send' | 'like' | 'visit' | 'greet'
}

const messageEvent = z.object({
  conversationId: z.string(),
  seq: z.number(),
  senderId: z.string(),
  recipientId: z.string(),
})
const likeEvent = z.object({ memberId: z.string(), otherId: z.string() })

export interface ScriptDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly actions: DemoActions
  readonly loginIds: ReadonlySet<string>
  readonly log: Log
  readonly clock: () => Date
}

/**
 * Makes sample members answer. Each step is a job, so that it survives a restart and occupies no worker while it waits.
 */
export function createScript(deps: ScriptDeps): {
  onEvent(topic: string, payload: unknown): Promise<void>
  answer(answer: Answer): Promise<void>
} {
  const { db, pool, actions, clock } = deps

  /** A login is scripted only while no person uses it, so that two scripted members never talk to each other. */
  const isPlayed = ({ principal, lastActiveAt }: Person): boolean =>
    principal.sample && (!deps.loginIds.has(principal.memberId) || !isOnline(lastActiveAt, clock()))

  const later = (step: Answer['step'], pair: Pair, seconds: number): Promise<void> =>
    addJob(
      db,
      'demo-answer',
      { ...pair, step },
      {
        // One answer, however many messages arrive meanwhile.
        runAt: new Date(clock().getTime() + seconds * 1000),
        key: `demo-answer:${step}:${pair.memberId}:${pair.otherId}`,
        maxAttempts: 3,
      },
    )

  return {
    async onEvent(topic, payload) {
      const pair = pairOf(topic, payload)
      const persons = pair && (await personsOf(pool, pair.memberId, pair.otherId))
      if (!persons || !isPlayed(persons[0]) || isPlayed(persons[1])) return
      if (topic === 'message') return later('begin', pair, 1)
      const rng = createRng(`like ${pair.memberId} ${pair.otherId}`)
      const interest = rng.next()
      if (interest < 0.75) await later('visit', pair, 2)
      if (interest < 0.5) await later('like', pair, 3.5)
      if (interest < 0.2) await later('greet', pair, 6)
    },

    async answer({ step, ...pair }) {
      const persons = await personsOf(pool, pair.memberId, pair.otherId)
      if (!persons || !isPlayed(persons[0])) return
      const [{ principal: sample }, { principal: person }] = persons
      // A member who writes is online. Logins are left out: they would count as used by a person.
      if (!deps.loginIds.has(sample.memberId)) await recordPresence(db, [sample.memberId], clock())
      const act = {
        begin: async () => {
          const last = await conversationOf(db, pair)
          if (last.senderId !== person.memberId) return
          await actions.markRead(sample, person.memberId, last.seq)
          // Sent while the answer is being written, which takes these two seconds.
          await actions.typing(sample, person.memberId)
          await later('send', pair, 2)
        },
        send: async () => {
          const last = await conversationOf(db, pair)
          // Answered already: an earlier run of the job was interrupted after its work.
          if (last.senderId !== person.memberId) return
          const key = `${pair.memberId} ${pair.otherId} ${last.seq}`
          await write(answerTo({ locale: person.locale, message: last.body, written: last.written, key }), key)
        },
        like: () => actions.like(sample, person.memberId),
        visit: () => actions.visit(sample, person.memberId),
        greet: async () => {
          const last = await conversationOf(db, pair)
          const key = `${pair.memberId} ${pair.otherId} match`
          if (last.seq === 0) await write(wordsAfterMatch(person.locale, last.written, key), key)
        },
      }
      const write = async (body: string, key: string): Promise<void> => {
        const sent = await actions.sendMessage(sample, {
          recipientId: person.memberId,
          body,
          clientMessageId: sampleId('client message', key),
        })
        if (isRefusal(sent)) deps.log.warn({ code: sent.code }, 'a sample member could not answer')
      }
      await act[step]()
    },
  }
}

const isRefusal = (sent: unknown): sent is { code: string } =>
  typeof sent === 'object' && sent !== null && 'ok' in sent && sent.ok === false && 'code' in sent

/** The member who was addressed acts next. */
function pairOf(topic: string, payload: unknown): Pair | undefined {
  if (topic === 'message') {
    const { senderId, recipientId } = messageEvent.parse(payload)
    return { memberId: recipientId, otherId: senderId }
  }
  if (topic === 'like') {
    const { memberId, otherId } = likeEvent.parse(payload)
    return { memberId: otherId, otherId: memberId }
  }
  return undefined
}

interface Conversation {
  readonly seq: number
  readonly senderId: string
  readonly body: string
  readonly written: readonly string[]
}

/** The last message of the two, and what the sample wrote so far. */
async function conversationOf(db: Database, { memberId, otherId }: Pair): Promise<Conversation> {
  const rows = await db
    .selectFrom('messages')
    .select(['seq', 'sender_id', 'body'])
    .where('conversation_id', '=', conversationId(memberId, otherId))
    .orderBy('seq')
    .execute()
  const last = rows.at(-1)
  return {
    seq: last?.seq ?? 0,
    senderId: last?.sender_id ?? '',
    body: last?.body ?? '',
    written: rows.filter((row) => row.sender_id === memberId).map((row) => row.body),
  }
}
