import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { chat } from '#modules/chat/testing/conversing.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* What operators collect from all servers and keep for long, logs and figures, says nothing about any person. */

const lines: string[] = []
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString())
    done()
  },
})
const log = createLog('trace', stream)
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ log })
})
afterAll(() => testServer.close())

const person = {
  email: 'zenobia.quercia@person.example.com',
  password: 'una frase segretissima',
  username: 'Zenobia',
}
const words = 'Ci vediamo al molo di Camogli'

it('neither the log at its most talkative nor the metrics', async () => {
  const woman = await testServer.registeredMember({ gender: 'woman', form: person })
  const man = await testServer.registeredMember({ gender: 'man', form: { username: 'Ildebrando' } })
  const hers = await woman.connect()
  expect(await hers.send('chat', chat(woman, man, words))).toMatchObject({ ok: true })
  // Mistakes and refusals, whose values are the likeliest to be written down.
  for (const [path, body] of [
    ['/api/users/login', { email: person.email, password: `${person.password}!` }],
    ['/api/users/register', { utente: `${person.email} is not encrypted` }],
    ['/api/contact', { name: person.username, email: person.email, topic: 'payments', message: words }],
    [`/api/messages/${woman.session.angelId}/x?who=${encodeURIComponent(person.email)}`, undefined],
    [`/find/${encodeURIComponent(person.email)}`, undefined],
    ['/api/users/forgot', { email: person.email }],
  ] as const)
    await testServer.call(path, { ...(body && { body }), token: man.token })
  await hers.send('chat', { ...chat(woman, man, words), clientMessageId: words })
  await testServer.context.app.inject({ url: `/api/users/me?${words}`, headers: { host: person.email } })
  // A row that violates a constraint: PostgreSQL's message has its values.
  await testServer.database.pool
    .query('insert into members select * from members where id = $1', [woman.session.angelId])
    .catch((error: unknown) => log.error({ err: error }, 'failed'))
  // The mails that this causes have left.
  await testServer.mailTo(person.email)
  const { body: metrics } = await testServer.call('/metrics')
  expect(metrics).toContain('incontro_http_request_duration_seconds_count')
  expect(metrics).toContain('incontro_socket_event_duration_seconds_count{event="chat"}')
  const all = `${lines.join('')}\n${metrics as string}`
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [...Object.values(person), 'Ildebrando', words, 'Camogli', woman.token, woman.session.angelId])
    for (const form of [secret, encodeURIComponent(secret)])
      expect(all.toLowerCase().includes(form.toLowerCase()), form).toBe(false)
})
