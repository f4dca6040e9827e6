import { classOfReply } from '#platform/mail/mail-reply.ts'
import type { Outcome } from './record-outcome.ts'

/** What a report says about one mail. */
export interface DeliveryReport {
  readonly outcome: Outcome
  readonly code: string | null
  readonly diagnostic: string | null
  /** Where the report may name its mail: the addresses it was sent to, and the header of the mail that it returns. */
  readonly named: string
}

/** Headers of a mail that keep the address to which it was sent. */
export const recipientHeaders: ReadonlySet<string> = new Set([
  'to',
  'delivered-to',
  'x-delivered-to',
  'original-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
])

/** Parts of a report that contain the mail, or its header. */
const returned: ReadonlySet<string> = new Set(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'])

/** A real report has three parts and few headers: more is an attempt to keep us busy. */
const limits = { maxNestingDepth: 10, maxHeadersSize: 64_000, maxRfc822NestingDepth: 0 }

type Fields = ReadonlyMap<string, string>

/**
 * Reads a report about a mail: one about its delivery (RFC 3464) or a complaint (RFC 5965). Undefined for any other mail,
 * such as an answer by a person or a program, and for a report that says nothing about the end of a mail.
 * @param recipientOf the address of the mail that the report is about, if that is known: reports have a part for each
 *   recipient
 */
export async function readReport(
  raw: Uint8Array | string,
  recipientOf: (named: string) => Promise<string | undefined>,
): Promise<DeliveryReport | undefined> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw, {
    ...limits,
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
  }).catch(() => undefined) // Beyond the limits: no report.
  if (!mail) return undefined
  // A report that a person forwards stands in a mail of another type.
  const type = mail.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^multipart\/report\b/i.test(type)) return undefined
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: textOf(content),
  }))
  const named = [
    ...mail.headers.filter(({ key }) => recipientHeaders.has(key)).map(({ value }) => value),
    ...parts.filter((part) => returned.has(part.type)).map(({ text }) => text.split(/\r?\n\r?\n/, 1)[0] ?? ''),
  ].join('\n')
  const complaint = parts.find((part) => part.type === 'message/feedback-report')
  if (complaint) return complaintOf(complaint.text, named)
  const status = parts.find((part) => /^message\/(global-)?delivery-status$/.test(part.type))
  return status && statusOf(status.text, named, await recipientOf(named))
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : '')

/** Kinds of complaints by which a recipient says something; others, such as `auth-failure`, are about the sender. */
const complaints: Readonly<Record<string, 'complained' | 'unsubscribed'>> = {
  abuse: 'complained',
  fraud: 'complained',
  virus: 'complained',
  other: 'complained',
  'opt-out': 'unsubscribed',
}

function complaintOf(text: string, named: string): DeliveryReport | undefined {
  const kind = complaints[fieldsOf(text).get('feedback-type')?.toLowerCase() ?? '']
  return kind && { outcome: { kind }, code: null, diagnostic: null, named }
}

function statusOf(text: string, named: string, recipient: string | undefined): DeliveryReport | undefined {
  // The first block is about the report.
  const blocks = text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map(fieldsOf)
    .filter((fields) => fields.has('final-recipient') || fields.has('action') || fields.has('status'))
  const about = blocks.find((fields) => recipient !== undefined && recipientsOf(fields).includes(recipient))
  const fields = about ?? blocks[0]
  const outcome = fields && outcomeOf(fields, about !== undefined || recipient === undefined)
  if (!outcome) return undefined
  const { code, said } = replyOf(fields)
  return {
    outcome,
    code: [code, fields.get('status')].filter((part) => part !== null && part !== undefined).join(' ') || null,
    diagnostic: said || null,
    named,
  }
}

/** @param isTheirs false if the mail was forwarded, and the report is about the address to which it was */
function outcomeOf(fields: Fields, isTheirs: boolean): Outcome | undefined {
  const status = fields.get('status')?.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/)?.[0]
  const action =
    fields
      .get('action')
      ?.toLowerCase()
      .split(/[\s(;]/, 1)[0] || actionOf(status)
  if (action === 'delivered') return { kind: 'delivered' }
  if (action !== 'failed' && action !== 'delayed') return undefined
  const { code, said } = replyOf(fields)
  // Of 5.0.0 only the words say more.
  const enhanced = status && !status.endsWith('.0.0') ? status : (/\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ?? null)
  const meaning = classOfReply({ code, enhanced, text: said })
  if (action === 'delayed') return { kind: 'delayed', class: meaning === 'policy' ? 'policy' : 'soft' }
  return { kind: 'failed', class: meaning === 'hard' && !isTheirs ? 'soft' : meaning }
}

const actionOf = (status: string | undefined): string | undefined =>
  status && { '5': 'failed', '4': 'delayed', '2': 'delivered' }[status[0] ?? '']

function replyOf(fields: Fields): { readonly code: number | null; readonly said: string } {
  const said = (fields.get('diagnostic-code') ?? '').replace(/^[a-z0-9-]+\s*;\s*/i, '')
  const code = /^([45]\d\d)\b/.exec(said)?.[1]
  return { code: code === undefined ? null : Number(code), said }
}

/** The addresses of a block: the one that the mail was sent to, and the last one if it was forwarded. */
function recipientsOf(fields: Fields): string[] {
  const addressOf = (name: string): string =>
    /^[^;]*;\s*<?([^<>\s]+)>?\s*$/.exec(fields.get(name) ?? '')?.[1]?.toLowerCase() ?? ''
  const original = addressOf('original-recipient')
  // `+2B` for `+` (RFC 3461, section 4), which not every server writes.
  const decoded = original.replaceAll(/\+([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return [original, decoded, addressOf('final-recipient')]
}

/** Header fields by name in lower case, continued lines joined; the first of each. */
function fieldsOf(text: string): Fields {
  const fields = new Map<string, string>()
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([a-z0-9-]{1,60})[ \t]*:[ \t]*(.*)$/i.exec(line) ?? []
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}
