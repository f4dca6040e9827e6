import { expect, it } from 'vitest'
import { conversationId, deriveKeys, isUuid, keyedHash, keyedHashes, newTrackerId, uuidOf } from '#platform/ids.ts'
import { opens, reseal, seal, unseal } from './seal.ts'

const [a, b, c] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

it('opens what was sealed under an older key, and reseals it under the newest', () => {
  for (const key of [a, b, c]) expect(unseal([a, b, c], seal([key], 'text'))).toBe('text')
  expect(opens([a, b], seal([c], 'text'))).toBe(false)
  expect(() => unseal([a], seal([b], 'text'))).toThrow()
  expect(reseal([a, b], seal([a], 'text'))).toBeUndefined()
  expect(reseal([a, b], seal([c], 'text'))).toBeUndefined()
  expect(unseal([a], reseal([a, b, c], seal([c], 'text')) ?? '')).toBe('text')
  const sealed = Buffer.from(seal([a], 'text'), 'base64url')
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(opens([a], changed.toString('base64url'))).toBe(false)
  }
  expect(seal([a], 'text')).not.toBe(seal([a], 'text'))
})

it('hashes a value under the newest key, and looks it up under all of them', () => {
  expect(keyedHash([b, a], 'x')).toEqual(keyedHashes([b, a], 'x')[0])
  expect(keyedHashes([b, a], 'x')).toEqual([keyedHash([b], 'x'), keyedHash([a], 'x')])
  const [newest, ...older] = deriveKeys(['new', 'old'], 'purpose')
  expect([newest, ...older]).toEqual([...deriveKeys(['new'], 'purpose'), ...deriveKeys(['old'], 'purpose')])
  expect(deriveKeys(['new'], 'another')[0].equals(newest)).toBe(false)
})

it('gives two members one conversation id, whatever their order', () => {
  const [one, other] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002']
  expect(conversationId(one, other)).toBe(conversationId(other, one))
  expect(conversationId(one, one)).not.toBe(conversationId(one, other))
  expect(isUuid(conversationId(one, other))).toBe(true)
  expect(uuidOf('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  for (const wrong of ['', one.slice(1), `${one}0`, one.replaceAll('-', ''), one.replace('a', 'g')])
    expect(isUuid(wrong), wrong).toBe(false)
})

it('a tracker id has the twenty characters of the specification', () => {
  const ids = Array.from({ length: 200 }, newTrackerId)
  expect(ids.filter((id) => !/^[A-Za-z0-9.-]{20}$/.test(id))).toEqual([])
  expect(ids.join('')).toContain('.')
  expect(ids.join('')).toContain('-')
})
