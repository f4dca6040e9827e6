import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer } from '#test/support/test-server.ts'

/** Notes the packages that a process resolves. */
const hook = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  const found = next(specifier, context)
  const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url) ?? []
  if (name) appendFileSync(process.env.NOTED_PACKAGES, name + '\\n')
  return found
} })`

/** Each is loaded when it is first needed, or configured. */
const unneeded = [
  'grammy',
  'web-push',
  'imapflow',
  'postal-mime',
  '@aws-sdk/client-s3',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  'otpauth',
  'uqr',
  'openid-client',
  'redis',
  'pdfkit',
  'csv-stringify',
  '@tus/server',
  'sharp',
  'react-email',
]

it('a server that nothing was configured for, and that is asked nothing, loads no library of a channel or provider', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'incontro-packages-'))
  const noted = join(folder, 'packages')
  const server = await startTestServer({ jobs: false })
  try {
    const one = await startProcess(server.config, {
      env: {
        NOTED_PACKAGES: noted,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      },
    })
    await one.stop()
    const loaded = new Set(readFileSync(noted, 'utf8').split('\n'))
    expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'zod']))
    expect(unneeded.filter((name) => loaded.has(name))).toEqual([])
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
