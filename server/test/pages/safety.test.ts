import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { readDocument } from './document.ts'
import { webBuild } from './web-build.ts'

/* The page about safety, which must work where nothing else does: without script, session or provider. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const lines = {
  IT: ['112', '1522'],
  ES: ['112', '016', '017'],
  FR: ['112', '3919', '116006', '0805805817'],
  GB: ['999', '08082000247', '159'],
  IE: ['112', '1800341900'],
} as const

test.each([
  ['battito.localhost', 'it', ['IT', 'ES', 'FR', 'GB', 'IE']],
  ['cercame.localhost', 'es', ['ES', 'IT', 'FR', 'GB', 'IE']],
  ['amarelle.localhost', 'fr', ['FR', 'IT', 'ES', 'GB', 'IE']],
  ['heartline.localhost', 'en', ['GB', 'IT', 'ES', 'FR', 'IE']],
] as const)(
  '%s shows every line that helps as a number to press, its own country’s first',
  async (host, lang, order) => {
    const { status, body } = await testServer.call('/safety', { host, headers: { 'accept-language': lang } })
    expect(status).toBe(200)
    const page = readDocument(body)
    expect(page).toMatchObject({ lang, headings: 1, mains: 1 })
    const numbers = [...String(body).matchAll(/href="tel:(\d+)"/g)].map(([, number]) => number)
    expect(numbers).toEqual(order.flatMap((country) => lines[country]))
    for (const part of ['first-date', 'scams', 'reports', 'blocks', 'help-lines'])
      expect(body).toContain(`id="${part}"`)
    expect(String(body)).not.toMatch(/<script(?![^>]*(?:application\/ld\+json| src="))/)
  },
)

test('the footer of visitors and the help of members lead to it, and a member reads their own country first', async () => {
  const { body: home } = await testServer.call('/')
  expect(readDocument(home).links('/safety').length).toBeGreaterThan(0)
  const member = await testServer.member()
  const headers = { cookie: `__Host-session=${member.token}` }
  const { body: profile } = await testServer.call('/find', { headers })
  expect(readDocument(profile).links('/safety').length).toBeGreaterThan(0)
  await testServer.database.db
    .updateTable('members')
    .set({ country: 'ES' })
    .where('id', '=', member.session.angelId)
    .execute()
  const { body } = await testServer.call('/safety', { headers })
  expect(/href="tel:(?!112)(\d+)"/.exec(body)?.[1]).toBe('016')
})
