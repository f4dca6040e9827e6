/** A JPEG as a decoder that allows no fault accepts it, and what is known of it before it is decoded. */
export interface TidyJpeg {
  readonly bytes: Buffer
  /** Everything that a program could read as text, except in comments and metadata, which are not kept. */
  readonly outsideComments: Buffer
  /** Whether it is decoded line by line and reduced on the way. One of several scans is held in memory whole. */
  readonly isOnePass: boolean
}

const startOfScan = 0xda
const endOfImage = 0xd9
const comment = 0xfe

/**
 * Mends faults that phones and programs make and every browser shows: stray bytes between two segments, a wrong end of
 * the spectrum in a sequential scan, a missing end mark. Missing image data is not mended: the decoder refuses it.
 * @returns undefined if the segments cannot be followed
 */
export function tidyJpeg(bytes: Buffer): TidyJpeg | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  const outside: Buffer[] = []
  let isSequential = false
  let components = 0
  let isOnePass = false
  let at = 2
  for (;;) {
    while (bytes[at] === 0) at += 1
    if (at >= bytes.length) return end()
    if (bytes[at] !== 0xff) {
      // Stray bytes, which decoders pass over. A program that looks for a document would read them.
      const marker = bytes.indexOf(0xff, at)
      if (marker === -1) return undefined
      outside.push(bytes.subarray(at, marker))
      at = marker
    }
    // A marker may be filled up with any number of 0xff.
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) return end()
    if (marker === endOfImage) {
      // What follows the picture belongs to another one (a preview, a film), but may be an archive as well.
      parts.push(bytes.subarray(at, at + 2))
      outside.push(bytes.subarray(at + 2))
      return made()
    }
    if (marker < 0xc0 || marker === 0xd8) return undefined
    if (at + 4 > bytes.length) return undefined
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    if (next < at + 4 || next > bytes.length) return undefined
    const segment = bytes.subarray(at, next)
    // Baseline and extended sequential frames, the kinds that are decoded in one pass.
    if (marker === 0xc0 || marker === 0xc1) {
      isSequential = true
      components = segment[9] ?? 0
    }
    if (marker !== comment && (marker & 0xf0) !== 0xe0) outside.push(segment)
    at = next
    if (marker !== startOfScan) {
      parts.push(segment)
      continue
    }
    parts.push(isSequential ? wholeSpectrum(segment) : segment)
    // All components in the first scan, so that there is no other.
    isOnePass ||= isSequential && segment[4] === components
    const data = at
    at = endOfData(bytes, at)
    parts.push(bytes.subarray(data, at))
  }

  function end(): TidyJpeg {
    parts.push(Buffer.from([0xff, endOfImage]))
    return made()
  }
  function made(): TidyJpeg {
    return { bytes: Buffer.concat(parts), outsideComments: Buffer.concat(outside), isOnePass }
  }
}

/** The header of a sequential scan: all 64 coefficients, in full precision. Some encoders write 0 as the last one. */
function wholeSpectrum(header: Buffer): Buffer {
  const mended = Buffer.from(header)
  mended.set([0, 63, 0], header.length - 3)
  return mended
}

/** Where the image data ends: at the next marker that is neither a stuffed byte nor a restart. */
function endOfData(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return at
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    if (next !== 0xff) at += 1
  }
  return bytes.length
}
