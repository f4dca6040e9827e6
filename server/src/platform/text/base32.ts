const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Base 32 (RFC 4648) in lower case without padding: for what may be changed to upper or lower case on its way. */
export function toBase32(bytes: Buffer): string {
  let text = ''
  let [bits, count] = [0, 0]
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xf_ff
    count += 8
    for (; count >= 5; count -= 5) text += alphabet[(bits >> (count - 5)) & 31] ?? ''
  }
  return count === 0 ? text : text + (alphabet[(bits << (5 - count)) & 31] ?? '')
}

/** @param text of letters of the alphabet only, in either case */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const letter of text.toLowerCase()) {
    bits = ((bits << 5) | alphabet.indexOf(letter)) & 0xf_ff
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
  }
  return Buffer.from(bytes)
}
