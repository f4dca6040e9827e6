import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLinkToken } from '#modules/identity/links/tokens.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { openVisitor } from './visitor.ts'
import { webBuild } from './web-build.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const page = async (token: string): Promise<string> => {
  const { body } = await testServer.call(`/resetPassword?token=${token}`)
  return String(body)
}

test('an expired reset link is reported when opened, and leads to a new one', async () => {
  const ended = await page('none')
  expect(ended).toContain('Questo link non vale più')
  expect(ended).toContain('href="/forgotPassword"')
  expect(ended).not.toContain('type="password"')
})

test('a valid one shows the form, however often it is opened', async () => {
  const member = await testServer.member()
  const token = await makeLinkToken(testServer.database.db, {
    purpose: 'reset_password',
    brandId: 'local',
    memberId: member.session.angelId,
    email: member.email,
    at: new Date(),
  })
  for (const text of [await page(token), await page(token)]) {
    expect(text).toContain('type="password"')
    expect(text).not.toContain('Questo link non vale più')
  }
})

test('who is being deleted hears, with the new password, that the profile can still be kept', async () => {
  const member = await testServer.member()
  const { db } = testServer.database
  const due = new Date(Date.now() + 86_400_000)
  await db
    .updateTable('members')
    .set({ state: 'deleting', deletion_due_at: due })
    .where('id', '=', member.session.angelId)
    .execute()
  const link = { brandId: 'local', memberId: member.session.angelId, email: member.email, at: new Date() }
  const token = await makeLinkToken(db, { ...link, purpose: 'reset_password' })
  const visitor = openVisitor(testServer)
  const form = await visitor.open(`/resetPassword?token=${token}`)
  const password = 'quattro parole a caso'
  const done = await visitor.send(form, 'again', { password, again: password })
  expect(done.words).toContain('sta per essere eliminato')
  expect(done.words).toContain('accedi con la nuova password')
  const signIn = await visitor.open('/login')
  const refused = await visitor.send(signIn, 'email', { email: member.email, password })
  expect(refused.words).toContain('Tieni il profilo e accedi')
})
