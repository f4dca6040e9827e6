import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '#app/outbox/outbox-store.ts'
import { createKeeping } from './keeping.ts'

const message = (id: string): StoredMessage => ({
  clientMessageId: id,
  owner: 'local/one',
  memberId: 'her',
  memberName: 'Anna',
  text: id,
  icebreaker: false,
  time: '2026-01-02T03:04:05.000Z',
  code: null,
})

/** A store whose writing waits for the test, or refuses. */
function slowStore() {
  const rows = new Map<string, StoredMessage>()
  const waiting: (() => void)[] = []
  const state = { isSlow: false, isRefusing: false }
  const kept: [string, boolean][] = []
  const writes: string[] = []
  const keeping = createKeeping(
    async () => ({
      async storeMessage(one) {
        writes.push(one.clientMessageId)
        if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
        if (state.isRefusing) throw new DOMException('No room', 'QuotaExceededError')
        rows.set(one.clientMessageId, one)
      },
      async markStored(id, code) {
        const row = rows.get(id)
        if (row) rows.set(id, { ...row, code })
      },
      async removeStored(id) {
        rows.delete(id)
      },
    }),
    (id, isKept) => kept.push([id, isKept]),
  )
  const goOn = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.splice(0).forEach((resolve) => resolve())
  }
  return { rows, state, kept, writes, keeping, goOn, ids: () => [...rows.keys()] }
}

describe('a message', () => {
  it('that is thrown away while the browser still stores it does not stay', async () => {
    const { keeping, state, goOn, ids } = slowStore()
    state.isSlow = true
    const storing = keeping.keep(message('a'))
    const dropping = keeping.drop('a')
    expect(keeping.isUnstored('a')).toBe(true)
    await goOn()
    await Promise.all([storing, dropping])
    expect(ids()).toEqual([])
    expect(keeping.isUnstored('a')).toBe(false)
  })

  it('that is thrown away while it is stored again, after a refusal, does not stay either', async () => {
    const { keeping, state, goOn, ids, writes } = slowStore()
    state.isRefusing = true
    await keeping.keep(message('a'))
    Object.assign(state, { isRefusing: false, isSlow: true })
    const storing = keeping.keep(message('b'))
    await goOn()
    await storing
    await expect.poll(() => writes).toEqual(['a', 'b', 'a'])
    const dropping = keeping.drop('a')
    await goOn()
    await dropping
    expect([ids(), keeping.isUnstored('a')]).toEqual([['b'], false])
    // The next one that is stored brings nothing back.
    state.isSlow = false
    await keeping.keep(message('c'))
    expect(ids()).toEqual(['b', 'c'])
  })

  it('that was refused is stored once, also when several are stored again at the same time', async () => {
    const { keeping, state, goOn, ids, writes } = slowStore()
    state.isRefusing = true
    for (const id of ['a', 'b', 'c']) await keeping.keep(message(id))
    state.isRefusing = false
    writes.length = 0
    await keeping.keep(message('d'))
    await expect.poll(() => ids().length).toBe(4)
    state.isSlow = true
    const storing = keeping.keep(message('e'))
    await goOn()
    await storing
    expect(writes.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('that was refused and marked again has its last reason; one that is stored is sent again with none', async () => {
    const { keeping, rows } = slowStore()
    await keeping.keep(message('a'))
    await keeping.keep(message('b'))
    for (const code of ['blocked', 'fine_crediti', null]) await keeping.mark('a', code)
    await keeping.mark('b', 'blocked')
    expect([...rows.values()].map(({ clientMessageId: id, code }) => [id, code])).toEqual([
      ['a', null],
      ['b', 'blocked'],
    ])
  })

  it('that is refused by the server while the browser still stores it has the reason', async () => {
    const { keeping, state, goOn, rows } = slowStore()
    state.isSlow = true
    const storing = keeping.keep(message('a'))
    const marking = keeping.mark('a', 'fine_crediti')
    await goOn()
    await Promise.all([storing, marking])
    expect(rows.get('a')?.code).toBe('fine_crediti')
  })

  it('is settled and stored before another tab can take it for gone', async () => {
    const { keeping, state, goOn, ids } = slowStore()
    state.isSlow = true
    void keeping.keep(message('a'))
    expect(keeping.isUnstored('a')).toBe(true)
    const settled = keeping.settled('a')
    await goOn()
    await settled
    expect([keeping.isUnstored('a'), ids()]).toEqual([false, ['a']])
  })

  it('that the browser refuses to store is said to be so, and is stored with the next one that it takes', async () => {
    const { keeping, state, kept, ids } = slowStore()
    state.isRefusing = true
    await keeping.keep(message('a'))
    await keeping.keep(message('b'))
    expect(kept.splice(0)).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect([keeping.isUnstored('a'), keeping.isUnstored('b')]).toEqual([true, true])
    await keeping.drop('a')
    expect(keeping.isUnstored('a')).toBe(false)
    state.isRefusing = false
    await keeping.keep(message('c'))
    await expect.poll(() => ids().toSorted()).toEqual(['b', 'c'])
    expect(kept.toSorted()).toEqual([
      ['b', true],
      ['c', true],
    ])
  })
})
