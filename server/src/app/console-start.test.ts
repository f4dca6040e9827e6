import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
})
afterAll(() => server?.close())

const origin = () => `http://admin.localhost:${new URL(server.url).port}`
const ask = async (path: string, options: { host: string; method?: string }) => {
  const { status, headers } = await server.call(path, options)
  return [status, headers.get('location')?.replace(origin(), '') ?? null]
}

it.each([
  ['battito.localhost', '/admin', '/battito'],
  ['battito.localhost', '/admin/', '/battito'],
  ['brisa.localhost', '/admin/queue?kind=photo', '/brisa'],
  // Of the address nothing but the host counts.
  ['battito.localhost', '/admin//evil.example', '/battito'],
  ['battito.localhost', '/admin/%2F..%2F..', '/battito'],
])('at %s %s leads to the start page of that brand in the console', async (host, path, start) => {
  expect(await ask(path, { host })).toEqual([302, start])
})

it('leads nowhere with what begins alike, by another method, or at the console itself', async () => {
  const host = 'battito.localhost'
  expect((await ask('/administration', { host }))[0]).not.toBe(302)
  expect((await ask('/admin', { host, method: 'POST' }))[0]).not.toBe(302)
  expect((await ask('/admin/api/battito/staff', { host }))[0]).toBe(404)
  expect((await ask('/admin', { host: 'admin.localhost' }))[0]).not.toBe(302)
})
