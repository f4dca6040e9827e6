import { route, type StaffRole } from '@incontro/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Caller, Principal } from '#platform/caller.ts'
import { createLog } from '#platform/process/log.ts'
import { createApp } from './app.ts'
import { createHttp } from './bind.ts'

const member: Caller = { kind: 'member', member: { memberId: 'm', mayReachOthers: true } as Principal }
let provedUntil: Date | null = null
/** Staff with each role at its brand, as `moderator@local`. */
const staff = (...roles: string[]): Caller => ({
  kind: 'staff',
  staff: {
    staffId: 's',
    sessionId: 'x',
    email: 's@console.example.com',
    provedUntil,
    roles: roles.map((one) => {
      const [role = '', brandId = ''] = one.split('@')
      return { role: role as StaffRole, brandId }
    }),
  },
})
const now = new Date('2026-05-04T10:00:00Z')
const siteOfBrand = (brandId: string) => ({ brandId, poolId: brandId, host: brandId, origin: `https://${brandId}` })

let app: FastifyInstance
let caller: Caller | null
beforeAll(async () => {
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  const http = createHttp(app, {
    limitFactor: 1000,
    siteOf: ({ host }) => (host === 'admin.localhost' ? undefined : siteOfBrand('local')),
    console: {
      origin: 'http://admin.localhost',
      isAt: ({ host }) => host === 'admin.localhost',
      siteOfBrand: (brandId) => (brandId === 'nowhere' ? undefined : siteOfBrand(brandId)),
      staffOf: async () => (caller?.kind === 'staff' ? caller.staff : null),
      clock: () => now,
    },
    callerOf: async () => caller,
  })
  const shape = {
    method: 'GET',
    tag: 'staff',
    summary: 'A throwaway page.',
    reply: z.strictObject({ who: z.string() }),
  } as const
  http.bind(
    route({ ...shape, id: 'desk', path: '/admin/api/desk', access: { staff: 'any' } }),
    async ({ staff: me, member: noMember, site }) => ({ who: `${me.staffId} ${noMember === null} ${site}` }),
  )
  const ofBrand = { ...shape, params: z.strictObject({ brand: z.string() }) } as const
  http.bind(
    route({ ...ofBrand, id: 'cases', path: '/admin/api/:brand/cases', access: { staff: ['owner', 'moderator'] } }),
    async ({ staff: me, site }) => ({ who: `${me.staffId} ${site.brandId}` }),
  )
  http.bind(
    route({ ...ofBrand, id: 'money', path: '/admin/api/:brand/money', access: { staff: ['owner'], fresh: true } }),
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

const ask = async (url: string, host = 'localhost') => app.inject({ url, headers: { host } })
const console = 'admin.localhost'

it.each([
  ['nobody', null, 401, 401],
  ['a member', member, 401, 200],
  ['staff without a role', staff(), 200, 401],
  ['the owner', staff('owner@battito', 'owner@local'), 200, 401],
])('admits %s to their own routes and to no others', async (_who, as, atDesk, atOwn) => {
  caller = as
  expect((await ask('/admin/api/desk', console)).statusCode).toBe(atDesk)
  expect((await ask('/api/own')).statusCode).toBe(atOwn)
  expect((await ask('/api/open')).statusCode).toBe(200)
  for (const [path, host] of [['/admin/api/desk', console], ['/api/own'], ['/api/open']] as const)
    expect((await ask(path, host)).headers['cache-control'], path).toBe('no-store')
  // Staff are not members of any brand: on a visitor's route `member` is null.
  if (as?.kind === 'staff') expect((await ask('/api/open')).json()).toEqual({ who: 'true true' })
  if (atDesk === 200) expect((await ask('/admin/api/desk', console)).json()).toEqual({ who: 's true undefined' })
})

it.each([
  ['nobody', null, 'local', 401],
  ['a member', member, 'local', 401],
  ['staff without a role', staff(), 'local', 403],
  ['a moderator', staff('moderator@local'), 'local', 200],
  ['a moderator of both, of the one', staff('moderator@local', 'moderator@battito'), 'local', 200],
  ['a moderator of both, of the other', staff('moderator@local', 'moderator@battito'), 'battito', 200],
  ['a moderator, of another brand', staff('moderator@local'), 'battito', 403],
  ['a moderator, of a brand that does not exist', staff('moderator@local'), 'nowhere', 403],
  ['who has another role at that brand', staff('moderator@local', 'finance@battito'), 'battito', 403],
  ['a moderator, of a brand of another database', staff('moderator@nowhere'), 'nowhere', 404],
])('admits %s to the brand in the path, at the console only', async (_who, as, brand, status) => {
  caller = as
  const reply = await ask(`/admin/api/${brand}/cases`, console)
  expect(reply.statusCode).toBe(status)
  if (status === 200) expect(reply.json()).toEqual({ who: `s ${brand}` })
  for (const host of ['localhost', 'battito.localhost'])
    expect((await ask(`/admin/api/${brand}/cases`, host)).statusCode).toBe(404)
  // The others belong to a host.
  expect((await ask('/api/own', console)).statusCode).toBe(404)
})

it('asks for a fresh proof where the route does, until it has expired', async () => {
  for (const [until, status] of [
    [null, 403],
    [now, 403],
    [new Date(now.getTime() + 1), 200],
  ] as const) {
    provedUntil = until
    caller = staff('owner@local')
    const reply = await ask('/admin/api/local/money', console)
    expect([until, reply.statusCode]).toEqual([until, status])
    if (status === 403) expect(reply.json()).toMatchObject({ code: 'proof_needed' })
  }
  provedUntil = null
})
