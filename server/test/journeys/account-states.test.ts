import { clientEvents, type ClientEvent } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { suspendMember } from '#modules/accounts/index.ts'
import { createSessions } from '#modules/identity/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { operationsOf, type Operation } from '#test/property/documented.ts'
import type { JsonSchema } from '#test/property/from-schema.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

/*
 * Checks each account state at every route and event, new ones included: its owner is signed out, and for others the
 * member does not exist.
 */

const travelled = { ms: 0 }
let testServer: TestServer
let viewer: TestMember
let operations: Operation[]
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(Date.now() + travelled.ms) })
  viewer = await testServer.member()
  operations = operationsOf((await testServer.call('/api/docs/openapi.json')).body)
}, 60_000)
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const post = async (path: string, member: TestMember, body: object): Promise<void> => {
  expect((await testServer.call(path, { token: member.token, body })).status).toBe(200)
}
const close = {
  deactivated: (member: TestMember) => post('/api/users/disableProfile', member, { clickid: member.session.clickid }),
  deleting: (member: TestMember) =>
    post('/api/users/deletion', member, { clickid: member.session.clickid, password: member.password }),
  async suspended(member: TestMember) {
    await testServer.database.db
      .transaction()
      .execute((tx) =>
        suspendMember(
          tx,
          { clock: () => new Date(), enqueueEmail, flows },
          { memberId: idOf(member), madeBy: 'x', reason: 'x' },
        ),
      )
    await testServer.context.jobs.handlers['accounts-shut-out']?.(
      { memberId: idOf(member) },
      { attempt: 1, last: false },
    )
  },
  async erased(member: TestMember) {
    await close.deleting(member)
    travelled.ms = 31 * 86_400_000
    await testServer.context.jobs.handlers['accounts-erase']?.({}, { attempt: 1, last: false })
    travelled.ms = 0
  },
}
type Closed = keyof typeof close
const states = Object.keys(close) as Closed[]

/** Minimal valid request bodies, by field name. */
const meant = (otherId: string): Readonly<Record<string, unknown>> => ({
  trackerId: viewer.session.clickid,
  clickid: viewer.session.clickid,
  angelId: otherId,
  partnerId: otherId,
  country: 'IT',
  cerco: 'donna',
  reason: 'spam',
  text: 'ciao',
  msg: 'ciao',
  clientMessageId: randomUUID(),
  seq: 1,
  type: 'like',
  hidden: true,
  reaction: 'heart',
})
/** The required fields of a body, and the member it is about, also where that is optional. */
const fieldsOf = (schema: JsonSchema): readonly string[] => [
  ...(schema.required ?? []),
  ...(schema.properties?.['angelId'] && !schema.required?.includes('angelId') ? ['angelId'] : []),
]
const required = (schema: JsonSchema, values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(fieldsOf(schema).map((name) => [name, name in values ? values[name] : 'x']))

function ask(operation: Operation, otherId: string, token: string): Promise<Answer> {
  const values = meant(otherId)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? randomUUID()))
  return testServer.call(path, {
    method: operation.method,
    token,
    ...(operation.body ? { body: required(operation.body, values) } : {}),
  })
}

describe.each(states)('the owner of an account that is %s', (state) => {
  it('is signed out immediately, opens no socket, and is refused at every member route, also with a remaining session', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    const cut = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    const leftBehind = createSessions(testServer.database.pool, () => new Date())
    await close[state](member)
    await cut
    const tokens = [member.token]
    if (state !== 'erased') {
      const { token } = await leftBehind.open(testServer.database.db, {
        memberId: idOf(member),
        brandId: 'local',
        device: 'x',
        at: new Date(),
      })
      tokens.push(token)
    }
    const admitted: string[] = []
    for (const token of tokens) {
      await expect(member.connect(undefined, token)).rejects.toThrow()
      for (const operation of operations.filter((one) => one.member))
        if ((await ask(operation, idOf(viewer), token)).status !== 401) admitted.push(operation.id)
    }
    expect(admitted).toEqual([])
  })
})

describe('a member whom the viewer cannot see', () => {
  /** The response without the ids in it. */
  const without = (id: string, { status, body }: Pick<Answer, 'status' | 'body'>): string =>
    `${status} ${JSON.stringify(body).replaceAll(id, '…')}`
  const events = Object.keys(clientEvents) as ClientEvent[]
  const dataOf = (event: ClientEvent, otherId: string): object =>
    required(
      z.toJSONSchema(clientEvents[event] as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
      meant(otherId),
    )

  /** What every route and event that takes a member's id answers for one. */
  async function saidOf(otherId: string): Promise<Record<string, string>> {
    const said: Record<string, string> = {}
    const naming = operations.filter(
      ({ path, body }) => /\{(angelId|partnerId)\}/.test(path) || (body && fieldsOf(body).includes('angelId')),
    )
    for (const operation of naming) said[operation.id] = without(otherId, await ask(operation, otherId, viewer.token))
    const socket = await viewer.connect()
    for (const event of events.filter((one) => 'angelId' in dataOf(one, otherId)))
      said[event] = without(otherId, { status: 0, body: await socket.send(event, dataOf(event, otherId)) })
    socket.close()
    return said
  }

  const woman = (wish: object = {}) => testServer.member({ gender: 'woman', ...wish })
  const absent: Record<string, () => Promise<TestMember>> = {
    ...Object.fromEntries(
      states.map((state) => [
        state,
        async () => {
          const member = await woman()
          await close[state](member)
          return member
        },
      ]),
    ),
    hidden: async () => {
      const member = await woman()
      const { status } = await testServer.call('/api/users/privacy', {
        method: 'PUT',
        token: member.token,
        body: { hidden: true },
      })
      expect(status).toBe(200)
      return member
    },
    unconfirmed: () => woman({ confirmed: false }),
    'of another brand': () => woman({ host: 'battito.localhost' }),
    'who blocked the viewer': async () => {
      const member = await woman()
      await post('/api/block', member, { angelId: idOf(viewer) })
      return member
    },
  }

  it.each(Object.keys(absent))('%s is answered like an unknown id, everywhere', async (state) => {
    const unknown = await saidOf(randomUUID())
    expect(Object.keys(unknown).length).toBeGreaterThan(12)
    expect(await saidOf(idOf(await absent[state]!()))).toEqual(unknown)
  })

  it('while these calls do distinguish a visible member from an unknown id', async () => {
    const [unknown, visible] = [await saidOf(randomUUID()), await saidOf(idOf(await woman()))]
    const alike = Object.keys(unknown).filter((name) => unknown[name] === visible[name])
    // Calls that only concern one's own, still empty data reveal nothing about others.
    expect(alike.sort()).toEqual([
      'answerInvite',
      'draft',
      'editMessage',
      'findMessages',
      'hideMessage',
      'messages',
      'notificationRead',
      'reactToMessage',
      'read',
      'showPhone',
      'starters',
      'uploadMessagePhoto',
      'uploadMessageVoice',
      'withdrawMessage',
    ])
  })
})
