import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Faults, stubIndexedDb } from '../storage/testing/memory-database.ts'
import { markStored, removeAllStored, removeStored, restoreFrom, storedMessages, storeMessage } from './outbox-store.ts'

let faults: Faults
beforeAll(() => {
  faults = stubIndexedDb()
})
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

it('what the page shows is stored again, before what follows, when the browser has deleted the database', async () => {
  await storeMessage(message('first', 'local/three'))
  faults.closeAll()
  await storeMessage(message('second', 'local/three'))
  expect(await stored('local/three')).toEqual([
    ['first', null],
    ['second', null],
  ])
  restoreFrom(() => [message('first', 'local/three'), { ...message('second', 'local/three'), code: 'busy' }])
  faults.remove('outbox')
  await storeMessage(message('third', 'local/three'))
  restoreFrom(() => [])
  expect(await stored('local/three')).toEqual([
    ['first', null],
    ['second', 'busy'],
    ['third', null],
  ])
})
