import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { openVisitor } from './visitor.ts'
import { webBuild } from './web-build.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

/** Asks for the deletion of a profile, and keeps it by signing in. */
async function keep(isSuspended: boolean) {
  const member = await testServer.member()
  const { pool } = testServer.database
  await pool.query(`update members set state = 'deleting', deletion_due_at = now() + interval '9 days' where id = $1`, [
    member.session.angelId,
  ])
  if (isSuspended)
    await pool.query(
      `insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type,
         automated_detection, automated_decision, territory, source, made_by)
       values ('local', gen_random_uuid(), $1, 'suspension', now(), 'terms', 'harassment', 'a', 'account', false, false,
         'IT', 'member', 'staff:1')`,
      [member.session.angelId],
    )
  const visitor = openVisitor(testServer)
  const who = { email: member.email, password: member.password }
  const refused = await visitor.send(await visitor.open('/login'), 'email', who)
  expect(refused.words).toContain('Tieni il profilo e accedi')
  return visitor.send(refused, 'email', { ...who, intent: 'keep' })
}

test('a profile that is kept by signing in is signed in', async () => {
  expect(await keep(false)).toMatchObject({ status: 200, path: '/find' })
})

test('one that the moderators suspended meanwhile reads that it is kept, and why no one is signed in', async () => {
  const page = await keep(true)
  expect(page.path).toBe('/login')
  expect(page.words).toContain('i nostri moderatori l’hanno sospeso')
  expect(page.words).not.toContain('è disattivato')
  expect(page.words).not.toContain('Tieni il profilo e accedi')
})
