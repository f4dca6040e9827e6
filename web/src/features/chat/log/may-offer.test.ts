import { expect, it } from 'vitest'
import { mayOffer } from './may-offer.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const row = (memberId: string, type: 'messaggio' | 'like' = 'messaggio', minutesAgo = 1) => ({
  memberId,
  type,
  time: new Date(now - minutesAgo * 60_000).toISOString(),
})
const old = row('000000', 'messaggio', 61)

it.each([
  ['without any conversation', [old], false],
  ['in the first conversation', [row('ada'), old], false],
  ['in the first conversation, beside likes and notices', [row('ada'), row('bea', 'like'), row('111111'), old], false],
  ['from the second conversation on', [row('ada'), row('bea'), old], true],
  ['in the first hour', [row('ada'), row('bea'), row('000000', 'messaggio', 59)], false],
  ['once the hour is over', [row('ada'), row('bea'), row('000000', 'messaggio', 60)], true],
  ['once the welcome is not loaded any more', [row('ada'), row('bea')], true],
] as const)('%s', (_, conversations, offered) => expect(mayOffer(conversations, now)).toBe(offered))
