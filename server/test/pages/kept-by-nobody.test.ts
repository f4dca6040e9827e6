import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { acquaint, memberPages } from './paths.ts'
import { webBuild } from './web-build.ts'

/* A member's pages must not be stored by a browser or a proxy. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

test("every page of a member, and its data for the router, is no-store; a visitor's may be cached", async () => {
  const him = await testServer.member()
  const her = await testServer.member({ gender: 'woman' })
  await acquaint(him, her)
  const cookie = `__Host-session=${him.token}`
  const kept: string[] = []
  for (const path of [...memberPages(her.session.angelId), '/', '/cookies', '/legal/terms', '/purchase', '/ok'])
    for (const address of [path, path.replace(/^(\/[^?]*[^?/])(\?|$)/, '$1.data$2')]) {
      const { headers } = await testServer.call(address, { headers: { cookie } })
      if (headers.get('cache-control') !== 'no-store') kept.push(`${address} ${headers.get('cache-control')}`)
    }
  expect(kept).toEqual([])
  expect((await testServer.call('/legal/terms')).headers.get('cache-control')).not.toContain('no-store')
})
