/*
 * Brightness gradients between neighbours of a 9 × 9 pixel version (128 bits), and its mean colour (3 bytes): stable
 * under scaling and recompression, different for other pictures.
 */

/** @param rgb 9 × 9 pixels of three bytes */
export function perceptualHash(rgb: Buffer): Buffer {
  const light = (x: number, y: number): number => {
    const at = 3 * (9 * y + x)
    return 2 * (rgb[at] ?? 0) + 5 * (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)
  }
  const hash = Buffer.alloc(19)
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 8; x += 1) {
      if (light(x + 1, y) > light(x, y) + 4) hash[y] = (hash[y] ?? 0) | (1 << x)
      if (light(x, y + 1) > light(x, y) + 4) hash[8 + y] = (hash[8 + y] ?? 0) | (1 << x)
    }
  for (const channel of [0, 1, 2]) {
    let sum = 0
    for (let at = channel; at < rgb.length; at += 3) sum += rgb[at] ?? 0
    hash[16 + channel] = Math.round(sum / 81)
  }
  return hash
}

const bitsOf = (byte: number): number => byte.toString(2).replaceAll('0', '').length

/** Whether two hashes belong to the same picture. */
export function isSamePicture(one: Buffer, other: Buffer): boolean {
  if (one.length !== 19 || other.length !== 19) return false
  let differing = 0
  for (let at = 0; at < 16; at += 1) differing += bitsOf((one[at] ?? 0) ^ (other[at] ?? 0))
  return differing <= 8 && [16, 17, 18].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= 12)
}
