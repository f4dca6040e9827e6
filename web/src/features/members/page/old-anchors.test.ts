import { expect, it } from 'vitest'
import { movedTo } from './old-anchors.ts'

it.each([
  ['#plan', '/purchases'],
  ['#security', '/settings/security'],
  ['#email', '/settings/security#email'],
  ['#passkeys', '/settings/security#passkeys'],
  ['#google', '/settings/security#google'],
  ['#privacy', '/settings/privacy'],
  ['#data', '/settings/privacy#data'],
  ['#preferences', '/settings/preferences'],
  ['#account', '/settings/account'],
  ['#photos', undefined],
  ['#details', undefined],
  ['', undefined],
  ['#constructor', undefined],
])('the old anchor %s leads to %s', (hash, to) => expect(movedTo(hash)).toBe(to))
