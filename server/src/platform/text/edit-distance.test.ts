import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['', '', 0],
  ['', 'ab', 2],
  ['SMTP_URL', 'SMTP_URL', 0],
  ['SMPT_URL', 'SMTP_URL', 1],
  ['SMTP_URI', 'SMTP_URL', 1],
  ['SMTPURL', 'SMTP_URL', 1],
  ['STMP_ULR', 'SMTP_URL', 2],
  ['DATADIR_', 'DATA_DIR', 2],
  ['abc', 'xyz', 3],
])('%s and %s: %i', (one, other, distance) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance])
})
