import { type Recording, toRecording } from './opus.ts'

const pageHead = 27

/**
 * Reads the single Opus stream of an Ogg file; undefined for anything else, including bytes between pages or a
 * truncated packet.
 */
export function readOgg(bytes: Buffer): Recording | undefined {
  const packets: Buffer[] = []
  let open: Buffer[] = []
  let serial: number | undefined
  for (let at = 0; at < bytes.length;) {
    if (at + pageHead > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined
    serial ??= bytes.readUInt32LE(at + 14)
    if (bytes.readUInt32LE(at + 14) !== serial) return undefined
    const sizes = bytes.subarray(at + pageHead, at + pageHead + bytes.readUInt8(at + 26))
    let from = at + pageHead + sizes.length
    for (const size of sizes) {
      if (from + size > bytes.length) return undefined
      open.push(bytes.subarray(from, from + size))
      from += size
      if (size < 255) {
        packets.push(Buffer.concat(open))
        open = []
      }
    }
    at = from
  }
  const [head, tags, ...payloads] = packets
  if (!head || tags?.toString('latin1', 0, 8) !== 'OpusTags' || open.length > 0) return undefined
  return toRecording(head, payloads)
}
