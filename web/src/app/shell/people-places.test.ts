import { expect, it } from 'vitest'
import { type Goer, peoplePlaces } from './people-places.ts'

const where = (session: Partial<Goer>, invites: 0 | 1 = 0) =>
  peoplePlaces({ listedAll: ['uomo'], seeksAll: ['donna'], flowId: '7', ...session, flow: { messageInvites: invites } })

it.each([
  ['a man who seeks women', {}, 0, ['/find', '/match']],
  ['a woman who seeks women', { listedAll: ['donna'], seeksAll: ['donna'] }, 0, ['/find', '/match']],
  ['a man who seeks men', { listedAll: ['uomo'], seeksAll: ['uomo'] }, 0, ['/find', '/match']],
  ['a woman who seeks both', { listedAll: ['donna'], seeksAll: ['uomo', 'donna'] }, 0, ['/find', '/match']],
  ['who is listed in both and seeks men', { listedAll: ['donna', 'uomo'], seeksAll: ['uomo'] }, 0, ['/find', '/match']],
  ['a woman who seeks men', { listedAll: ['donna'], seeksAll: ['uomo'] }, 0, ['/find']],
  ['anybody in the compliant flow', { flowId: '0000' }, 0, ['/find']],
  ['anybody in a flow with invites', {}, 1, ['/match']],
  ['a woman who seeks men in a flow with invites', { listedAll: ['donna'], seeksAll: ['uomo'] }, 1, ['/match']],
  ['anybody in the compliant flow with invites', { flowId: '0000' }, 1, ['/find']],
] satisfies [string, Partial<Goer>, 0 | 1, string[]][])('%s goes to %j', (_, session, invites, places) => {
  expect(where(session, invites)).toEqual(places)
})
