import { afterEach, expect, it } from 'vitest'
import { createImap, readImapSettings } from './index.ts'
import { type ImapServer, startImapServer } from './testing/imap-server.ts'

let server: ImapServer | undefined
afterEach(() => server?.close())

const message = (n: number, body = 'body') => `Subject: ${n}\r\n\r\n${body}\r\n`
const subjectOf = (raw: Buffer): string => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? ''

it('hands over unread messages in order; deletes what was handled, and leaves the rest as read', async () => {
  server = await startImapServer(Array.from({ length: 45 }, (_, n) => message(n + 1)))
  server.messages.get(2)?.flags.add(String.raw`\Seen`)
  const seen: string[] = []
  const mailbox = createImap(server)
  await mailbox.read(async (raw) => {
    seen.push(subjectOf(raw))
    return seen.length % 2 === 0 ? 'done' : 'unknown'
  }, Infinity)
  expect(seen).toHaveLength(44)
  expect(seen.slice(0, 3)).toEqual(['1', '3', '4'])
  expect(server.messages.size).toBe(23)
  expect([...server.messages.values()].every(({ flags }) => flags.has(String.raw`\Seen`))).toBe(true)
  await mailbox.read(() => expect.unreachable('nothing is unread'), Infinity)
})

it('hands over the beginning of a very long message, and says that it is one', async () => {
  server = await startImapServer([message(1, 'x'.repeat(300_000)), message(2)])
  const seen: unknown[] = []
  await createImap(server).read(async (raw, isWhole) => {
    seen.push([subjectOf(raw), raw.length < 300_000, isWhole])
    return isWhole ? 'done' : 'kept'
  }, Infinity)
  expect(seen).toEqual([
    ['1', true, false],
    ['2', true, true],
  ])
  expect([...server.messages.keys()]).toEqual([1])
})

it('hands a message over again after it could not be handled, and stops when its time is over', async () => {
  server = await startImapServer([message(1), message(2)])
  const mailbox = createImap(server)
  await expect(mailbox.read(() => Promise.reject(new Error('database away')), Infinity)).rejects.toThrow(
    'database away',
  )
  await mailbox.read(() => expect.unreachable('no time'), 0)
  const seen: string[] = []
  await mailbox.read(async (raw) => (seen.push(subjectOf(raw)), 'done'), Infinity)
  expect(seen).toEqual(['1', '2'])
})

it.each(['UID SEARCH', 'UID FETCH', 'UID STORE'])('fails when the connection breaks at %s', async (command) => {
  server = await startImapServer([message(1)])
  server.breakAt = command
  await expect(createImap(server).read(async () => 'unknown', Infinity)).rejects.toThrow()
})

it('says so when the password or the folder is wrong, or no server answers', async () => {
  server = await startImapServer()
  await createImap(server).check()
  await expect(createImap({ url: server.url.replace('p%40ss', 'wrong') }).check()).rejects.toThrow(
    'MAIL_BOUNCE_IMAP_URL: wrong password',
  )
  await expect(createImap({ url: server.url.replace('INBOX', 'Elsewhere') }).check()).rejects.toThrow(
    'MAIL_BOUNCE_IMAP_URL: no such folder',
  )
  const { url } = server
  await server.close()
  server = undefined
  await expect(createImap({ url }).check()).rejects.toThrow(/^MAIL_BOUNCE_IMAP_URL: /)
})

it('reads its settings, and names the one at fault without repeating a password', () => {
  const [address, url] = ['Bounces@mail.example.com', 'imaps://user:secret@imap.example.com/INBOX']
  expect(readImapSettings({})).toBeUndefined()
  expect(readImapSettings({ MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_IMAP_URL: url })).toEqual({
    address: 'bounces@mail.example.com',
    url,
  })
  for (const [wrong, at] of [
    [{ MAIL_BOUNCE_IMAP_URL: url }, /^MAIL_BOUNCE_ADDRESS: /],
    [{ MAIL_BOUNCE_ADDRESS: 'a+b@example.com', MAIL_BOUNCE_IMAP_URL: url }, /^MAIL_BOUNCE_ADDRESS: /],
    [{ MAIL_BOUNCE_ADDRESS: 'a@b.example>\r\nBcc: x', MAIL_BOUNCE_IMAP_URL: url }, /^MAIL_BOUNCE_ADDRESS: /],
    [{ MAIL_BOUNCE_ADDRESS: `${'a'.repeat(25)}@example.com`, MAIL_BOUNCE_IMAP_URL: url }, /^MAIL_BOUNCE_ADDRESS: /],
    [{ MAIL_BOUNCE_ADDRESS: address }, /^MAIL_BOUNCE_IMAP_URL: /],
    [
      { MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_IMAP_URL: 'https://user:secret@x.example' },
      /^MAIL_BOUNCE_IMAP_URL: /,
    ],
    [{ MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_IMAP_URL: 'imaps://user@x.example' }, /^MAIL_BOUNCE_IMAP_URL: /],
  ] as const) {
    expect(() => readImapSettings(wrong)).toThrow(at)
    expect(() => readImapSettings(wrong)).not.toThrow(/secret/)
  }
})
