import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* Programs read an installation's log: every line must be JSON, unexpected errors included. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string; readonly stack: string }
}
const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** Emits a warning at the start, and at SIGUSR2 an unhandled error. */
const planted = `data:text/javascript,${encodeURIComponent(
  "process.emitWarning('planted warning'); process.once('SIGUSR2', () => void Promise.reject(new Error('planted\\nerror')))",
)}`

describe('a real installation', () => {
  it('logs JSON lines from start to end, Node’s own output included', async () => {
    const one = await startProcess(testServer.config, {
      env: { LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${planted}` },
    })
    for (const path of ['/', '/api/challenge', '/api/no/such', '/pay/webhooks/adyen']) await one.status(path)
    await fetch(`${one.url}/api/users/authenticate`, { method: 'POST', body: '{' })
    one.child.kill('SIGUSR2')
    await once(one.child, 'exit')
    const lines = linesOf(one.log())
    expect(one.child.exitCode).toBe(1)
    expect(lines.find(({ err }) => err?.message === 'planted warning')).toMatchObject({ level: 40 })
    expect(lines.at(-1)).toMatchObject({ level: 60, err: { message: 'planted\nerror' } })
    for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
  })

  it.each([
    ['a setting that is missing', {}, /^DATABASE_URL: /],
    ['a setting that is wrong', { SECRET_KEY: 's'.repeat(40) }, /^SECRET_KEY: /],
    ['a database that is away', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, /^DATABASE_URL: /],
  ])('reports %s in one line of JSON', async (_what, env, sentence) => {
    const all = {
      DATABASE_URL: testServer.config.databaseUrl,
      SECRET_KEY: 'kVJ8rB2mQz5sXn0TwYc7LdHf3GpAe9Uo1iKxRbM4vNs=',
      SMTP_URL: 'smtp://10.0.0.7:25',
      PORT: '0',
    }
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...(Object.keys(env).length > 0 ? { ...all, ...env } : {}),
      },
    })
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(said).toBe('')
    expect(linesOf(errors)).toEqual([expect.objectContaining({ level: 60, msg: expect.stringMatching(sentence) })])
  })
})
