import { locales } from '@incontro/contract'
import { expect, it } from 'vitest'
import { dayName, daysAgo, minutes, rowTime, sameDay, timeOfDay } from './chat-time.ts'

/** A Monday afternoon where the reader is. */
const here = { now: new Date('2026-11-23T15:00:00'), timeZone: undefined }

it.each([
  ['2026-11-23T00:00:00', 0],
  ['2026-11-22T23:59:59', 1],
  ['2026-11-22T00:00:00', 1],
  ['2026-11-21T23:59:59', 2],
  // Over the change of the clocks, and from a clock that is ahead.
  ['2026-10-24T12:00:00', 30],
  ['2026-11-24T00:00:00', -1],
])('%s is %i days ago', (time, days) => expect(daysAgo(time, here)).toBe(days))

it('one day ends at midnight where the reader is', () => {
  expect(sameDay('2026-11-22T00:00:00', '2026-11-22T23:59:59', undefined)).toBe(true)
  expect(sameDay('2026-11-22T23:59:59', '2026-11-23T00:00:00', undefined)).toBe(false)
  expect(sameDay('2026-10-22T12:00:00', '2026-11-22T12:00:00', undefined)).toBe(false)
})

it.each([
  ['2026-11-24T09:05:00', 'Oggi', '09:05'],
  ['2026-11-23T09:05:00', 'Oggi', '09:05'],
  ['2026-11-22T21:05:00', 'Ieri', 'Ieri'],
  ['2026-11-21T21:05:00', 'Sabato', 'Sab'],
  ['2026-11-17T21:05:00', 'Martedì', 'Mar'],
  ['2026-11-16T21:05:00', '16 novembre', '16 nov'],
  ['2026-01-01T00:00:00', '1º gennaio', '1º gen'],
  ['2025-12-31T23:59:59', '31 dicembre 2025', '31 dic'],
])('%s is %s over the messages and %s in the list', (time, day, row) => {
  expect([dayName(time, 'it', here), rowTime(time, 'it', here)]).toEqual([day, row])
})

it.each([
  // Midnight in Rome, and one hour before the clocks change there.
  ['2026-11-29T23:00:00Z', 'Oggi', '00:00'],
  ['2026-11-29T22:59:59Z', 'Ieri', 'Ieri'],
  ['2026-11-23T23:00:00Z', 'Martedì', 'Mar'],
  ['2026-11-23T22:59:00Z', '23 novembre', '23 nov'],
  ['2026-10-25T00:30:00Z', '25 ottobre', '25 ott'],
  // The new year begins there.
  ['2025-12-31T23:30:00Z', '1º gennaio', '1º gen'],
  ['2025-12-31T22:30:00Z', '31 dicembre 2025', '31 dic'],
])('in a document for Rome, %s is %s over the messages and %s in the list', (time, day, row) => {
  const rome = { now: new Date('2026-11-30T22:30:00Z'), timeZone: 'Europe/Rome' }
  expect([dayName(time, 'it', rome), rowTime(time, 'it', rome)]).toEqual([day, row])
  expect(sameDay(time, '2026-11-30T11:00:00Z', 'Europe/Rome')).toBe(day === 'Oggi')
})

it('each language says it in its own words', () => {
  expect(locales.map((locale) => dayName('2026-11-22T21:05:00', locale, here))).toEqual([
    'Ieri',
    'Ayer',
    'Hier',
    'Yesterday',
  ])
  expect(locales.map((locale) => timeOfDay('2026-11-22T21:05:00', locale, undefined))).toEqual(
    locales.map(() => '21:05'),
  )
})

it.each([
  [0, '0:00'],
  [499, '0:00'],
  [500, '0:01'],
  [9499, '0:09'],
  [59_499, '0:59'],
  [59_500, '1:00'],
  [600_000, '10:00'],
])('%i ms of a recording are %s', (ms, shown) => expect(minutes(ms)).toBe(shown))
