import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { readAddress, visitQuery } from './address.ts'
import { flowOf } from './flow.ts'
import { keepVisit, keptVisit, landsAgain, randomTrackerId } from './kept-visit.ts'
import { visitOf } from './visit.ts'

const wellFormed = /^[A-Za-z0-9._-]{1,64}$/
const minute = 60_000
const now = Date.UTC(2026, 10, 21, 20, 0)

let kept: Map<string, string>
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value)
  },
}
beforeEach(() => {
  kept = new Map()
})
const land = (search = '', at = now) => keepVisit(store, { search, country: 'IT', ua: 'Browser/1', now: at })

const form = (flowId?: string) => {
  const data = new FormData()
  data.set('country', 'IT')
  if (flowId !== undefined) data.set('fluxId', flowId)
  return data
}

describe('readAddress', () => {
  it('reads the parameters of an advertisement', () =>
    expect(readAddress('?tid=abc-1&campid=42&src=radio&fluxid=7&ip=192.0.2.1')).toEqual({
      tid: 'abc-1',
      campid: '42',
      src: 'radio',
      flowId: '7',
      ip: '192.0.2.1',
    }))

  it('accepts either spelling of the flow', () => expect(readAddress('?fluxId=0000').flowId).toBe('0000'))

  it('drops malformed values', () =>
    expect(readAddress('?tid=a%20b&campid=%0a&src=%E2%80%AE&fluxId=%2F&ip=here')).toEqual({
      tid: undefined,
      campid: undefined,
      src: undefined,
      flowId: undefined,
      ip: undefined,
    }))

  test('no URL gives a value that the server would refuse', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('tid', 'campid', 'src', 'ip', 'fluxid', 'fluxId'),
          fc.string({ unit: 'binary', maxLength: 250 }),
        ),
        (query) => {
          const { tid, campid, src, ip, flowId } = readAddress(`?${new URLSearchParams(query).toString()}`)
          if (tid !== undefined) expect(tid).toMatch(wellFormed)
          if (flowId !== undefined) expect(flowId).toMatch(/^[A-Za-z0-9_-]{1,16}$/)
          if (ip !== undefined) expect(ip.length).toBeLessThanOrEqual(45)
          for (const text of [campid, src]) {
            if (text === undefined) continue
            expect(text.length).toBeLessThanOrEqual(200)
            expect(text).not.toMatch(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u)
          }
        },
      ),
    )
  })

  test('every well-formed tracker id is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(wellFormed), (tid) => {
        expect(readAddress(`?${new URLSearchParams({ tid }).toString()}`).tid).toBe(tid)
      }),
    )
  })
})

describe('visitQuery', () => {
  it('passes the visit on, but not the parameters of personal links', () => {
    expect(visitQuery('?tid=a&lang=es&token=secret&mail=a%40b.c&red=x&fluxid=7')).toBe('?tid=a&fluxid=7')
    expect(visitQuery('?lang=es')).toBe('')
    expect(visitQuery('', { next: '/chats?x=1' })).toBe('?next=%2Fchats%3Fx%3D1')
  })
})

describe('flowOf', () => {
  it.each([
    ['/', '', '0000'],
    ['/signup', '', '0000'],
    ['/Signup/', '', '0000'],
    ['/', '?tid=a', '7'],
    ['/signup', '?tid=a', '7'],
    ['/find', '', '7'],
    ['/ms', '', '7'],
    ['/asignup', '?mail=a@b.c', '7'],
    ['/login', '', '7'],
    ['/signup', '?tid=not%20one', '0000'],
    // The URL takes precedence everywhere; the server checks whether the flow exists.
    ['/', '?fluxid=7', '7'],
    ['/find', '?fluxId=0000', '0000'],
    ['/signup', '?tid=a&fluxid=0000', '0000'],
    ['/find', '?fluxid=%3Cb%3E', '7'],
  ])('%s%s is flow %s', (path, search, flow) => expect(flowOf(path, readAddress(search), '7')).toBe(flow))
})

describe('landsAgain', () => {
  it.each([
    [null, true],
    ['', true],
    ['yesterday', true],
    ['NaN', true],
    ['Infinity', true],
    [String(now + 1), true],
    [String(now), false],
    [String(now - 10 * minute), false],
    [String(now - 10 * minute - 1), true],
    [String(now - 24 * 60 * minute - 1), true],
  ])('a visit that landed at %s is over: %s', (time, again) => expect(landsAgain(time, now)).toBe(again))

  test('a visit lasts exactly ten minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * 24 * 60 * minute, max: 2 * 24 * 60 * minute }), (age) => {
        expect(landsAgain(String(now - age), now)).toBe(age < 0 || age > 10 * minute)
      }),
    )
  })
})

describe('keepVisit', () => {
  it('stores a visit without parameters as direct, under a new tracker id', () => {
    expect(land()).toBe(true)
    expect(Object.fromEntries(kept)).toEqual({
      trackerId: expect.stringMatching(/^[A-Za-z0-9.-]{20}$/),
      source: 'direct',
      ua: 'Browser/1',
      country: 'IT',
      landedTime: String(now),
    })
  })

  it('stores the parameters of the URL and keeps them when the next page has none', () => {
    expect(land('?tid=ad-1&campid=42&src=radio&ip=192.0.2.1')).toBe(false)
    land('', now + minute)
    expect(Object.fromEntries(kept)).toEqual({
      trackerId: 'ad-1',
      campid: '42',
      source: 'radio',
      ip: '192.0.2.1',
      ua: 'Browser/1',
      country: 'IT',
      landedTime: String(now),
    })
    land('?tid=ad-2', now + 11 * minute)
    expect(kept.get('trackerId')).toBe('ad-2')
    expect(kept.get('landedTime')).toBe(String(now + 11 * minute))
  })

  it('looks up the IP address once per visit', () => {
    expect(land()).toBe(true)
    kept.set('ip', '192.0.2.7')
    expect(land('', now + minute)).toBe(false)
    expect(land('', now + 11 * minute)).toBe(true)
  })

  test('stores and sends only well-formed values, whatever the storage and the URL contain', () => {
    const junk = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(junk, junk, junk, junk, (tid, trackerId, source, landedTime) => {
        kept = new Map(Object.entries({ trackerId, source, landedTime, campid: source, ip: source }))
        const search = `?${new URLSearchParams({ tid }).toString()}`
        land(search)
        expect(kept.get('trackerId')).toMatch(wellFormed)
        expect(landsAgain(kept.get('landedTime') ?? null, now)).toBe(false)
        const sent = visitOf(search, form(source), keptVisit(store))
        expect(sent.clickid).toMatch(wellFormed)
        expect(sent.source).toMatch(/^[^\p{C}]{1,200}$/u)
        if (sent.flowId !== undefined) expect(sent.flowId).toMatch(/^[A-Za-z0-9_-]{1,16}$/)
        if (sent.ip !== undefined) expect(sent.ip).toMatch(/^[0-9A-Fa-f.:]{2,45}$/)
      }),
    )
  })

  it('generates a different tracker id for every visitor', () =>
    expect(new Set(Array.from({ length: 200 }, randomTrackerId)).size).toBe(200))
})

describe('visitOf', () => {
  it('prefers the URL to stored values', () => {
    land('?tid=ad-1&campid=42&src=radio&ip=192.0.2.1')
    expect(visitOf('?campid=43', form('7'), keptVisit(store))).toEqual({
      clickid: 'ad-1',
      campid: '43',
      source: 'radio',
      ip: '192.0.2.1',
      flowId: '7',
      country: 'IT',
    })
  })

  it('is direct and without an id if nothing is stored', () =>
    expect(visitOf('', form())).toEqual({
      clickid: undefined,
      campid: undefined,
      source: 'direct',
      ip: undefined,
      flowId: undefined,
      country: 'IT',
    }))
})
