import { expect, it } from 'vitest'
import { pageScript } from './page-script.ts'

it.each([
  [[], 'now', 'now'],
  [[undefined, {}], 'now', 'now'],
  [[{ script: 'later' }], 'later', 'later'],
  [[{ script: false }], 'none', 'none'],
  [[{ script: 'later' }, { script: false }], 'none', 'none'],
  [[{ script: { visitor: false } }], 'none', 'now'],
  [[{ script: { member: 'later' } }], 'now', 'later'],
  [[{ script: { visitor: 'later', member: false } }], 'later', 'none'],
])('the routes %j run their script %s for a visitor and %s for a member', (handles, visitor, member) => {
  expect([pageScript(handles, false), pageScript(handles, true)]).toEqual([visitor, member])
})
