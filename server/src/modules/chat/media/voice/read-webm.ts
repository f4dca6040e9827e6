import { type Recording, toRecording } from './opus.ts'

/** Elements that are descended into; all others are skipped. In live recordings they have no size. */
const masters = new Set([0x18538067, 0x1f43b675, 0x1654ae6b, 0xae, 0xa0])
const ids = {
  header: 0x1a45dfa3,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  simpleBlock: 0xa3,
  block: 0xa1,
} as const
const audio = 2

/**
 * Reads a number of variable length; with `whole`, keeps its length marker. Undefined at the end of the data, or for an
 * unknown size.
 */
function readNumber(bytes: Buffer, at: number, whole: boolean): { value: number | undefined; end: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length || (whole && length > 4)) return undefined
  let value = whole ? first : first & (0xff >> length)
  let isUnknown = !whole && value === 0xff >> length
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value: isUnknown ? undefined : value, end: at + length }
}

const toNumber = (content: Buffer): number => content.reduce((value, byte) => value * 256 + byte, 0)

/** The Opus packet of an unlaced block. */
function payloadOf(block: Buffer): Buffer | undefined {
  const track = readNumber(block, 0, false)
  const flags = track && block[track.end + 2]
  return track && flags !== undefined && (flags & 0x06) === 0 ? block.subarray(track.end + 3) : undefined
}

/** Reads the single Opus track of a WebM file; undefined for anything else, including video and encrypted tracks. */
export function readWebm(bytes: Buffer): Recording | undefined {
  let tracks = 0
  let head: Buffer | undefined
  const payloads: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true)
    const size = id && readNumber(bytes, id.end, false)
    if (!id || !size || (at === 0 && id.value !== ids.header)) return undefined
    if (id.value === ids.track) tracks += 1
    if (masters.has(id.value ?? 0)) {
      at = size.end
      continue
    }
    if (size.value === undefined || size.end + size.value > bytes.length) return undefined
    const content = bytes.subarray(size.end, size.end + size.value)
    at = size.end + size.value
    if (id.value === ids.trackType && toNumber(content) !== audio) return undefined
    if (id.value === ids.codec && content.toString('latin1') !== 'A_OPUS') return undefined
    if (id.value === ids.encodings) return undefined
    if (id.value === ids.codecPrivate) head = content
    if (id.value === ids.simpleBlock || id.value === ids.block) {
      const payload = payloadOf(content)
      if (!payload) return undefined
      payloads.push(payload)
    }
  }
  return tracks === 1 && head ? toRecording(head, payloads) : undefined
}
