import { timingSafeEqual } from 'node:crypto'
import { keyedHashes, type Keys } from '#platform/ids.ts'
import { fromBase32, toBase32 } from '#platform/text/base32.ts'

/**
 * The address that a mail's failure is reported to, one for each mail: `bounces+<token>@example.com`. The token is the
 * mail's id and a signature, in base 32, as some servers change a local part to upper or lower case. It says which mail
 * came back whatever the report looks like, and a report without a valid one is about nothing of ours.
 */

const idBytes = 16
const signatureBytes = 8
const tokenLength = Math.ceil(((idBytes + signatureBytes) * 8) / 5)

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The return path of a mail. @param address the mailbox of the reports, whose server delivers `name+anything` to it */
export function returnPath(keys: Keys, address: string, emailId: string): string {
  const id = Buffer.from(emailId.replaceAll('-', ''), 'hex')
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${toBase32(Buffer.concat([id, signaturesOf(keys, id)[0] ?? id]))}${address.slice(at)}`
}

/** The mails whose return path stands in a text; none for a token that we did not sign. */
export function emailsNamedIn(keys: Keys, address: string, text: string): string[] {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at)].map((part) =>
    part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  const found = text.matchAll(new RegExp(`${local}\\+([a-z2-7]{${tokenLength}})${domain}`, 'gi'))
  return [...new Set([...found].flatMap(([, token = '']) => emailOf(keys, token) ?? []))]
}

function emailOf(keys: Keys, token: string): string | undefined {
  const bytes = fromBase32(token)
  const [id, signature] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, idBytes + signatureBytes)]
  return signaturesOf(keys, id).some((one) => timingSafeEqual(one, signature)) ? idOf(id) : undefined
}

const signaturesOf = (keys: Keys, id: Buffer): Buffer[] =>
  keyedHashes(keys, id.toString('hex')).map((hash) => hash.subarray(0, signatureBytes))
