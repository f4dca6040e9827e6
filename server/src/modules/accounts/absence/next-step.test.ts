import { expect, it } from 'vitest'
import { firstLook, nextStep, type Absence } from './next-step.ts'

const day = 86_400_000
const at = (text: string): Date => new Date(`${text}T10:00:00Z`)
const absence: Absence = { seenAt: at('2027-03-31'), months: 24, remindedAt: [], hasAddress: true }
const end = at('2029-03-31')
const daysBefore = (days: number): Date => new Date(end.getTime() - days * day)
const after = (from: Date, days: number, ms = 0): Date => new Date(from.getTime() + days * day + ms)

it('reminds thirty days before the end, and waits until then', () => {
  const due = daysBefore(30)
  expect(firstLook(absence.seenAt, 24)).toEqual(due)
  expect(nextStep(absence, after(due, 0, -1))).toEqual({ kind: 'wait', until: due })
  expect(nextStep(absence, due)).toEqual({ kind: 'remind', endsOn: end, until: after(due, 23) })
})

it.each([
  ['2027-08-31', 6, '2028-02-29'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-05-31', 1, '2027-06-30'],
  ['2027-05-30', 1, '2027-06-30'],
])('ends on the last day of a month that lacks the day: %s, %d months later on %s', (seen, months, last) => {
  expect(firstLook(at(seen), months)).toEqual(after(at(last), -30))
})

it('reminds again seven days before the end, and ends at it', () => {
  const first = daysBefore(30)
  const second = daysBefore(7)
  const once = { ...absence, remindedAt: [first] }
  expect(nextStep(once, after(second, 0, -1))).toEqual({ kind: 'wait', until: second })
  expect(nextStep(once, second)).toEqual({ kind: 'remind', endsOn: end, until: end })
  const twice = { ...absence, remindedAt: [first, second] }
  expect(nextStep(twice, after(end, 0, -1))).toEqual({ kind: 'wait', until: end })
  expect(nextStep(twice, end)).toEqual({ kind: 'end' })
})

it('gives a member who is found years late the same time from each reminder on', () => {
  const late = after(end, 2000)
  expect(nextStep(absence, late)).toEqual({ kind: 'remind', endsOn: after(late, 30), until: after(late, 23) })
  const second = after(late, 40)
  expect(nextStep({ ...absence, remindedAt: [late] }, second)).toEqual({
    kind: 'remind',
    endsOn: after(second, 7),
    until: after(second, 7),
  })
  const twice = { ...absence, remindedAt: [late, second] }
  expect(nextStep(twice, after(second, 7, -1))).toEqual({ kind: 'wait', until: after(second, 7) })
  expect(nextStep(twice, after(second, 7))).toEqual({ kind: 'end' })
})

it('ends an account whose address was never confirmed without mail, at the end itself', () => {
  const unconfirmed = { ...absence, hasAddress: false }
  expect(nextStep(unconfirmed, after(end, 0, -1))).toEqual({ kind: 'wait', until: end })
  expect(nextStep(unconfirmed, end)).toEqual({ kind: 'end' })
})
