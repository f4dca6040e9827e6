import { timingSafeEqual } from 'node:crypto'
import { isUuid, keyedHashes, type Keys } from '#platform/ids.ts'
import { fromBase32, toBase32 } from '#platform/text/base32.ts'

/**
 * How a reply to an answer of support names its ticket: by the address to which it goes, `bounces+<token>@example.com`,
 * or by the Message-ID of the answer, for programs that reply to the sender. The token is the ticket's id and a
 * signature over its brand and that id: no one can make one, and one of a brand names nothing of another.
 */

export interface NamedTicket {
  readonly brandId: string
  readonly ticketId: string
}

const idBytes = 16
const signatureBytes = 8
const tokenLength = Math.ceil(((idBytes + signatureBytes) * 8) / 5)

/** @param address the mailbox that is read, whose server delivers `name+anything` to it */
export function replyAddress(keys: Keys, address: string, ticket: NamedTicket): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${tokenOf(keys, ticket)}${address.slice(at)}`
}

/** The Message-ID of an answer, without its brackets. */
export const answerId = (keys: Keys, ticket: NamedTicket, emailId: string, domain: string): string =>
  `${emailId}.${tokenOf(keys, ticket)}@${domain}`

/** The id of the mail that a Message-ID of ours names, of an answer or any other mail, without its brackets. */
export function emailOfMessageId(messageId: string): string | undefined {
  const id = messageId.split(/[.@]/, 1)[0] ?? ''
  return isUuid(id) ? id : undefined
}

/**
 * The first ticket that is named by a text, of an address or a Message-ID; undefined for tokens that we did not sign.
 * @param brandIds the brands of which it may be
 */
export function ticketNamedIn(keys: Keys, brandIds: readonly string[], text: string): NamedTicket | undefined {
  for (const [, token = ''] of text.matchAll(new RegExp(`[+.]([a-z2-7]{${tokenLength}})@`, 'gi'))) {
    const bytes = fromBase32(token)
    const [id, signature] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, idBytes + signatureBytes)]
    const ticketId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const brandId = brandIds.find((brand) =>
      signaturesOf(keys, { brandId: brand, ticketId }).some((one) => timingSafeEqual(one, signature)),
    )
    if (brandId !== undefined) return { brandId, ticketId }
  }
  return undefined
}

function tokenOf(keys: Keys, ticket: NamedTicket): string {
  const id = Buffer.from(ticket.ticketId.replaceAll('-', ''), 'hex')
  return toBase32(Buffer.concat([id, signaturesOf(keys, ticket)[0] ?? id]))
}

/** Of another text than that of a return path, so that neither passes for the other. */
const signaturesOf = (keys: Keys, { brandId, ticketId }: NamedTicket): Buffer[] =>
  keyedHashes(keys, `ticket ${brandId} ${ticketId}`).map((hash) => hash.subarray(0, signatureBytes))
