import { route, type StaffRole } from '@incontro/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Caller, Principal } from '#platform/caller.ts'
import { createLog } from '#platform/process/log.ts'
import { createApp } from './app.ts'
import { createHttp } from './bind.ts'

const member: Caller = { kind: 'member', member: { memberId: 'm', mayReachOthers: true } as Principal }
/** Staff with each role at its brand, as `moderator@local`. */
const staff = (...roles: string[]): Caller => ({
  kind: 'staff',
  staff: {
    staffId: 's',
    sessionId: 'x',
    roles: roles.map((one) => {
      const [role = '', brandId = ''] = one.split('@')
      return { role: role as StaffRole, brandId }
    }),
  },
})
const siteOfBrand = (brandId: string) => ({ brandId, poolId: brandId, host: brandId, origin: `https://${brandId}` })

let app: FastifyInstance
let caller: Caller | null
beforeAll(async () => {
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  const http = createHttp(app, {
    limitFactor: 1000,
    siteOf: ({ host }) => (host === 'admin.localhost' ? undefined : siteOfBrand('local')),
    siteOfBrand: (brandId) => (brandId === 'nowhere' ? undefined : siteOfBrand(brandId)),
    callerOf: async () => caller,
  })
  const shape = {
    method: 'GET',
    tag: 'staff',
    summary: 'A throwaway page.',
    reply: z.strictObject({ who: z.string() }),
  } as const
  http.bind(
    route({ ...shape, id: 'desk', path: '/api/desk', access: { staff: ['owner', 'moderator'] } }),
    async ({ staff: me, member: noMember }) => ({ who: `${me.staffId} ${noMember === null}` }),
  )
  http.bind(
    route({
      ...shape,
      id: 'cases',
      path: '/api/:brand/cases',
      params: z.strictObject({ brand: z.string() }),
      access: { staff: ['owner', 'moderator'] },
    }),
    async ({ staff: me, site }) => ({ who: `${me.staffId} ${site.brandId}` }),
  )
  http.bind(
    route({ ...shape, id: 'own', path: '/api/own', access: 'member' }),
    async ({ member: me, staff: none }) => ({
      who: `${me.memberId} ${none === null}`,
    }),
  )
  http.bind(
    route({ ...shape, id: 'open', path: '/api/open', access: 'visitor' }),
    async ({ member: me, staff: none }) => ({
      who: `${me === null} ${none === null}`,
    }),
  )
})
afterAll(() => app.close())

it.each([
  ['nobody', null, 401, 401],
  ['a member', member, 401, 200],
  ['staff without a role', staff(), 403, 401],
  ['another role', staff('finance@local'), 403, 401],
  ['another brand’s moderator', staff('moderator@battito'), 403, 401],
  ['who moderates another brand and has another role here', staff('moderator@battito', 'finance@local'), 403, 401],
  ['a moderator', staff('moderator@local'), 200, 401],
  ['who has another role, too', staff('finance@local', 'moderator@local'), 200, 401],
  ['the owner', staff('owner@battito', 'owner@local'), 200, 401],
])('admits %s to their own routes and to no others', async (_who, as, atDesk, atOwn) => {
  caller = as
  const ask = async (path: string) => app.inject({ url: path })
  expect((await ask('/api/desk')).statusCode).toBe(atDesk)
  expect((await ask('/api/own')).statusCode).toBe(atOwn)
  expect((await ask('/api/open')).statusCode).toBe(200)
  for (const path of ['/api/desk', '/api/own', '/api/open'])
    expect((await ask(path)).headers['cache-control'], path).toBe('no-store')
  // Staff are not members of any brand: on a visitor's route `member` is null.
  if (as?.kind === 'staff') expect((await ask('/api/open')).json()).toEqual({ who: 'true true' })
  if (atDesk === 200) expect((await ask('/api/desk')).json()).toMatchObject({ who: expect.stringMatching(/ true$/) })
})

it.each([
  ['nobody', null, 'local', 401],
  ['a member', member, 'local', 401],
  ['a moderator', staff('moderator@local'), 'local', 200],
  ['a moderator of both, of the one', staff('moderator@local', 'moderator@battito'), 'local', 200],
  ['a moderator of both, of the other', staff('moderator@local', 'moderator@battito'), 'battito', 200],
  ['a moderator, of another brand', staff('moderator@local'), 'battito', 403],
  ['who has another role at that brand', staff('moderator@local', 'finance@battito'), 'battito', 403],
  ['a moderator, of no brand', staff('moderator@local', 'moderator@nowhere'), 'nowhere', 404],
])('admits %s to the brand in the path, at any host', async (_who, as, brand, status) => {
  caller = as
  for (const host of ['localhost', 'battito.localhost', 'admin.localhost']) {
    const reply = await app.inject({ url: `/api/${brand}/cases`, headers: { host } })
    expect([host, reply.statusCode]).toEqual([host, status])
    if (status === 200) expect(reply.json()).toEqual({ who: `s ${brand}` })
  }
  // The others belong to a host.
  expect((await app.inject({ url: '/api/desk', headers: { host: 'admin.localhost' } })).statusCode).toBe(404)
})
