import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { indexedStore, type RunTransaction } from './indexed-store.ts'
import { type Faults, stubIndexedDb } from './testing/memory-database.ts'

let faults: Faults
let known: readonly object[]
let run: RunTransaction
beforeEach(() => {
  faults = stubIndexedDb()
  known = []
  run = indexedStore(
    'notes',
    'notes',
    (database) => database.createObjectStore('notes', { keyPath: 'id' }),
    () => known,
  )
})
afterEach(() => void vi.unstubAllGlobals())

const put = (id: string) => run('readwrite', (store) => store.put({ id }))
const ids = async () =>
  (await run('readonly', (store) => store.getAll() as IDBRequest<{ id: string }[]>)).map(({ id }) => id)

describe('a store goes on', () => {
  it('after the browser closed its connection, as often as it does', async () => {
    for (const id of ['one', 'two', 'three']) {
      await put(id)
      faults.closeAll()
    }
    expect(await ids()).toEqual(['one', 'two', 'three'])
  })

  it('after another tab deleted the database, with what the page still knows of it', async () => {
    await put('one')
    known = [{ id: 'one' }]
    faults.remove('notes')
    await put('two')
    expect(await ids()).toEqual(['one', 'two'])
  })

  it('after the database is gone without an event', async () => {
    await put('one')
    known = [{ id: 'one' }]
    faults.closeAll()
    faults.remove('notes')
    await put('two')
    expect(await ids()).toEqual(['one', 'two'])
  })

  it('once the browser lets it again', async () => {
    faults.refuse('UnknownError')
    await expect(put('one')).rejects.toThrow('No storage')
    faults.refuse(null)
    await put('one')
    expect(await ids()).toEqual(['one'])
  })
})

it.each(['QuotaExceededError', 'InvalidStateError', 'SecurityError'])(
  'what the browser refuses with %s is reported, however often it is tried',
  async (name) => {
    await put('one')
    faults.refuse(name)
    await expect(put('two')).rejects.toMatchObject({ name })
    faults.refuse(null)
    expect(await ids()).toEqual(['one'])
  },
)
