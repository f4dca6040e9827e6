import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { ReportMailbox } from '#modules/outreach/port.ts'
import { isLoopback } from '#platform/process/loopback.ts'

export { readImapSettings, type ImapSettings } from './settings.ts'

export interface ImapOptions {
  /** `imaps://user:password@host:993/Folder`; `imap://` begins in plain text and must go on with TLS. */
  readonly url: string
}

/** Milliseconds without an answer after which the connection is given up. */
const silenceMs = 20_000
/** Messages for which one command asks. */
const batchSize = 20
/** Reports and what people write are far shorter; beyond it are attachments. */
const longestMessage = 256 * 1024

/** A mailbox at an IMAP server; a connection for each reading. */
export function createImap({ url }: ImapOptions): ReportMailbox {
  return {
    read: (handle, until) => inMailbox(url, (client) => readUnseen(client, handle, until)),
    check: () => inMailbox(url, async () => {}),
  }
}

type Handle = Parameters<ReportMailbox['read']>[0]

async function inMailbox(url: string, work: (client: ImapFlow) => Promise<void>): Promise<void> {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'imaps:',
    // Never a password in plain text over a network.
    ...(protocol === 'imap:' && !isLoopback(hostname) && { doSTARTTLS: true }),
    port: port === '' ? (protocol === 'imaps:' ? 993 : 143) : Number(port),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    maxLiteralSize: 2 * longestMessage,
  })
  // A connection that breaks also rejects the command that waits; an error event without a listener ends the process.
  client.on('error', () => undefined)
  try {
    await open(client, decodeURIComponent(pathname.slice(1)) || 'INBOX')
    await work(client)
    await client.logout()
  } finally {
    client.close()
  }
}

async function open(client: ImapFlow, folder: string): Promise<void> {
  try {
    await client.connect()
    await client.mailboxOpen(folder)
  } catch (error) {
    const { message, responseText } = error as Error & { readonly responseText?: string }
    throw new Error(`MAIL_BOUNCE_IMAP_URL: ${responseText ?? message}`, { cause: error })
  }
}

async function readUnseen(client: ImapFlow, handle: Handle, until: number): Promise<void> {
  const unseen = await client.search({ seen: false }, { uid: true })
  const uids = unseen === false || unseen === undefined ? [] : unseen.toSorted((one, other) => one - other)
  for (let first = 0; first < uids.length; first += batchSize) {
    const batch = uids.slice(first, first + batchSize)
    // All of them before the next command: one inside a running fetch would wait for ever.
    const messages = await client.fetchAll(
      batch.join(','),
      { uid: true, size: true, source: { maxLength: longestMessage } },
      { uid: true },
    )
    for (const message of messages) {
      if (performance.now() > until) return
      await handleOne(client, message, handle)
    }
  }
}

async function handleOne(client: ImapFlow, { uid, size, source }: FetchMessageObject, handle: Handle): Promise<void> {
  const isWhole = (size ?? 0) <= longestMessage
  const handled = source === undefined ? 'unknown' : await handle(source, isWhole)
  if (handled === 'done') await client.messageDelete([uid], { uid: true })
  else await client.messageFlagsAdd([uid], [String.raw`\Seen`], { uid: true })
}
