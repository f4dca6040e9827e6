import { cpSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrandFileError, loadBrands } from '#modules/brands/index.ts'
import { newTrackerId } from '#platform/ids.ts'
import { copyOfBrands } from '#test/support/brands-folder.ts'
import { createVisitorFlows, type Flows, loadFlows } from './index.ts'

const keys = [Buffer.alloc(32, 1)] as const
const now = new Date('2031-05-10T12:00:00Z')
let copy: ReturnType<typeof copyOfBrands>
beforeAll(() => {
  copy = copyOfBrands()
  for (const id of ['7b', '7c'])
    copy.write(`_flows/${id}.json`, JSON.stringify({ base: '7', fluxId: id, messaggiFree: 20 }))
  cpSync(join(copy.dir, '_flows/18.json'), join(copy.dir, '_flows/18b.json'))
  copy.edit('_flows/18b.json', (flow) => Object.assign(flow, { fluxId: '18b' }))
})
afterAll(() => copy.remove())

type Compared = Readonly<Record<string, { with: string; share: number; since: string }>>
const loaded = (comparedFlows: Compared, over: object = {}): Flows => {
  copy.edit('brisa/brand.json', (brand) =>
    Object.assign(brand, { defaultFluxId: '7', visitFlows: ['0000'] }, over, { comparedFlows }),
  )
  return loadFlows(copy.dir, loadBrands(copy.dir))
}
const half = { '7': { with: '7b', share: 50, since: '2031-05-01' } }
const dividing = (share: number) => {
  const flows = loaded({ '7': { with: '7b', share, since: '2031-05-01' } })
  const visitors = createVisitorFlows({ flows, keys, clock: () => now })
  return (trackerId: string | undefined, asked?: string) => visitors.of('brisa', asked, trackerId).id
}
const trackerId = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)

describe('visitors of compared flows', () => {
  it.each([1, 10, 50, 90, 99])('are divided by the share: %i of a hundred', (share) => {
    const flowOf = dividing(share)
    const [all, part] = [20_000, share / 100]
    const led = Array.from({ length: all }, newTrackerId).filter((one) => flowOf(one) === '7b').length
    // Five standard deviations: once in two million runs by chance.
    expect(Math.abs(led - all * part)).toBeLessThan(5 * Math.sqrt(all * part * (1 - part)))
  })

  it('always get the same, whatever they ask for that the brand does not offer', () => {
    const flowOf = dividing(50)
    fc.assert(
      fc.property(trackerId, (visitor) => {
        const flow = flowOf(visitor)
        expect(['7', '7b']).toContain(flow)
        for (const asked of ['7', '7b', '18', 'x', undefined]) expect(flowOf(visitor, asked)).toBe(flow)
        expect(flowOf(visitor, '0000')).toBe('0000')
      }),
    )
  })

  it('are moved by a change of the share only where they have to be', () => {
    const shares = [1, 5, 20, 50, 51, 80, 99]
    const flowsAt = shares.map(dividing)
    fc.assert(
      fc.property(trackerId, (visitor) => {
        // Once led to the other flow by a small share, by every larger one too.
        const led = flowsAt.map((flowOf) => flowOf(visitor) === '7b')
        expect(led).toEqual(led.toSorted((one, two) => Number(one) - Number(two)))
      }),
    )
    const visitors = Array.from({ length: 20_000 }, newTrackerId)
    const moved = visitors.filter((one) => flowsAt[2]!(one) !== flowsAt[3]!(one)).length
    expect(Math.abs(moved - 6000)).toBeLessThan(5 * Math.sqrt(20_000 * 0.3 * 0.7))
  })

  it('without a tracker id are divided by chance, before the first day not at all, and elsewhere never', () => {
    const flowOf = dividing(50)
    const drawn = new Set(Array.from({ length: 60 }, () => flowOf(undefined)))
    expect(drawn).toEqual(new Set(['7', '7b']))
    const flows = loaded(half)
    // The first of May begins at 22:00 UTC in the company's country.
    for (const [at, both] of [
      ['2031-04-30T21:59:59Z', ['7']],
      ['2031-04-30T22:00:00Z', ['7', '7b']],
    ] as const) {
      const visitors = createVisitorFlows({ flows, keys, clock: () => new Date(at) })
      const ids = Array.from({ length: 60 }, () => visitors.of('brisa', undefined, newTrackerId()).id)
      expect([...new Set(ids)].toSorted()).toEqual(both)
      const others = Array.from({ length: 60 }, () => visitors.of('battito', undefined, newTrackerId()).id)
      expect([...new Set(others)]).toEqual(['7'])
    }
  })

  it('are divided otherwise under another key, and for another pair of flows', () => {
    const visitors = Array.from({ length: 200 }, newTrackerId)
    const flows = loaded(
      { ...half, '18': { with: '18b', share: 50, since: '2031-05-01' } },
      { visitFlows: ['0000', '18'] },
    )
    const led = (key: Buffer, asked: string) => {
      const { of } = createVisitorFlows({ flows, keys: [key], clock: () => now })
      return visitors.map((one) => of('brisa', asked, one).id.endsWith('b'))
    }
    const first = led(keys[0], '7')
    expect(led(Buffer.alloc(32, 2), '7')).not.toEqual(first)
    expect(led(keys[0], '18')).not.toEqual(first)
  })
})

describe('a comparison', () => {
  it.each<[string, Compared, object, string, RegExp]>([
    ['of a flow that does not exist', { '9': half['7'] }, {}, 'comparedFlows.9', /there is no flow 9/],
    [
      'with one that does not exist',
      { '7': { ...half['7'], with: '9' } },
      {},
      'comparedFlows.7.with',
      /there is no flow 9/,
    ],
    ['of a flow that no visit gets', { '7c': half['7'] }, {}, 'comparedFlows.7c', /no visit gets/],
    [
      'with one that a visit may ask for',
      half,
      { visitFlows: ['0000', '7b'] },
      'comparedFlows.7',
      /may ask for flow 7b/,
    ],
    ['with itself', { '7': { ...half['7'], with: '7' } }, {}, 'comparedFlows.7', /may ask for flow 7/],
    ['of 0000', { '0000': half['7'] }, {}, 'comparedFlows.0000', /without an advertisement/],
    [
      'with 0000',
      { '7': { ...half['7'], with: '0000' } },
      { visitFlows: [] },
      'comparedFlows.7',
      /without an advertisement/,
    ],
    [
      'with one that is compared already',
      { ...half, '7c': half['7'] },
      { visitFlows: ['7c'] },
      'comparedFlows.7c',
      /compared twice/,
    ],
    ['with one that checks the age', { '7': { ...half['7'], with: '18' } }, {}, 'comparedFlows.7', /checks the age/],
    ['with a share of none', { '7': { ...half['7'], share: 0 } }, {}, 'comparedFlows.7.share', /./],
    ['with a share of all', { '7': { ...half['7'], share: 100 } }, {}, 'comparedFlows.7.share', /./],
    ['with half a share', { '7': { ...half['7'], share: 12.5 } }, {}, 'comparedFlows.7.share', /./],
    ['since no day', { '7': { ...half['7'], since: '2031-02-30' } }, {}, 'comparedFlows.7.since', /./],
  ])('%s is refused, and says why', (_, compared, over, key, reason) => {
    const failure = (): BrandFileError => {
      try {
        loaded(compared, over)
      } catch (error) {
        if (error instanceof BrandFileError) return error
        throw error
      }
      throw new Error('it was loaded')
    }
    expect(failure()).toMatchObject({ key, reason: expect.stringMatching(reason) })
    expect(failure().file).toContain('brisa/brand.json')
  })
})
