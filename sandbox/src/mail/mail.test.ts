import { createConnection } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'
import type { Mail } from './mail.ts'

let running: RunningSandbox
beforeAll(async () => {
  running = await startSandbox()
})
afterAll(() => running.close())

/** Sends one message over SMTP, line by line. */
async function send(to: readonly string[], message: string): Promise<void> {
  const socket = createConnection(running.smtpPort, '127.0.0.1')
  const lines = [
    'EHLO test',
    'MAIL FROM:<bounce@example.com>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${message.replaceAll('\n', '\r\n')}\r\n.`,
    'QUIT',
  ]
  for (const line of lines) {
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^[23]/)
    socket.write(`${line}\r\n`)
  }
  await once(socket, 'close')
}

async function inbox(to: string): Promise<Mail[]> {
  return (await (await fetch(`${running.origin}/mail?to=${encodeURIComponent(to)}`)).json()) as Mail[]
}

const MESSAGE = `From: Incontro <no-reply@incontro.example>
To: ada@example.com, bob@example.com
Subject: =?utf-8?Q?Conferma_l=27indirizzo_=E2=9C=93?=
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Conferma: http://localhost:3000/confirm?token=a.b&x=1.
Altro: https://example.com/help
--b
Content-Type: text/html; charset=utf-8

<script>alert(1)</script><p><a href="http://localhost:3000/confirm?token=a.b&amp;x=1">Conferma</a> <a href="mailto:x@y.z">Scrivi</a></p>
--b--
`

test('a mail sent over SMTP is in the inbox of each recipient', async () => {
  await send(['ada@example.com', 'bob@example.com'], MESSAGE)
  for (const to of ['ada@example.com', 'BOB@example.com']) {
    const [mail] = await inbox(to)
    expect(mail).toMatchObject({
      to: to.toLowerCase(),
      from: 'no-reply@incontro.example',
      subject: "Conferma l'indirizzo ✓",
    })
    expect(mail?.links).toEqual(['http://localhost:3000/confirm?token=a.b&x=1', 'https://example.com/help'])
    expect(Date.parse(mail?.receivedAt ?? '')).toBeLessThanOrEqual(Date.now())
  }
  expect(await inbox('nobody@example.com')).toEqual([])
})

test('the newest mail is first', async () => {
  await send(['newest@example.com'], 'Subject: one\n\n1')
  await send(['newest@example.com'], 'Subject: two\n\n2')
  expect((await inbox('newest@example.com')).map(({ subject }) => subject)).toEqual(['two', 'one'])
})

test('a mail is shown without its scripts', async () => {
  await send(['shown@example.com'], MESSAGE)
  const [mail] = await inbox('shown@example.com')
  const page = await fetch(`${running.origin}/mail/${mail?.id}`)
  expect(await page.text()).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const body = await fetch(`${running.origin}/mail/${mail?.id}/body`)
  expect(body.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups/)
  expect((await fetch(`${running.origin}/mail/none`)).status).toBe(404)
})
