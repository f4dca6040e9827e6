import { expect, it } from 'vitest'
import { type Goer, peoplePlaces } from './people-places.ts'

const where = (session: Partial<Goer>, invites: 0 | 1 = 0) =>
  peoplePlaces({ ownGender: 'uomo', seeks: 'donna', flowId: '7', ...session, flow: { messageInvites: invites } })

it.each([
  ['a man who seeks women', {}, 0, ['/find', '/match']],
  ['a woman who seeks women', { ownGender: 'donna', seeks: 'donna' }, 0, ['/find', '/match']],
  ['a man who seeks men', { ownGender: 'uomo', seeks: 'uomo' }, 0, ['/find', '/match']],
  ['a woman who seeks men', { ownGender: 'donna', seeks: 'uomo' }, 0, ['/find']],
  ['anybody in the compliant flow', { flowId: '0000' }, 0, ['/find']],
  ['anybody in a flow with invites', {}, 1, ['/match']],
  ['a woman who seeks men in a flow with invites', { ownGender: 'donna', seeks: 'uomo' }, 1, ['/match']],
  ['anybody in the compliant flow with invites', { flowId: '0000' }, 1, ['/find']],
] as const)('%s goes to %j', (_, session, invites, places) => {
  expect(where(session, invites)).toEqual(places)
})
