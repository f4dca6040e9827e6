import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attemptState,
  attemptStates,
  isFinal,
  isOpen,
  isPaid,
  nextState,
  transitions,
  type AttemptState,
} from './attempt-machine.ts'

const state = fc.constantFrom(...attemptStates)
const run = (events: readonly AttemptState[], from: AttemptState = 'created') =>
  events.reduce<AttemptState[]>(
    (path, reported) => {
      const next = nextState(path.at(-1)!, reported)
      return next === path.at(-1) ? path : [...path, next]
    },
    [from],
  )

test('no order of events moves a final state', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 40 }), fc.array(state, { maxLength: 40 }), (before, after) => {
      const at = run(before).at(-1)!
      if (isFinal(at)) expect(run(after, at)).toEqual([at])
    }),
  )
})

test('only unknown and requires_action are ever entered twice, and not endlessly', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 60 }), (events) => {
      const path = run(events).filter((name) => name !== 'unknown' && name !== 'requires_action')
      expect(new Set(path).size).toBe(path.length)
    }),
  )
})

test('a paid attempt is never open or declined again', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 60 }), (events) => {
      const path = run(events)
      const paid = path.findIndex(isPaid)
      if (paid < 0) return
      for (const later of path.slice(paid)) {
        expect(isOpen(later)).toBe(false)
        expect(later).not.toBe('declined')
      }
    }),
  )
})

test('duplicates change nothing', () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 40 }), (events) => {
      expect(run(events.flatMap((event) => [event, event]))).toEqual(run(events))
    }),
  )
})

test('refunds and disputes come after the money, and end', () => {
  expect(
    run(['submitting', 'authorised', 'captured', 'partially_refunded', 'refunded', 'captured', 'declined']).at(-1),
  ).toBe('refunded')
  expect(run(['submitting', 'authorised', 'captured', 'disputed', 'won', 'lost', 'disputed']).at(-1)).toBe('won')
  expect(run(['submitting', 'captured', 'authorised', 'disputed', 'lost']).at(-1)).toBe('lost')
  for (const [from, targets] of Object.entries(transitions)) {
    if (targets.includes('refunded'))
      expect(['authorised', 'captured', 'partially_refunded', 'disputed']).toContain(from)
  }
})

/** Listed again by name, so that a change of the table is detected. */
const afterwards = ['partially_refunded', 'refunded', 'disputed', 'won', 'lost'] as const
const outcomes = ['authorised', 'captured', 'declined', 'cancelled', 'expired', 'failed'] as const
const allowed: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['submitting'],
  submitting: ['requires_action', 'processing', 'unknown', ...outcomes],
  unknown: ['requires_action', 'processing', ...outcomes],
  requires_action: ['processing', 'unknown', ...outcomes],
  processing: [...outcomes],
  authorised: ['captured', 'cancelled', 'expired', 'failed', ...afterwards],
  captured: ['failed', ...afterwards],
  partially_refunded: ['refunded', 'disputed', 'won', 'lost'],
  disputed: ['won', 'lost', 'refunded'],
  declined: [],
  cancelled: [],
  expired: [],
  failed: [],
  refunded: [],
  won: [],
  lost: [],
}

test.each(attemptStates)('%s allows exactly its transitions', (from) => {
  for (const reported of attemptStates)
    expect([reported, nextState(from, reported)]).toEqual([
      reported,
      allowed[from].includes(reported) ? reported : from,
    ])
})

test('the final, open and paid states, by name', () => {
  expect(attemptStates.filter(isFinal)).toEqual([
    'declined',
    'cancelled',
    'expired',
    'failed',
    'refunded',
    'won',
    'lost',
  ])
  expect(attemptStates.filter(isOpen)).toEqual(['created', 'submitting', 'requires_action', 'processing', 'unknown'])
  expect(attemptStates.filter(isPaid)).toEqual(['authorised', 'captured'])
})

test('an unknown text is not a state', () => {
  expect(() => attemptState('paid')).toThrow(/paid/)
  expect(attemptState('won')).toBe('won')
})
