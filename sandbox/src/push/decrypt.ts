import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import type { PushPhone } from './records.ts'

const keyOf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message of one record (RFC 8188, 8291). @throws if it was not encrypted for this phone */
export function decrypt(body: Buffer, phone: PushPhone): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(phone.privateKey, 'base64url'))
  const shared = curve.computeSecret(sender)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(phone.publicKey, 'base64url'), sender])
  const secret = keyOf(shared, Buffer.from(phone.auth, 'base64url'), about, 32)
  const key = keyOf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = keyOf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and any number of zeros.
  let end = plain.length
  while (end > 0 && plain[end - 1] === 0) end -= 1
  if (plain[end - 1] !== 2) throw new Error('the record has no end')
  return plain.subarray(0, end - 1).toString('utf8')
}

/** Whether an `Authorization: vapid` header (RFC 8292) is signed with its key, for this origin and not expired. */
export function isVapid(header: string | undefined, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  try {
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const now = Date.now() / 1000
    const lasts = typeof exp === 'number' && exp > now && exp <= now + 86_400
    return signed && aud === origin && lasts && typeof sub === 'string' && /^(mailto:|https:)/.test(sub)
  } catch {
    // A key or a token that is none.
    return false
  }
}
