import { expect, it } from 'vitest'
import { linkEnds, type LinkPurpose } from './tokens.ts'

const hour = 3_600_000

it.each<[LinkPurpose, number]>([
  ['reset_password', 2],
  ['confirm_email', 24],
  ['change_email', 24],
  ['autologin', 3 * 24],
  ['undo_email_change', 7 * 24],
  ['keep_account', 30 * 24],
])('a link to %s works for %d hours', (purpose, hours) => {
  const at = new Date('2026-12-01T10:00:00Z')
  expect(linkEnds(purpose, at).getTime() - at.getTime()).toBe(hours * hour)
})
