import fastifyCookie from '@fastify/cookie'
import { fastify } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import type { Brand } from '#modules/brands/index.ts'
import type { Sessions } from '#modules/identity/index.ts'
import type { Caller, Principal } from '#platform/caller.ts'
import { identifySocket } from './socket-identity.ts'

// Registers the cookie parser, as the server does before sockets open.
beforeAll(async () => {
  await fastify().register(fastifyCookie).ready()
})

const token = (letter: string) => letter.repeat(43)
/** The tokens that sign a member in at a brand. */
const known: Readonly<Record<string, string>> = {
  [`${token('a')} local`]: 'ada',
  [`${token('b')} local`]: 'bea',
  [`${token('c')} battito`]: 'carla',
}
const find = (given: string, brandId: string) => {
  const memberId = known[`${given} ${brandId}`]
  if (given === token('d')) return { state: 'disabled' as const }
  return memberId === undefined
    ? { state: 'none' as const }
    : { state: 'active' as const, principal: { memberId, brandId, locale: 'it' } as Principal }
}
const { identify, reidentify } = identifySocket(
  {
    findNow: async (given: string, brandId: string) => find(given, brandId),
    findAllNow: async (given: readonly { token: string; brandId: string }[]) =>
      given.map((one) => find(one.token, one.brandId)),
  } as unknown as Sessions,
  {
    ofUpgrade: ({ headers: { host } }) =>
      host === 'localhost:1'
        ? { brandId: 'local', poolId: 'local', host: 'localhost', origin: 'http://localhost:1' }
        : undefined,
  },
  { byKey: () => ({ languages: ['it', 'en', 'fr'], defaultLanguage: 'it' }) as unknown as Brand },
)
const memberIn = (caller: Caller | undefined) => (caller?.kind === 'member' ? caller.member.memberId : undefined)
const who = async (headers: Record<string, string>, given?: unknown) =>
  memberIn(
    (await identify({ headers: { host: 'localhost:1', ...headers } } as unknown as IncomingMessage, given))?.caller,
  )
const origin = 'http://localhost:1'
const cookie = (letter: string) => `other=1; __Host-session=${token(letter)}`

it.each<[string, Record<string, string>, unknown, string | undefined]>([
  ['a token', {}, token('a'), 'ada'],
  [
    'a token, whatever the page and its cookie',
    { origin: 'https://evil.example', cookie: cookie('b') },
    token('a'),
    'ada',
  ],
  ['a token of another form', { origin, cookie: cookie('b') }, `${token('a')}=`, undefined],
  ['a token that is no text', { origin, cookie: cookie('b') }, { a: 1 }, undefined],
  ['null for a token', { origin, cookie: cookie('b') }, null, undefined],
  ['a token of another brand', {}, token('c'), undefined],
  ['a token of a closed account', {}, token('d'), undefined],
  ['a cookie, from our page', { origin, cookie: cookie('b') }, undefined, 'bea'],
  [
    'a cookie, from our page behind a proxy that adds TLS',
    { origin: 'https://localhost:1', cookie: cookie('b') },
    undefined,
    'bea',
  ],
  ['a cookie, from another page', { origin: 'http://localhost:2', cookie: cookie('b') }, undefined, undefined],
  ['a cookie, from a page that does not say', { cookie: cookie('b') }, undefined, undefined],
  ['a cookie of another form', { origin, cookie: '__Host-session=short' }, undefined, undefined],
  ['nothing', { origin }, undefined, undefined],
  ['a token at no site of ours', { host: 'nowhere.example' }, token('a'), undefined],
])('a socket with %s', async (_, headers, given, member) => expect(await who(headers, given)).toBe(member))

it('gives a browser the language of its page, also when the session is read again, and an API client the member’s', async () => {
  const open = async (headers: Record<string, string>, given?: unknown) => {
    const found = await identify({ headers: { host: 'localhost:1', origin, ...headers } } as never, given)
    const again = found && (await reidentify([found]))[0]
    return [found?.caller, again].map((one) => (one?.kind === 'member' ? one.member.locale : undefined))
  }
  expect(await open({ cookie: `${cookie('b')}; locale=en`, 'accept-language': 'fr' })).toEqual(['en', 'en'])
  expect(await open({ cookie: cookie('b'), 'accept-language': 'fr' })).toEqual(['fr', 'fr'])
  expect(await open({ cookie: `locale=en`, 'accept-language': 'fr' }, token('a'))).toEqual(['it', 'it'])
})

it('reads the sessions of open sockets again, in the same order', async () => {
  const caller = { kind: 'member', member: {} } as Caller
  const before = [
    { token: token('b'), brandId: 'local', caller },
    { token: token('d'), brandId: 'local', caller },
    { token: token('c'), brandId: 'local', caller },
    { token: token('c'), brandId: 'battito', caller },
  ]
  expect((await reidentify(before)).map(memberIn)).toEqual(['bea', undefined, undefined, 'carla'])
})
