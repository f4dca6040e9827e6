import { expect, test } from 'vitest'
import { attemptStates, type AttemptState } from './attempt-machine.ts'
import type { Attempt } from './attempts.ts'
import { outcomeOf } from './outcome.ts'

const granted = new Date('2026-11-22T10:00:00Z')
const outcome = (state: AttemptState, changes: Partial<Attempt> = {}) => {
  const { status, message } = outcomeOf({ state, code: null, flagged: null, granted_at: null, ...changes } as Attempt)
  return `${status} ${message}`
}

test('of each state is what its payer sees', () => {
  expect(Object.fromEntries(attemptStates.map((state) => [state, outcome(state)]))).toEqual({
    created: 'pending pending',
    submitting: 'pending pending',
    requires_action: 'pending pending',
    processing: 'pending pending',
    unknown: 'pending pending',
    authorised: 'ok success',
    captured: 'ok success',
    declined: 'ko generic',
    cancelled: 'ko cancelled',
    expired: 'ko not_completed',
    failed: 'ko processing_error',
    partially_refunded: 'ok success',
    refunded: 'ok success',
    disputed: 'ok success',
    won: 'ok success',
    lost: 'ok success',
  })
})

test('of an order that waits for its payer is no success while there is nothing to continue with', () => {
  const action = { type: 'redirect', url: 'https://bank.example', method: 'GET', data: {} } as const
  expect([outcome('requires_action', { action }), outcome('requires_action', { action: null })]).toEqual([
    'ok pending',
    'pending pending',
  ])
})

test('has a reason where the catalogue has a code for it', () => {
  const code = 'insufficient_funds'
  for (const state of ['declined', 'cancelled', 'expired', 'failed'] as const)
    expect(outcome(state, { code })).toBe(`ko ${code}`)
  expect([outcome('declined', { code: 'of-the-bank' }), outcome('failed', { code: 'of-the-bank' })]).toEqual([
    'ko generic',
    'ko processing_error',
  ])
  // A provider's own word for cancelling is no reason.
  expect(outcome('cancelled', { code: 'generic' })).toBe('ko cancelled')
  expect([outcome('captured', { code }), outcome('processing', { code })]).toEqual(['ok success', 'pending pending'])
})

test('of money that belongs to no purchase says so, also while it is flagged', () => {
  const change = { refund_due_at: granted }
  expect([outcome('cancelled', change), outcome('unknown', { ...change, flagged: 'paid_twice' })]).toEqual([
    'ko paid_twice',
    'ko paid_twice',
  ])
  expect(outcome('captured', { ...change, granted_at: granted })).toBe('ok success')
})

test('of a payment that was granted and then taken back is no one’s choice', () => {
  for (const state of ['failed', 'cancelled', 'expired'] as const)
    expect(outcome(state, { granted_at: granted })).toBe('ko processing_error')
})

test('of a flagged attempt is pending, unless it was granted', () => {
  const flagged = 'other_amount'
  for (const state of ['declined', 'failed', 'captured', 'requires_action'] as const)
    expect(outcome(state, { flagged })).toBe('pending pending')
  expect(outcome('failed', { flagged, granted_at: granted })).toBe('ko processing_error')
  expect(outcome('captured', { flagged, granted_at: granted })).toBe('ok success')
})
