import type { PictureType } from './picture-type.ts'

/** Chunks of a PNG with what programs write beside the picture: texts, XMP, EXIF, the profile of its colours. */
const notesOfPng: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP'])

/**
 * A PNG or GIF without the notes in it, which are not kept: a page or script in them makes no other file of it. What
 * cannot be followed stays as it is.
 */
export const withoutNotes = (bytes: Buffer, type: PictureType): Buffer =>
  type === 'png' ? pngWithoutNotes(bytes) : type === 'gif' ? gifWithoutNotes(bytes) : bytes

function pngWithoutNotes(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at)
    if (next > bytes.length) break
    if (!notesOfPng.has(bytes.toString('latin1', at + 4, at + 8))) parts.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

const extension = 0x21
const picture = 0x2c
/** Comments, and what an application keeps for itself, such as XMP. */
const notesOfGif: readonly (number | undefined)[] = [0xfe, 0xff]

function gifWithoutNotes(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 13 + coloursOf(bytes[10])
  parts.push(bytes.subarray(0, at))
  for (;;) {
    const kind = bytes[at]
    const data = kind === extension ? at + 2 : kind === picture ? at + 11 + coloursOf(bytes[at + 9]) : undefined
    const next = data === undefined ? undefined : afterBlocks(bytes, data)
    // The end of the picture, or none that can be followed.
    if (next === undefined) return Buffer.concat([...parts, bytes.subarray(at)])
    if (kind === picture || !notesOfGif.includes(bytes[at + 1])) parts.push(bytes.subarray(at, next))
    at = next
  }
}

/** Bytes of a table of colours, by the flags before it. */
const coloursOf = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Behind blocks of up to 255 bytes, each with its length before it, that end with an empty one. */
function afterBlocks(bytes: Buffer, from: number): number | undefined {
  let at = from
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}
