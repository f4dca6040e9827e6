import { acknowledgements, clientEvents, serverEvents, type ClientEvent, type ServerEvent } from '@incontro/contract'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkLedger } from '#modules/credits/index.ts'
import { startTestServer, type TestServer, type TestMember, type TestSocket } from '#test/support/test-server.ts'
import { fromSchema, type JsonSchema, type Known } from '#test/property/from-schema.ts'
import { snapshot } from '#test/property/snapshot.ts'
import { spoil } from '#test/property/spoil.ts'

/*
 * Every socket event with generated data, valid and invalid: the acknowledgement must match the contract, refused data
 * must leave no trace, all server events must match the contract, and the socket must stay open.
 */

const seed = Number(process.env['PROPERTY_SEED'] ?? 20_260_101)
const factor = Number(process.env['PROPERTY_RUNS'] ?? 1)
/** Below the event burst of a socket. */
const eventsPerSocket = 35

let testServer: TestServer
let me: TestMember
let known: Known
let open: TestSocket | undefined
let sent = 0
const misfits: unknown[] = []
const watched: TestSocket[] = []

beforeAll(async () => {
  testServer = await startTestServer()
  me = await testServer.member()
  const [woman, other, stranger] = [
    await testServer.member({ gender: 'woman' }),
    await testServer.member({ gender: 'woman' }),
    await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
  ]
  watch(await woman.connect())
  watch(await other.connect())
  const ids = [woman, other, stranger, me].map(({ session }) => session.angelId)
  known = {
    trackerId: [me.session.clickid, me.session.clickid, me.session.clickid, woman.session.clickid],
    clickid: [me.session.clickid],
    angelId: [...ids, ids[0]?.toUpperCase(), '000000'],
    msg: ['Ciao', '  due parole  ', '', ' ', '😀'],
    clientMessageId: [randomUUID(), randomUUID()],
    country: ['IT'],
    seq: [1, 2, 2_147_483_647],
  }
}, 60_000)
afterAll(() => testServer.close())

/** Collects server events that do not match the contract. */
function watch(socket: TestSocket): void {
  watched.push(socket)
  socket.raw.onAny((event: string, data: unknown) => {
    const schema = Object.hasOwn(serverEvents, event) ? serverEvents[event as ServerEvent] : undefined
    const problem = schema ? schema.safeParse(data).error?.issues[0] : 'no such event'
    if (problem) misfits.push({ event, data, problem })
  })
}

async function socket(): Promise<TestSocket> {
  if (open && sent < eventsPerSocket) return open
  open?.close()
  open = await me.connect()
  watch(open)
  sent = 0
  return open
}

describe(`every event, seed ${seed}`, () => {
  it.each(Object.keys(clientEvents) as ClientEvent[])(
    '%s is acknowledged, and refused without a trace if invalid',
    async (event) => {
      const schema = z.toJSONSchema(clientEvents[event] as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      const arbitrary = fromSchema(schema, known).chain((data) =>
        fc.oneof(
          { weight: 2, arbitrary: fc.constant(data) },
          { weight: 3, arbitrary: spoil(data).map(({ value }) => value) },
        ),
      )
      await fc.assert(
        fc.asyncProperty(arbitrary, async (data) => {
          const mine = await socket()
          const before = await snapshot(testServer.database.pool)
          sent += 1
          const ack = await mine.send(event, data)
          expect(acknowledgements[event].safeParse(ack).error).toBeUndefined()
          if (!clientEvents[event].safeParse(JSON.parse(JSON.stringify(data) ?? 'null')).success)
            expect(ack).toMatchObject({ ok: false, code: 'invalid' })
          if (ack.ok) return
          expect(ack.code).not.toBe('internal')
          expect(ack.message).not.toMatch(/select|insert|relation|constraint|\.ts\b|Error:/)
          expect(await snapshot(testServer.database.pool)).toEqual(before)
          expect(mine.raw.connected).toBe(true)
        }),
        { seed, numRuns: 60 * factor, endOnFailure: true },
      )
    },
    60_000,
  )

  it('and the server sent nothing outside the contract', async () => {
    // Events sent before an acknowledgement arrive before it.
    for (const { raw } of watched.filter(({ raw }) => raw.connected))
      await raw.timeout(5000).emitWithAck('no such event', {})
    expect(misfits).toEqual([])
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })
})
