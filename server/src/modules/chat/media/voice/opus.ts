/** An Opus recording without its container. */
export interface Recording {
  readonly channels: 1 | 2
  /** Samples at 48 kHz that a player skips at the beginning. */
  readonly preSkip: number
  readonly packets: readonly Packet[]
}
interface Packet {
  readonly bytes: Buffer
  readonly durationMs: number
}

const longestPacketMs = 120
const silk = [10, 20, 40, 60]
const celt = [2.5, 5, 10, 20]

/** Duration of a packet's frames, from its first byte (RFC 6716, section 3.1). */
function frameMs(toc: number): number {
  const config = toc >> 3
  if (config < 12) return silk[config & 3] ?? 0
  if (config < 16) return config & 1 ? 20 : 10
  return celt[config & 3] ?? 0
}

/** Undefined for an invalid packet. */
export function toPacket(bytes: Buffer): Packet | undefined {
  const [toc, count = 0] = bytes
  if (toc === undefined) return undefined
  const code = toc & 3
  const frames = code === 0 ? 1 : code === 3 ? count & 63 : 2
  const durationMs = frames * frameMs(toc)
  return frames === 0 || durationMs > longestPacketMs ? undefined : { bytes, durationMs }
}

/** Reads the identification header (RFC 7845, section 5.1); undefined for another codec, or more than two channels. */
export function readHead(head: Buffer): Pick<Recording, 'channels' | 'preSkip'> | undefined {
  if (head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead' || head.readUInt8(8) > 15) return undefined
  const channels = head.readUInt8(9)
  const family = head.readUInt8(18)
  if ((channels !== 1 && channels !== 2) || family !== 0) return undefined
  return { channels, preSkip: head.readUInt16LE(10) }
}

export function writeHead({ channels, preSkip }: Pick<Recording, 'channels' | 'preSkip'>): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(channels, 9)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

/** A header and its payloads as a recording; undefined if any payload is invalid. */
export function toRecording(head: Buffer, payloads: readonly Buffer[]): Recording | undefined {
  const known = readHead(head)
  const packets = payloads.map(toPacket)
  return known && packets.length > 0 && packets.every((packet) => packet !== undefined)
    ? { ...known, packets }
    : undefined
}

export const durationOf = ({ packets }: Recording): number =>
  Math.round(packets.reduce((sum, { durationMs }) => sum + durationMs, 0))
