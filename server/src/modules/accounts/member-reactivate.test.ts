import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { mailWith } from './testing/mail.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const command = fileURLToPath(new URL('../../commands/member-reactivate.ts', import.meta.url))
const run = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: { ...process.env, DATABASE_URL: testServer.config.databaseUrl } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` }),
    )
  })

it('reopens an account, records author and reason, and refuses invalid input', async () => {
  const member = await testServer.member()
  await testServer.call('/api/users/disableProfile', { token: member.token, body: { clickid: member.session.clickid } })
  const wanted = ['--brand', 'local', '--email', member.email.toUpperCase()]
  const [bare, other, unknown] = await Promise.all([
    run(...wanted, '--reason', ' '),
    run('--brand', 'nobrand', '--email', member.email, '--reason', 'x'),
    run('--brand', 'battito', '--email', member.email, '--reason', 'x'),
  ])
  expect(bare).toMatchObject({ code: 2, said: expect.stringContaining('npm run member:reactivate') })
  expect(other).toMatchObject({ code: 2, said: expect.stringContaining('no brand') })
  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('no account') })
  expect(await run(...wanted, '--reason', 'wrote from the address', '--by', 'anna')).toMatchObject({
    code: 0,
    said: expect.stringContaining('open again'),
  })
  expect(await run(...wanted, '--reason', 'again', '--by', 'anna')).toMatchObject({
    code: 0,
    said: expect.stringContaining('already'),
  })
  expect(
    await testServer.database.db
      .selectFrom('account_changes')
      .select(['change', 'made_by', 'reason'])
      .where('member_id', '=', member.session.angelId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ).toEqual({ change: 'reactivated', made_by: 'command:anna', reason: 'wrote from the address' })
  expect((await mailWith(testServer, member.email, '/login')).subject).toContain('di nuovo attivo')
}, 60_000)
