import { afterAll, beforeAll, expect, it } from 'vitest'
import { openVisitor } from '#modules/identity/google/testing/visitor.ts'
import { accountsOf } from '#test/support/accounts.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { invitationFor } from '#test/support/invitation.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* Addresses of a domain that a brand refuses, wherever an address is given. */

let testServer: TestServer
beforeAll(async () => {
  const brands = checkedInBrands()
  const refusing = { ...brands.byKey('local')!, refusedEmailDomains: ['refused.example'] }
  const local = <T extends { readonly key: string } | undefined>(brand: T) =>
    brand?.key === 'local' ? (refusing as unknown as T) : brand
  testServer = await startTestServer({
    jobs: false,
    brands: {
      list: brands.list.map(local),
      byKey: (key) => local(brands.byKey(key)),
      byHost: (host) => local(brands.byHost(host)),
    },
  })
})
afterAll(() => testServer?.close())

const [local, battito] = ['localhost', 'battito.localhost']
const answer = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => [
  status,
  body.code,
]

it('are refused by that brand and by no other', async () => {
  const { form, register: post } = accountsOf(() => testServer)
  const register = (email: string, host: string) => post(form({ email, country: 'IT' }), { host })
  expect(answer(await register('one@refused.example', local))).toEqual([400, '1005'])
  expect(answer(await register('one@refused.example', battito))).toEqual([200, undefined])

  const enter = (host: string) => openVisitor(testServer, host).enter({ email: 'two@refused.example' })
  expect(answer(await enter(local))).toEqual([400, '1005'])
  expect((await enter(battito)).body).toMatchObject({ result: true, email: 'two@refused.example' })

  const change = async (host: string) => {
    const member = await testServer.member({ host })
    return testServer.call('/api/users/changeEmail', {
      host,
      token: member.token,
      body: { oldEmail: member.email, newEmail: 'three@refused.example', password: member.password },
    })
  }
  expect(answer(await change(local))).toEqual([400, 'errore_email'])
  expect((await change(battito)).status).toBe(200)

  await expect(invitationFor(testServer, 'four@refused.example')).rejects.toThrow('takes no addresses of this kind')
  expect(await invitationFor(testServer, 'four@refused.example', { brand: 'battito' })).toMatch(/^\//)
})
