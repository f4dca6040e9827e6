import { route, type StaffRole } from '@incontro/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Caller, Principal } from '../caller.ts'
import { createLog } from '../log.ts'
import { createApp } from './app.ts'
import { createHttp } from './bind.ts'

const member: Caller = { kind: 'member', member: { memberId: 'm', mayReachOthers: true } as Principal }
const staff = (role: StaffRole, brandIds = ['local']): Caller => ({
  kind: 'staff',
  staff: { staffId: 's', sessionId: 'x', role, brandIds },
})

let app: FastifyInstance
let caller: Caller | null
beforeAll(async () => {
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  const http = createHttp(app, {
    limitFactor: 1000,
    siteOf: () => ({ brandId: 'local', poolId: 'local', host: 'localhost', origin: 'http://localhost' }),
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
    async ({ staff: me, member: noMember }) => ({ who: `${me.role} ${noMember === null}` }),
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
  ['another role', staff('finance'), 403, 401],
  ['another brand’s moderator', staff('moderator', ['battito']), 403, 401],
  ['a moderator', staff('moderator'), 200, 401],
  ['the owner', staff('owner', ['battito', 'local']), 200, 401],
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
