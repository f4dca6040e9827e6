import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { stubIndexedDb } from '../storage/testing/memory-database.ts'
import { markStored, removeAllStored, removeStored, storedMessages, storeMessage } from './outbox-store.ts'

beforeAll(stubIndexedDb)
afterAll(() => void vi.unstubAllGlobals())

const message = (clientMessageId: string, owner = 'local/one') => ({
  clientMessageId,
  owner,
  memberId: 'her',
  memberName: 'Ada',
  text: clientMessageId,
  icebreaker: false,
  time: '2026-11-23T12:00:00.000Z',
  code: null,
})
const stored = async (owner = 'local/one') =>
  (await storedMessages(owner)).map(({ clientMessageId, code }) => [clientMessageId, code])

it('an owner’s messages come in the order of writing, with what happened to each', async () => {
  for (const one of [message('b'), message('x', 'local/two'), message('a'), message('c')]) await storeMessage(one)
  await markStored('a', 'busy')
  await markStored('gone', 'busy')
  expect(await stored()).toEqual([
    ['b', null],
    ['a', 'busy'],
    ['c', null],
  ])
  expect((await storedMessages('local/one'))[0]).toMatchObject(message('b'))
  await markStored('a', null)
  await removeStored('b')
  expect(await stored()).toEqual([
    ['a', null],
    ['c', null],
  ])
  await removeAllStored('local/one')
  expect([await stored(), await stored('local/two')]).toEqual([[], [['x', null]]])
})
