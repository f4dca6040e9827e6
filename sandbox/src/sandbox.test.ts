import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openCollection } from './collection.ts'
import { readConfig } from './config.ts'
import { checkoutClient } from './testing/checkout-client.ts'
import { startSandbox } from './testing/start-sandbox.ts'

test('the key, payments, answers and undelivered webhooks survive a restart', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
  const first = await startSandbox({ stateDir })
  first.answerWith(500)
  const before = checkoutClient(first)
  const key = await before.publicKey()
  const body = before.payment(await before.card('4111111111111111'))
  const paid = await before.post('/payments', body, { 'idempotency-key': 'kept' })
  await vi.waitFor(() => expect(first.webhooks.length).toBeGreaterThan(0))
  await first.close()

  const second = await startSandbox({ stateDir })
  const after = checkoutClient(second)
  expect(await after.publicKey()).toBe(key)
  expect((await after.post('/payments', body, { 'idempotency-key': 'kept' })).body).toMatchObject({
    pspReference: paid.body.pspReference,
  })
  await vi.waitFor(() =>
    expect(second.sandbox.state.webhooks.all().map(({ state }) => state)).toEqual(['accepted', 'accepted']),
  )
  await second.close()
  rmSync(stateDir, { recursive: true })
})

test('a collection is bounded and survives an incomplete line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-collection-'))
  const file = join(folder, 'c.jsonl')
  const collection = openCollection<{ id: string; n: number }>(file, 3)
  for (let n = 0; n < 500; n += 1) collection.put({ id: `r${n % 5}`, n })
  appendFileSync(file, '{"id":"torn')
  const again = openCollection<{ id: string; n: number }>(file, 3)
  expect(again.all()).toEqual(collection.all())
  expect(again.all()).toHaveLength(3)
  again.put({ id: 'new', n: 1 })
  expect(openCollection<{ id: string; n: number }>(file, 3).get('new')).toEqual({ id: 'new', n: 1 })
  rmSync(folder, { recursive: true })
})

test('the page shows everything, escaped, and loads nothing from other origins', async () => {
  const running = await startSandbox()
  const client = checkoutClient(running)
  await client.post(
    '/payments',
    client.payment(await client.card('4111111111111111'), { reference: '<script>x</script>' }),
  )
  const response = await fetch(`${running.origin}/`)
  const page = await response.text()
  expect(page).toContain('&lt;script&gt;x&lt;/script&gt;')
  expect(page).not.toContain('<script')
  expect(page).toContain('4212 3456 7890 1237')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await fetch(`${running.origin}/healthz`)).status).toBe(200)
  await running.close()
})

test('an invalid environment variable is named', () => {
  expect(() => readConfig({ SANDBOX_PORT: 'x' })).toThrow('SANDBOX_PORT')
  expect(() => readConfig({ APP_URL: 'nowhere' })).toThrow('APP_URL')
  expect(readConfig({ SANDBOX_PORT: '4000' })).toMatchObject({ port: 4000, smtpPort: 4001 })
})
