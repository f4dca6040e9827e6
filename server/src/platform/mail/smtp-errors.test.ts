import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createMailer, type Mail } from './mail.ts'
import { explainSmtpError } from './smtp-errors.ts'

const mail: Mail = {
  messageId: 'one@example.com',
  from: { name: 'Incontro', address: 'ciao@example.com' },
  to: 'ada@example.com',
  replyTo: 'help@example.com',
  subject: 'Ciao',
  html: '<p>Ciao</p>',
  text: 'Ciao',
}
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A relay that answers each line by its first word, and greets. */
async function relay(answers: Readonly<Record<string, string>>, greeting = '220 relay ESMTP'): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    // The mailer closes connections as it likes.
    socket.on('error', () => undefined)
    if (greeting !== '') socket.write(`${greeting}\r\n`)
    socket.on('data', (line) => {
      const word = String(line).split(/\s/)[0]?.toUpperCase() ?? ''
      socket.write(`${answers[word] ?? '500 what'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
const failure = async (smtpUrl: string): Promise<string> => {
  const mailer = createMailer({ smtpUrl })
  closing.push(() => mailer.close())
  return mailer.send(mail).then(
    () => 'sent',
    (error: unknown) => (error as Error).message,
  )
}

it('a relay that refuses the password is named, with what it answered', async () => {
  const port = await relay({ EHLO: '250-relay\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 Authentication failed' })
  expect(await failure(`smtp://user:secret@127.0.0.1:${port}`)).toMatch(
    new RegExp(
      `^SMTP_URL: the mail relay 127\\.0\\.0\\.1:${port} refuses the user or the password \\(535 .*percent-encode`,
    ),
  )
})

it('a port where nothing listens, and TLS from the start at a relay without it, are said as such', async () => {
  expect(await failure('smtp://127.0.0.1:1')).toMatch(/^SMTP_URL: the mail relay 127\.0\.0\.1:1 cannot be reached/)
  const port = await relay({})
  expect(await failure(`smtps://127.0.0.1:${port}`)).toMatch(/smtps:\/\/ is for port 465, smtp:\/\/ for 587 and 25$/)
})

it('a certificate that is not accepted is named, and anything else is left as it is', () => {
  const given = Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' })
  expect(explainSmtpError(given, 'smtps://relay.example')).toMatchObject({
    message: 'SMTP_URL: the certificate of the mail relay relay.example is not accepted (self-signed certificate)',
    cause: given,
  })
  const other = Object.assign(new Error('452 Mailbox full'), { code: 'EENVELOPE' })
  expect(explainSmtpError(other, 'smtp://relay.example')).toBe(other)
})
