import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Faults, stubIndexedDb } from '../storage/testing/memory-database.ts'
import { removeAllPhotos, removePhoto, storeAddress, storedPhoto, storePhoto, waitingPhotos } from './photo-store.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 23, 12)

let faults: Faults
beforeAll(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  faults = stubIndexedDb()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const photo = (id: string, owner: string, age: number) => ({
  id,
  owner,
  photo: new Blob([id]),
  address: null,
  at: now - age,
})
const idsOf = async (owner: string) => (await waitingPhotos(owner)).map(({ id }) => id)

it('an owner’s photos come in the order of choosing, for a day', async () => {
  for (const one of [
    photo('third', 'local/one', 0),
    photo('first', 'local/one', day),
    photo('second', 'local/one', 1000),
    photo('too old', 'local/one', day + 1),
    photo('of another', 'local/two', 500),
    photo('of another, too old', 'local/two', day + 1),
  ])
    await storePhoto(one)
  expect(await idsOf('local/one')).toEqual(['first', 'second', 'third'])
  // Those that are too old are removed, whosever they are.
  expect(await storedPhoto('too old')).toBeUndefined()
  expect(await storedPhoto('of another, too old')).toBeUndefined()
  await removePhoto('second')
  expect(await idsOf('local/one')).toEqual(['first', 'third'])
  await removeAllPhotos('local/one')
  expect([await idsOf('local/one'), await idsOf('local/two')]).toEqual([[], ['of another']])
})

it('where an upload goes on is noted with its photo, as long as that is there', async () => {
  const [one, other] = [photo('one', 'local/three', 0), photo('other', 'local/three', 0)]
  await storePhoto(one)
  await storePhoto(other)
  await storeAddress('one', '/api/upload/1')
  await storeAddress('gone', '/api/upload/2')
  expect(await storedPhoto('one')).toEqual({ ...one, address: '/api/upload/1' })
  expect(await storedPhoto('other')).toEqual(other)
  expect(await storedPhoto('gone')).toBeUndefined()
})

it('a photo that is being uploaded survives a closed connection and a deleted database', async () => {
  const owner = 'local/four'
  await storePhoto(photo('before', owner, 2000))
  faults.closeAll()
  await storePhoto(photo('after', owner, 1000))
  expect(await idsOf(owner)).toEqual(['before', 'after'])
  await storeAddress('before', '/api/upload/3')
  await removePhoto('after')
  faults.remove('photos')
  await storePhoto(photo('later', owner, 0))
  expect(await idsOf(owner)).toEqual(['before', 'later'])
  expect(await storedPhoto('before')).toMatchObject({ address: '/api/upload/3' })
})
