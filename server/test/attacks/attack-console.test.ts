import { type Route, staffRoles, type StaffRole } from '@incontro/contract'
import { adminRoutes, permissions } from '@incontro/contract/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { consoleCall, staffMember, type ConsoleCall, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/*
 * Every route of the console, new ones included, asked by all who must not use it, and by each role. What is
 * expected follows from the route's access alone.
 */

const own = 'battito'
const other = 'local'
/** Of another database: this server does not know it, though staff have roles there. */
const away = 'heartline'
const id = '0199b2c4-0000-7000-8000-000000000009'

let server: TestServer
let member: TestMember
const staff = new Map<string, TestStaff>()
beforeAll(async () => {
  const brands = checkedInBrands()
  const served = (key: string): boolean => key !== away
  server = await startTestServer({
    jobs: false,
    brands: {
      list: brands.list.filter(({ key }) => served(key)),
      byKey: (key) => (served(key) ? brands.byKey(key) : undefined),
      byHost: (host) => {
        const brand = brands.byHost(host)
        return brand && served(brand.key) ? brand : undefined
      },
    },
  })
  member = await server.member({ host: 'battito.localhost' })
  for (const role of staffRoles) {
    staff.set(role, await staffMember(server, { roles: [`${role}@${own}`] }))
    staff.set(`${role} away`, await staffMember(server, { roles: [`${role}@${away}`] }))
    staff.set(`${role} stale`, await staffMember(server, { roles: [`${role}@${own}`], state: 'stale' }))
    staff.set(
      `${role} without a second factor`,
      await staffMember(server, { roles: [`${role}@${own}`], state: 'factor' }),
    )
  }
  staff.set('nowhere', await staffMember(server, { roles: [] }))
})
afterAll(() => server?.close())

const routes = Object.values(adminRoutes) as readonly Route[]
const addressOf = ({ path }: Route, brand = own): string => path.replace(':brand', brand).replace(/:\w+/g, id)
const optionsOf = ({ method }: Route): ConsoleCall => ({ method, ...(method === 'GET' ? {} : { body: {} }) })
const ask = async (who: string, route: Route, brand?: string) => {
  const person = staff.get(who)
  if (!person) throw new Error(who)
  const { status, body } = await person.call(addressOf(route, brand), optionsOf(route))
  return status === 403 && body.code === 'proof_needed' ? 'proof needed' : status
}
/** What is neither refused nor unknown: whether the rest of the request is right is the route's own matter. */
const admitted = (answer: unknown): boolean => answer !== 401 && answer !== 403 && answer !== 'proof needed'

const ofBrand = routes.filter(({ path }) => path.includes('/:brand/'))
const ofAny = routes.filter(({ access }) => typeof access === 'object' && access.staff === 'any')
const atConsole = routes.filter(({ access }) => access === 'console')
/** Those that have to answer who is not signed in. */
const open = ['staffSession', 'staffSignIn', 'staffSignOut', 'staffLink', 'staffUseLink']

it('every route says who may use it, by the table where it is about a brand', () => {
  expect(ofBrand.length + ofAny.length + atConsole.length).toBe(routes.length)
  const rows = Object.values(permissions).map((one) => JSON.stringify(one))
  for (const { id: name, access } of ofBrand) {
    const { staff: roles, ...rest } = access as { staff: unknown }
    expect([name, rows]).toEqual([name, expect.arrayContaining([JSON.stringify({ roles, ...rest })])])
  }
  for (const { path } of routes) expect(path).toMatch(/^\/admin\/api\//)
})

describe.each(routes.map((route) => [route.id, route] as const))('%s', (name, route) => {
  it('exists at the console’s host only', async () => {
    for (const host of ['localhost', 'battito.localhost']) {
      const token = `__Host-console=${staff.get('owner')?.token}`
      const { status } = await server.call(addressOf(route), {
        ...optionsOf(route),
        host,
        headers: { cookie: token, origin: `http://${host}:${new URL(server.url).port}` },
      })
      expect([host, status]).toEqual([host, 404])
    }
  })

  it('changes nothing for a page of another site', async () => {
    if (route.method === 'GET') return
    const { status } = await staff.get('owner')!.call(addressOf(route), {
      ...optionsOf(route),
      headers: { origin: 'http://battito.localhost' },
    })
    expect(status).toBe(403)
  })

  if (open.includes(name)) return
  it.each([
    ['a visitor', () => ({})],
    ['a member by cookie', () => ({ cookie: `__Host-session=${member.token}` })],
    ['a member by the console’s cookie', () => ({ cookie: `__Host-console=${member.token}` })],
    ['a member by token', () => ({ authorization: `Bearer ${member.token}` })],
    ['staff by token', () => ({ authorization: `Bearer ${staff.get('owner')?.token}` })],
    ['a cookie that is none', () => ({ cookie: '__Host-console=x' })],
  ])('refuses %s', async (_who, headers) => {
    const call = consoleCall(server, () => undefined)
    const answer = await call(addressOf(route), { ...optionsOf(route), headers: headers() })
    // A body that is not valid is only looked at once the caller is known, except where the handler does that.
    expect(route.access === 'console' ? [400, 401] : [401]).toContain(answer.status)
  })

  it('refuses who has not shown a second factor', async () => {
    for (const role of staffRoles) {
      const answer = await ask(`${role} without a second factor`, route)
      // They complete the sign-in.
      if (['staffFactor', 'staffPasskeyOptions'].includes(name)) expect(admitted(answer)).toBe(true)
      else expect(route.access === 'console' ? [400, 401] : [401]).toContain(answer)
    }
  })
})

describe.each(ofBrand.map((route) => [route.id, route] as const))('%s', (_name, route) => {
  const { staff: roles, fresh } = route.access as { staff: readonly StaffRole[]; fresh?: true }
  it.each(staffRoles)('for %s', async (role) => {
    const isAllowed = roles.includes(role)
    const here = await ask(role, route)
    if (isAllowed) expect(admitted(here)).toBe(true)
    else expect(here).toBe(403)
    expect([other, await ask(role, route, other)]).toEqual([other, 403])
    expect(['nowhere', await ask(role, route, 'nowhere')]).toEqual(['nowhere', 403])
    expect(['another database', await ask(`${role} away`, route, away)]).toEqual([
      'another database',
      isAllowed ? 404 : 403,
    ])
    expect(['role elsewhere', await ask(`${role} away`, route)]).toEqual(['role elsewhere', 403])
    const stale = await ask(`${role} stale`, route)
    if (isAllowed && fresh) expect(stale).toBe('proof needed')
    else if (isAllowed) expect(admitted(stale)).toBe(true)
    else expect(stale).toBe(403)
  })
  it('for staff without any role', async () => expect(await ask('nowhere', route)).toBe(403))
})

describe.each(ofAny.map((route) => [route.id, route] as const))('%s', (_name, route) => {
  const { fresh } = route.access as { fresh?: true }
  it('is for each person’s own account', async () => {
    for (const role of staffRoles) {
      expect([role, admitted(await ask(role, route))]).toEqual([role, true])
      const stale = await ask(`${role} stale`, route)
      if (fresh) expect([role, stale]).toEqual([role, 'proof needed'])
      else expect([role, admitted(stale)]).toEqual([role, true])
    }
  })
})
