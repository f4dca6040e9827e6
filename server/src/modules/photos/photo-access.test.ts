import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from '#platform/live/bus.ts'
import type { Principal } from '#platform/caller.ts'
import { createPhotoAccess, permissionMs, type PhotoAccess } from './photo-access.ts'

/*
 * When the database is asked, on a bus that this test holds in its hands. What it answers is tested over HTTP
 * (`visibility.test.ts`).
 */

const [viewer, owner, photoId] = ['viewer', 'owner', 'photo']
const row = { storage_key: 'photos/photo/master.jpg', owner_id: owner, is_hidden: false }
const shown = { id: photoId, storageKey: row.storage_key }

let rows: object[]
let asked: number
let onAsked: () => void
let now: number
let state: Bus['state']
let hear: Map<string, (message: { memberId: string }) => void>
let gap: () => void
let access: PhotoAccess
beforeEach(() => {
  ;[rows, asked, onAsked, now, state, hear] = [[row], 0, () => undefined, 0, 'connected', new Map()]
  access = createPhotoAccess({
    pool: {
      query: async () => {
        asked += 1
        const answer = { rows }
        onAsked()
        return answer
      },
    } as unknown as pg.Pool,
    bus: {
      get state() {
        return state
      },
      subscribe: (topic, listener) => void hear.set(topic, listener as never),
      onGap: (listener) => (gap = listener),
    },
    clock: () => new Date(now),
  })
})
const look = (memberId = viewer) => access.visibleTo({ memberId, poolId: 'pool' } as Principal, photoId)

describe('a permission', () => {
  it('is read once for each viewer, and again after its time', async () => {
    expect([await look(), await look()]).toEqual([shown, shown])
    expect(asked).toBe(1)
    await look('another')
    expect(asked).toBe(2)
    now = permissionMs - 1
    await look()
    expect(asked).toBe(2)
    now = permissionMs
    await look()
    expect(asked).toBe(3)
  })

  it.each([
    ['visibility', owner, 2],
    ['visibility', viewer, 2],
    ['visibility', 'another', 1],
    ['end', owner, 2],
    ['end', viewer, 2],
    ['end', 'another', 1],
  ])('after “%s” of the %s, the database has been asked %i times', async (topic, memberId, times) => {
    await look()
    hear.get(topic)?.({ memberId })
    rows = times === 2 ? [] : [row]
    expect(await look()).toEqual(times === 2 ? undefined : shown)
    expect(asked).toBe(times)
  })

  it('is not kept when something changed while it was read', async () => {
    onAsked = () => hear.get('visibility')?.({ memberId: owner })
    await look()
    onAsked = gap
    await look()
    onAsked = () => undefined
    await look()
    expect(asked).toBe(3)
    await look()
    expect(asked).toBe(3)
  })

  it('is void after messages of other processes were missed, and while they cannot be heard', async () => {
    await look()
    gap()
    await look()
    expect(asked).toBe(2)
    state = 'degraded'
    await look()
    await look()
    expect(asked).toBe(4)
  })

  it('is void when more members have changed than are remembered', async () => {
    await look()
    for (let n = 0; n < 9_999; n += 1) hear.get('visibility')?.({ memberId: `member ${n}` })
    await look()
    expect(asked).toBe(1)
    for (const n of [1, 2]) hear.get('visibility')?.({ memberId: `one more ${n}` })
    await look()
    expect(asked).toBe(2)
  })

  it('is not kept for a hidden owner, whom likes and conversations show', async () => {
    rows = [{ ...row, is_hidden: true }]
    expect([await look(), await look()]).toEqual([shown, shown])
    expect(asked).toBe(2)
  })

  it('that is refused is asked for again', async () => {
    rows = []
    expect([await look(), await look()]).toEqual([undefined, undefined])
    expect(asked).toBe(2)
  })
})
