import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Collection } from '../collection.ts'
import { findLinks } from './links.ts'
import type { Mail } from './mail.ts'

/** Parses a message received over SMTP and stores a copy for each recipient of its envelope. */
export async function receive(mails: Collection<Mail>, raw: Buffer, recipients: readonly string[]): Promise<void> {
  const email = await PostalMime.parse(raw)
  const text = email.text ?? ''
  const html = email.html ?? ''
  const attachments = email.attachments.map(({ filename, mimeType, content }) => ({
    name: filename ?? '',
    type: mimeType,
    bytes: typeof content === 'string' ? content.length : content.byteLength,
  }))
  for (const to of recipients) {
    mails.put({
      id: randomUUID(),
      messageId: email.messageId,
      to,
      from: email.from?.address ?? '',
      subject: email.subject ?? '',
      text,
      html,
      links: findLinks(text, html),
      attachments,
      receivedAt: new Date().toISOString(),
    })
  }
}
