import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isVisible, normalised, normaliseEmail, withoutTurns } from '@incontro/contract'
import type { Email as ParsedMail } from 'postal-mime'
import { recipientHeaders } from '#modules/outreach/index.ts'
import { type Headers, isAutomatic } from './automatic.ts'
import { withoutQuotation } from './quoted.ts'

/** A mail as a ticket takes it over. */
export interface IncomingMail {
  readonly from: string | null
  /** Where it may name its ticket, by how much that counts: its recipients, the mail it answers, the mails before that. */
  readonly names: readonly string[]
  /** With its brackets. */
  readonly messageId: string | null
  readonly subject: string | null
  /** Never empty. */
  readonly body: string
  readonly quoted: string | null
  /** Names of attachments. */
  readonly attachments: readonly string[]
  readonly isAutomatic: boolean
  /** The same for one mail that arrives twice. */
  readonly sourceHash: Buffer
}

/** The beginning of a long mail can be all header. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 300_000, maxRfc822NestingDepth: 0 }
/** Characters of a text, of a name, and names that are kept. */
const [longestText, longestName, mostNames] = [20_000, 80, 20]

/** @returns undefined for what cannot be read as a mail */
export async function readMail(raw: Buffer): Promise<IncomingMail | undefined> {
  const parsed = await parse(raw)
  if (!parsed) return undefined
  const { mail, text } = parsed
  const headers = joined(mail.headers)
  const from = mail.from?.address ? normaliseEmail(mail.from.address).slice(0, 254) : null
  const subject = lineOf(mail.subject ?? '', 150)
  const { body, quoted } = withoutQuotation(clean(text))
  const messageId = /<[^<>\s]{1,250}>/.exec(headers.get('message-id') ?? '')?.[0] ?? null
  return {
    from,
    names: [
      [...recipientHeaders].map((name) => headers.get(name) ?? '').join('\n'),
      headers.get('in-reply-to') ?? '',
      // The last one is what it answers.
      (headers.get('references') ?? '')
        .split(/[\s,]+/)
        .toReversed()
        .join('\n'),
    ],
    messageId,
    subject,
    body: isVisible(body) ? cut(body) : '—',
    quoted: quoted === null ? null : cut(quoted),
    attachments: mail.attachments
      .slice(0, mostNames)
      .map(({ filename, mimeType }) => lineOf(filename ?? '', longestName) ?? mimeType.slice(0, longestName)),
    isAutomatic: isAutomatic(headers, from, subject),
    sourceHash: createHash('sha256')
      .update(`${messageId ?? ''}\n${headers.get('date') ?? ''}\n${text}`)
      .digest(),
  }
}

function joined(given: ParsedMail['headers']): Headers {
  const headers = new Map<string, string>()
  for (const { key, value } of given) headers.set(key, headers.has(key) ? `${headers.get(key)}\n${value}` : value)
  return headers
}

/** A text without a charset is UTF-8 if it can be; otherwise what older programs in Western Europe write. */
async function parse(raw: Buffer): Promise<{ readonly mail: ParsedMail; readonly text: string } | undefined> {
  const { default: PostalMime } = await import('postal-mime')
  const read = async (bytes: Buffer) => {
    const mail = await PostalMime.parse(bytes, limits)
    return { mail, text: mail.text ?? (mail.html === undefined ? '' : await textOf(mail.html)) }
  }
  try {
    const first = await read(isUtf8(raw) || declaresCharset(raw) ? raw : fromWestern(raw))
    return first.text.includes('\uFFFD') && !declaresCharset(raw) ? await read(withWestern(raw)) : first
  } catch {
    // Beyond the limits, or no mail at all: left for a person.
    return undefined
  }
}

const declaresCharset = (raw: Buffer): boolean => /charset\s*=/i.test(raw.toString('latin1'))
const fromWestern = (raw: Buffer): Buffer => Buffer.from(new TextDecoder('windows-1252').decode(raw), 'utf8')

/** For encoded bodies: the charset is written where the type is, or into the header of a mail without a type. */
function withWestern(raw: Buffer): Buffer {
  const text = raw.toString('latin1')
  const typed = text.replaceAll(/^(content-type:\s*text\/(?:plain|html))\b/gim, '$1; charset=windows-1252')
  return Buffer.from(typed === text ? `Content-Type: text/plain; charset=windows-1252\r\n${text}` : typed, 'latin1')
}

/** Loaded when a mail has no plain text. Quotations become lines with `>`, as in plain text. */
async function textOf(html: string): Promise<string> {
  const { toPlainText } = await import('react-email')
  const images = { selector: 'img', format: 'skip' }
  const links = { selector: 'a', options: { ignoreHref: true } }
  return toPlainText(html, { limits: { maxDepth: 60 }, wordwrap: false, selectors: [images, links] })
}

/** Text that can be stored and that does not affect the text around it. */
const clean = (text: string): string =>
  withoutTurns(normalised(text.toWellFormed()))
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\uFEFF]/g, '')
    .replaceAll(/[^\S\n]+$/gm, '')
    .replaceAll(/\n{4,}/g, '\n\n\n')

function cut(text: string): string {
  if (text.length <= longestText) return text
  return `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function lineOf(text: string, longest: number): string | null {
  const line = clean(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
  return isVisible(line) ? line : null
}
