import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import answers from '#server/modules/demo/data/answers.json' with { type: 'json' }
import { freePort } from '#test/support/free-port.ts'
import { openBrowser } from './parts/product.ts'
import { polling } from './parts/polling.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('npm start prints the sign-in data, and a sample member answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const port = await freePort(3)
  const program = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, NODE_ENV: '' },
  })
  const context = await (await openBrowser()).newContext({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  try {
    let said = ''
    program.stdout.on('data', (text) => (said += String(text)))
    program.stderr.on('data', (text) => (said += String(text)))
    await expect
      .poll(() => program.exitCode ?? said, { timeout: 90_000, interval: 200 })
      .toMatch(/(^Sign in as .+\n){2}/m)
    expect(said).toContain(`Incontro is ready: http://localhost:${port}`)
    const logins = [...said.matchAll(/^Sign in as (\S+) with (\S+)$/gm)]
    expect(logins).toHaveLength(2)
    const [, email = '', password = ''] = logins[0] ?? []

    const page = await context.newPage()
    await page.goto(`http://localhost:${port}/login`)
    await page.getByText('Demo').first().waitFor()
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.waitForURL('**/find')
    await expect.poll(() => page.getByRole('article').count(), polling).toBe(12)
    expect(await page.getByRole('article').getByText('Esempio').count()).toBe(12)
    await page
      .getByRole('link', { name: /^Scrivi a / })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Scrivi un messaggio' }).fill('Ciao! Com’è andata la giornata?')
    await page.getByRole('button', { name: 'Invia', exact: true }).click()
    // Her first answer says that she is a sample member, unless it is covered.
    await expect
      .poll(() => page.getByRole('log').innerText(), { timeout: 40_000 })
      .toMatch(new RegExp(`${answers.it.sample}|ti ha mandato un messaggio`))
  } finally {
    await context.close()
    if (program.exitCode === null) {
      const ended = new Promise((resolve) => program.once('exit', resolve))
      program.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
})
