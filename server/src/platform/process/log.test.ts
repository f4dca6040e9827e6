import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** What the program writes to standard error when it runs `code`. */
function logged(code: string): string {
  const { stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    ${code}`,
    ],
    { encoding: 'utf8' },
  )
  return stderr
}

it('writes what libraries print as lines of JSON', () => {
  const lines = logged(`
    const { logNodeWarnings } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)})
    logNodeWarnings(log)
    console.error(new Error('No route matches URL "/\\r\\nLocation: http://evil"'))
    console.warn("Can't use element at index '%s'\\nand more", 'b', { email: 'x' })
    console.log()`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } })
  expect(lines.map(({ level }) => level)).toEqual([50, 40, 30])
  expect(lines[0]?.err?.message).toContain('No route matches')
  expect(lines[1]?.msg).toContain("Can't use element at index 'b'\nand more")
})

it('redacts credentials and personal data', () => {
  const text = logged(`
    log.warn({ body: { email: 'anna@example.org', password: 'segreta', token: 'tok-1', utente: 'jwe-1' }, req: { headers: { cookie: 'c-1', authorization: 'Bearer b-1' } }, mail: { to: 'anna@example.org' } }, 'x')
    const error = Object.assign(new Error('duplicate key value violates unique constraint "member_emails_pkey"'), {
      code: '23505', constraint: 'member_emails_pkey', detail: 'Key (brand_id, email)=(local, anna@example.org) already exists.', where: 'anna@example.org', parameters: ['anna@example.org'],
    })
    log.error({ err: error }, 'request failed')
    log.error({ err: new Error('outer', { cause: error }) }, 'request failed')`)
  expect(text).toContain('member_emails_pkey')
  expect(text).not.toMatch(/anna@|segreta|tok-1|jwe-1|c-1|b-1/)
})
