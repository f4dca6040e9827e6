import type { StatementEntry } from '@incontro/contract'
import { expect, test } from 'vitest'
import { daysOf } from './days.ts'

let count = 0
const entry = (time: string, changes: Partial<StatementEntry> = {}): StatementEntry => ({
  id: `${(count += 1)}`,
  time: new Date(time).toISOString(),
  account: 'messages',
  amount: -10,
  cause: 'message',
  order: null,
  ...changes,
})

test('groups the messages of each day into one line and loses none', () => {
  const entries = [
    entry('2026-05-02T09:00:00+02:00'),
    entry('2026-05-02T00:00:00+02:00'),
    entry('2026-05-01T23:59:59+02:00'),
    entry('2026-05-01T12:00:00+02:00', { account: 'icebreakers', amount: -1 }),
    entry('2026-05-01T12:00:00+02:00', { amount: 10 }),
  ]
  const days = daysOf(entries, 'Europe/Rome')
  expect(days.map(({ lines }) => lines.map(({ account, amount, count: many }) => [account, amount, many]))).toEqual([
    [['messages', -20, 2]],
    [
      ['messages', -10, 1],
      ['icebreakers', -1, 1],
      ['messages', 10, 1],
    ],
  ])
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  expect(sum(days.flatMap(({ lines }) => lines.map(({ amount }) => amount)))).toBe(
    sum(entries.map(({ amount }) => amount)),
  )
})

test('lists each purchase separately', () => {
  const bought = { cause: 'purchase', amount: 600 } as const
  const [day] = daysOf(
    [entry('2026-05-02T09:00:00+02:00', bought), entry('2026-05-02T08:00:00+02:00', bought)],
    'Europe/Rome',
  )
  expect(day?.lines.map(({ amount }) => amount)).toEqual([600, 600])
})
