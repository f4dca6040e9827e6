import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { open } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** A virtual authenticator in the browser, like that of a phone or a password manager. */
async function holdPasskeys(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { cdp, authenticatorId }
}

test('a member adds a passkey, signs in with it, renames it and removes it', async () => {
  const { page, context, member, problems } = await openMember(product, {}, sizes.desktop)
  const { cdp, authenticatorId } = await holdPasskeys(page)
  await open(product, page, '/settings/security')
  const card = page.locator('#passkeys')
  await card.getByText('Non ne hai ancora nessuna.').waitFor()
  await card.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await page.getByText('Passkey aggiunta.').waitFor()
  await card.getByText('Chrome su Linux', { exact: true }).waitFor()
  await card.getByText('Mai usata.').waitFor()
  expect((await product.testServer.mailTo(member.email, 'passkey')).subject).toContain('Nuova passkey')
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toMatchObject([
    { isResidentCredential: true, rpId: 'localhost' },
  ])

  // The same device creates no second passkey.
  await card.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await card.getByRole('alert').filter({ hasText: 'c’è già una tua passkey' }).waitFor()
  expect(await faults(page)).toEqual([])

  // Otherwise the authenticator would accept the offer at the field before the test presses the button.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.getByRole('button', { name: 'Esci', exact: true }).first().click()
  await page.waitForURL(product.at('/'))
  await open(product, page, '/login?next=%2Fsettings%2Fsecurity')
  const enter = page.getByRole('button', { name: 'Accedi con una passkey' })
  await enter.waitFor()
  expect(await faults(page)).toEqual([])
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await enter.click()
  await page.waitForURL('**/settings/security')
  await card.getByText('Ultimo accesso').waitFor()

  await card.getByRole('button', { name: 'Rinomina Chrome su Linux' }).click()
  const name = page.getByRole('textbox', { name: 'Nome' }).last()
  await expect.poll(() => name.evaluate((field) => field === document.activeElement), polling).toBe(true)
  await page.keyboard.type('Il mio portatile')
  await page.keyboard.press('Enter')
  await card.getByText('Il mio portatile', { exact: true }).waitFor()

  await card.getByRole('button', { name: 'Rimuovi Il mio portatile' }).click()
  await page
    .getByRole('dialog', { name: 'Rimuovere «Il mio portatile»?' })
    .getByRole('button', { name: 'Rimuovi', exact: true })
    .click()
  await card.getByText('Non ne hai ancora nessuna.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), polling).toBe('Le tue passkey')
  expect(problems).toEqual([])
  await context.close()
})

test('the browser offers the passkey at the email field; a removed passkey fails and is deleted', async () => {
  const { page, context, member, problems } = await openMember(product, {}, sizes.phone)
  const { cdp, authenticatorId } = await holdPasskeys(page)
  // Read once the page is idle: without the session it would be refused.
  const lastRead = page.waitForResponse('**/api/users/mailAddress')
  await open(product, page, '/settings/security')
  const card = page.locator('#passkeys')
  await card.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await card.getByText('Mai usata.').waitFor()
  await lastRead
  await context.clearCookies()
  await page.goto(product.at('/login'))
  // The virtual authenticator accepts the offer by itself, like a user who picks it from the list.
  await page.waitForURL('**/find')
  expect(problems).toEqual([])

  await product.testServer.database.db.deleteFrom('passkeys').where('member_id', '=', member.session.angelId).execute()
  await context.clearCookies()
  await page.goto(product.at('/login'))
  await page.getByRole('alert').filter({ hasText: 'non apre nessun profilo' }).waitFor()
  expect(await faults(page)).toEqual([])
  // The authenticator was informed, and offers it no longer.
  await expect
    .poll(async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials, polling)
    .toEqual([])
  await page.getByRole('button', { name: 'Accedi con una passkey' }).click()
  await page.getByRole('alert').filter({ hasText: 'Non è arrivata nessuna passkey' }).waitFor()
  await context.close()
})

test('a session that is not fresh asks for the password first', async () => {
  const { page, context, member } = await openMember(product, {}, sizes.phone)
  await product.testServer.database.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('member_id', '=', member.session.angelId)
    .execute()
  await holdPasskeys(page)
  await open(product, page, '/settings/security')
  await page.locator('#passkeys').getByRole('button', { name: 'Aggiungi una passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await dialog.getByLabel('Password', { exact: true }).fill('non è questa')
  await page.keyboard.press('Enter')
  await dialog.getByText('La password non è giusta.').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await page.locator('#passkeys').getByText('Mai usata.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

test('a browser without passkeys has no button, and the profile says why', async () => {
  const visitor = await openVisitor(product, sizes.phone)
  await visitor.context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await open(product, visitor.page, '/login')
  await visitor.page.getByRole('button', { name: 'Mostra la password' }).waitFor()
  expect(await visitor.page.getByRole('button', { name: 'Accedi con una passkey' }).count()).toBe(0)
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
})
