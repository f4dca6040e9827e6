import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { storedMessages, storeMessage } from '../outbox/outbox-store.ts'
import { stubIndexedDb } from '../storage/testing/memory-database.ts'
import { leaveEnded } from './session-ended.ts'

const assigned: string[] = []
let cameBack: (() => void) | undefined
beforeAll(() => {
  stubIndexedDb()
  vi.stubGlobal('location', { assign: (to: string) => assigned.push(to) })
  vi.stubGlobal('addEventListener', (_event: string, listener: () => void) => (cameBack = listener))
})
beforeEach(() => {
  cameBack?.()
  assigned.length = 0
})
afterAll(() => void vi.unstubAllGlobals())

let n = 0
/** A message that its page could not send. */
const unsent = async (owner: string) =>
  storeMessage({
    clientMessageId: `id-${(n += 1)}`,
    owner,
    memberId: 'her',
    memberName: 'Ada',
    text: 'Ciao',
    icebreaker: false,
    time: '2026-11-23T12:00:00.000Z',
    code: null,
  })
const answer = (body: object, status = 200) => vi.stubGlobal('fetch', async () => Response.json(body, { status }))

it.each([
  ['was ended from another device', { verify: 0 }, 200, 0],
  ['ended with its account', { verify: 0, error: 'utente_disabilitato' }, 200, 0],
  ['is followed by another of the same member', { verify: 1 }, 200, 1],
  ['is followed by another member’s', { code: 'not_found' }, 404, 1],
  ['cannot be asked about', { code: 'internal' }, 500, 1],
])(
  'a page whose session %s leaves, and its unsent messages stay only for their author',
  async (_what, body, status, left) => {
    const owner = `local/${(n += 1)}`
    await unsent(owner)
    await unsent('local/other')
    answer(body, status)
    await leaveEnded('tracker', owner)
    expect(assigned).toEqual(['/'])
    expect(await storedMessages(owner)).toHaveLength(left)
    expect((await storedMessages('local/other')).length).toBeGreaterThan(0)
  },
)
