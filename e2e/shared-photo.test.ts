import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

/** Posts a file as the system does when another app shares it with the installed one. */
const share = (page: Page, shared: ReturnType<typeof file>) =>
  page.evaluate((one) => {
    const files = new DataTransfer()
    const bytes = Uint8Array.from(atob(one.base64), (letter) => letter.charCodeAt(0))
    files.items.add(new File([bytes], one.name, { type: one.type }))
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo', files: files.files })
    form.append(input)
    document.body.append(form)
    form.submit()
  }, shared)

const file = (name: string, type: string, base64: string) => ({ name, type, base64 })
const pixel = file(
  'a.png',
  'image/png',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

test('a photo that another app shares opens to be cropped, once; what is none says so', async () => {
  const { context, page, problems } = await openMember(product, {}, { ...sizes.phone, serviceWorkers: 'allow' })
  await open(product, page, '/profile')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await share(page, pixel)
  await page.waitForURL('**/profile')
  await page.getByRole('dialog').waitFor()
  expect(new URL(page.url()).search).toBe('')
  // The page is left: the worker has the photo no more.
  await open(product, page, '/profile?shared')
  await page.getByText('La foto che hai condiviso non è arrivata').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await share(page, file('a.png', 'image/png', btoa('no picture')))
  await page.getByRole('alert').filter({ hasNotText: 'condiviso' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('without a service worker the album asks for the photo again', async () => {
  const { context, page, problems } = await openMember(product)
  await open(product, page, '/profile')
  await share(page, pixel)
  await page.getByText('La foto che hai condiviso non è arrivata').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
