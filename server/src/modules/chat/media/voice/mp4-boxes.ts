/** A box of an MP4 file: its type and what it contains. */
export interface Box {
  readonly type: string
  /** Where it begins in the file. */
  readonly at: number
  readonly content: Buffer
}

/** The boxes of the bytes; undefined if they are anything else, or a box does not end within them. */
export function boxesIn(bytes: Buffer, offset = 0): Box[] | undefined {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return undefined
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    if (at + head > bytes.length) return undefined
    // A size of 0 means that the box ends with the file.
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < head || at + size > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({ type, at: offset + at, content: bytes.subarray(at + head, at + size) })
    at += size
  }
  return boxes
}

/** The only box that the path leads to; undefined if there is none, or more than one on the way. */
export function boxAt(boxes: readonly Box[] | undefined, ...path: readonly string[]): Buffer | undefined {
  const [type, ...rest] = path
  const [found, ...more] = (boxes ?? []).filter((box) => box.type === type)
  if (!found || more.length > 0) return undefined
  return rest.length === 0 ? found.content : boxAt(boxesIn(found.content), ...rest)
}

/** Numbers of a table: a count, then as many entries of so many 32-bit numbers; undefined if it is cut short. */
export function tableIn(content: Buffer | undefined, columns: number): number[][] | undefined {
  if (!content || content.length < 8) return undefined
  const count = content.readUInt32BE(4)
  if (content.length < 8 + count * columns * 4) return undefined
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (_, column) => content.readUInt32BE(8 + (row * columns + column) * 4)),
  )
}

/** A box of the given contents. */
export const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + inside.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

/** Numbers of 32 bits. */
export const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
  return bytes
}
