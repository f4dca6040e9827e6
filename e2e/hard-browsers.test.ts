import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutSocket } from './parts/no-socket.ts'
import { acquaint, goTo, open } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Browsers and networks as they are: without sockets, with storage that closes, slow servers, keyboards on screens. */

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const composer = (page: Page) => page.getByRole('textbox', { name: 'Scrivi un messaggio' })
const log = (page: Page) => page.getByRole('log')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Invia', exact: true })
const write = async (page: Page, text: string) => {
  await composer(page).fill(text)
  await sendButton(page).click()
}
const sentBy = async (clickid: string): Promise<string[]> => {
  const { rows } = await product.testServer.database.pool.query<{ body: string }>(
    'select x.body from messages x join members m on m.id = x.sender_id where m.clickid = $1 order by x.created_at',
    [clickid],
  )
  return rows.map(({ body }) => body)
}
/** A member who pays, and another one. */
const couple = async (options: BrowserContextOptions = sizes.phone) => {
  const [him, her] = await Promise.all([
    openMember(product, {}, options),
    product.testServer.member({ gender: 'woman' }),
  ])
  const { db } = product.testServer.database
  await db.updateTable('members').set({ level: 2 }).where('clickid', '=', him.member.session.clickid).execute()
  return { ...him, her, chat: `/chats/${her.session.angelId}` }
}

describe('a network that lets no socket through', () => {
  test('says so, sends and likes over HTTPS, and what others write arrives', async () => {
    const { page, context, member, her, chat } = await couple()
    await withoutSocket(page)
    await open(product, page, chat)
    await write(page, 'Ciao')
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['Ciao'])
    await log(page).getByText('Inviato').waitFor()
    await page.getByRole('status').getByText('Il collegamento in diretta non riesce.').waitFor()
    const hers = await her.connect()
    const about = { trackerId: her.session.clickid, angelId: member.session.angelId }
    await hers.send('chat', { ...about, msg: 'Ti leggo', clientMessageId: crypto.randomUUID() })
    await log(page).getByText('Ti leggo').waitFor()
    // Her message is marked as read, too.
    await hers.next('read', ({ seq }) => seq === 2)
    await goTo(page, `/user/${her.session.angelId}`)
    await page.getByRole('button', { name: 'Mi piace', exact: true }).first().click()
    await hers.next('notification', ({ type }) => type === 'like')
    hers.close()
    await context.close()
  })

  test('one that never answers makes no message wait', async () => {
    const { page, context, member, chat } = await couple()
    await page.routeWebSocket(/chat-socket/, () => undefined)
    await open(product, page, chat)
    await write(page, 'Prima')
    await write(page, 'Seconda')
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['Prima', 'Seconda'])
    await context.close()
  })
})

describe('a browser whose storage is gone', () => {
  /** Keeps the databases that the page opens, to close them as iOS does. */
  const watchDatabases = (page: Page) =>
    page.addInitScript(() => {
      const opened: IDBDatabase[] = []
      Object.assign(window, { opened })
      const open = indexedDB.open.bind(indexedDB)
      indexedDB.open = (...given) => {
        const request = open(...given)
        request.addEventListener('success', () => opened.push(request.result))
        return request
      }
    })
  const stored = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const request = indexedDB.open('outbox', 1)
          // The page makes it, not the test.
          request.onupgradeneeded = () => request.transaction?.abort()
          request.onerror = () => resolve([])
          request.onsuccess = () => {
            const rows = request.result.transaction('messages').objectStore('messages').getAll()
            rows.onsuccess = () => {
              request.result.close()
              resolve(rows.result.map(({ text }: { text: string }) => text))
            }
          }
        }),
    )

  test('keeps what was written before and after it was closed', async () => {
    const { page, context, member, chat } = await couple()
    await watchDatabases(page)
    await withoutSocket(page, { requests: false })
    await open(product, page, chat)
    await write(page, 'Prima')
    await expect.poll(() => stored(page), polling).toEqual(['Prima'])
    await page.evaluate(() =>
      (window as unknown as { opened: IDBDatabase[] }).opened.forEach((database) => database.close()),
    )
    await write(page, 'Seconda')
    await expect.poll(() => stored(page), polling).toEqual(['Prima', 'Seconda'])
    expect(await page.getByText('Questo browser non riesce a conservarlo').count()).toBe(0)
    await page.unroute('**/api/events')
    await page.reload()
    await expect
      .poll(() => sentBy(member.session.clickid), { ...polling, timeout: 30_000 })
      .toEqual(['Prima', 'Seconda'])
    await context.close()
  })

  test('says so where nothing can be stored, asks before the page is left, and sends all the same', async () => {
    const { page, context, member, chat } = await couple()
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('Not here', 'SecurityError')
      }
    })
    await withoutSocket(page, { requests: false })
    await open(product, page, chat)
    await write(page, 'Ciao')
    await page.getByText('Questo browser non riesce a conservarlo').waitFor()
    const asks = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(asks).toBe(true)
    await page.unroute('**/api/events')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['Ciao'])
    expect(await page.getByText('Questo browser non riesce a conservarlo').count()).toBe(0)
    await context.close()
  })
})

describe('the keyboard', () => {
  test('on a touch phone Enter makes a line, and the button sends', async () => {
    const { page, context, member, chat } = await couple()
    await open(product, page, chat)
    await expect.poll(() => composer(page).getAttribute('enterkeyhint'), polling).toBe('enter')
    await composer(page).pressSequentially('Prima riga')
    await composer(page).press('Enter')
    await composer(page).pressSequentially('Seconda')
    expect(await composer(page).inputValue()).toBe('Prima riga\nSeconda')
    await sendButton(page).click()
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['Prima riga\nSeconda'])
    await context.close()
  })

  test('with keys Enter sends, but not while a word is composed', async () => {
    const { page, context, member, chat } = await couple(sizes.desktop)
    await open(product, page, chat)
    expect(await composer(page).getAttribute('enterkeyhint')).toBe('send')
    await composer(page).fill('にほん')
    for (const event of [{ keyCode: 229 }, { isComposing: true }, { key: 'Process', keyCode: 229 }])
      await composer(page).dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...event })
    expect(await composer(page).inputValue()).toBe('にほん')
    expect(await sentBy(member.session.clickid)).toEqual([])
    await composer(page).press('Enter')
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['にほん'])
    await context.close()
  })

  test('a paste that is too long says so, and its rest is the next message', async () => {
    const { page, context, member, chat } = await couple(sizes.desktop)
    await open(product, page, chat)
    await composer(page).focus()
    await page.keyboard.insertText(`${'a'.repeat(2000)}${'b'.repeat(595)}`)
    await page.getByRole('alert').getByText('595 caratteri sono rimasti fuori').waitFor()
    await page.getByRole('button', { name: 'Copia il resto' }).waitFor()
    await sendButton(page).click()
    await expect.poll(() => composer(page).inputValue(), polling).toBe('b'.repeat(595))
    expect(await page.getByText('sono rimasti fuori').count()).toBe(0)
    await sendButton(page).click()
    await expect.poll(() => sentBy(member.session.clickid), polling).toEqual(['a'.repeat(2000), 'b'.repeat(595)])

    await open(product, page, '/profile')
    const about = page.getByLabel('Due righe su di te')
    await about.focus()
    await page.keyboard.insertText('c'.repeat(2600))
    await page.getByRole('alert').getByText('600 caratteri sono rimasti fuori').waitFor()
    expect(await about.inputValue()).toBe('c'.repeat(2000))
    await context.close()
  })
})

test('at 400 % half of the page is left to the messages', async () => {
  const { page, context, chat } = await couple({ viewport: { width: 320, height: 256 } })
  await open(product, page, chat)
  await write(page, 'Ciao')
  await log(page).getByText('Inviato').waitFor()
  const box = await log(page).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(110)
  // Nothing is wider than the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await context.close()
})

describe('beside Google', () => {
  const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const hint = (page: Page) => page.getByText('Google non funziona in questa app').first()

  test('a page in an app says how to open it in a browser, with its link', async () => {
    const { page, context } = await openVisitor(product, {
      ...sizes.phone,
      userAgent: `${ios} Mobile/22B83 Instagram 361.0.0.35.82 (iPhone16,1; iOS 18_1)`,
    })
    for (const path of ['/signup?campid=7', '/login']) {
      await page.goto(product.at(path))
      await hint(page).waitFor()
      const field = page.getByRole('textbox', { name: 'Link di questa pagina' }).first()
      expect(await field.inputValue()).toBe(product.at(path))
      expect(await page.getByRole('button', { name: 'Copia il link' }).first().isVisible()).toBe(true)
    }
    await context.close()
  })

  test('a browser sees nothing of it', async () => {
    const { page, context } = await openVisitor(product, sizes.phone)
    await page.goto(product.at('/signup'))
    await page.getByRole('button', { name: 'Continua con Google' }).first().waitFor()
    expect(await hint(page).isVisible()).toBe(false)
    await context.close()
  })
})

test('a 413 of a proxy is said to be too large', async () => {
  const { page, context, member, her, chat } = await couple(sizes.desktop)
  await acquaint(member, her)
  await page.route('**/api/messages/**', (route) =>
    route.fulfill({
      status: 413,
      contentType: 'text/html',
      body: '<html><h1>413 Request Entity Too Large</h1></html>',
    }),
  )
  await open(product, page, chat)
  await log(page).waitFor()
  const picture = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(64, 64)
    canvas.getContext('2d')?.fillRect(0, 0, 64, 64)
    const transfer = new DataTransfer()
    transfer.items.add(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'a.jpg', { type: 'image/jpeg' }))
    return transfer
  })
  await log(page).dispatchEvent('drop', { dataTransfer: picture })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click()
  await dialog.getByRole('alert').getByText('È troppo grande').waitFor()
  await context.close()
})
