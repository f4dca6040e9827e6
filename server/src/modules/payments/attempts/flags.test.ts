import { expect, test } from 'vitest'
import { flagsOf, isFlagged, withFlag, withFlagFirst, withoutFlags } from './flags.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute))
type Flagged = Parameters<typeof withFlag>[0]
const none: Flagged = { flagged: null, flagged_at: null, further_flags: [], updated_at: at(0) }
/** The row after a change of its columns. */
const after = (
  row: Flagged,
  { flagged, flagged_at: since, further_flags: further }: ReturnType<typeof withFlag>,
): Flagged => ({
  ...row,
  flagged: flagged ?? null,
  flagged_at: since as Date | null,
  further_flags: JSON.parse(further as string),
})
const two = ['refund_failed', 'second_payment'].reduce(
  (row, flag, n) => after(row, withFlag(row, flag, at(n + 1))),
  none,
)

test('a further reason waits behind the first, since its own time, and once', () => {
  expect(two).toMatchObject({ flagged: 'refund_failed', flagged_at: at(1) })
  expect(two.further_flags).toEqual([{ reason: 'second_payment', at: at(2).toISOString() }])
  for (const again of ['refund_failed', 'second_payment']) expect(after(two, withFlag(two, again, at(9)))).toEqual(two)
  expect([isFlagged(two, 'second_payment'), isFlagged(two, 'late_failed'), isFlagged(none, 'late_failed')]).toEqual([
    true,
    false,
    false,
  ])
})

test('of those that are taken off, nothing is left; the next one comes first with its own time', () => {
  const second = after(two, withoutFlags(two, 'refund_failed'))
  expect(second).toMatchObject({ flagged: 'second_payment', flagged_at: at(2), further_flags: [] })
  expect(flagsOf(after(two, withoutFlags(two, 'second_payment')))).toEqual(['refund_failed'])
  expect(after(two, withoutFlags(two, 'second_payment', 'refund_failed'))).toEqual(none)
  expect(after(two, withoutFlags(two, 'late_failed'))).toEqual(two)
})

test('what is due by itself comes first, in place of what is over, and keeps its time', () => {
  const paid = after(two, withFlagFirst(two, 'paid_twice', { insteadOf: 'refund_failed', at: at(3) }))
  expect(flagsOf(paid)).toEqual(['paid_twice', 'second_payment'])
  const failed = after(paid, withFlagFirst(paid, 'late_failed', { insteadOf: 'paid_twice', at: at(4) }))
  expect(flagsOf(failed)).toEqual(['late_failed', 'second_payment'])
  expect(after(failed, withFlagFirst(failed, 'late_failed', { insteadOf: 'paid_twice', at: at(9) }))).toEqual(failed)
})
