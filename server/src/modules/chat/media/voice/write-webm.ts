import { durationOf, type Recording, writeHead } from './opus.ts'

/** A block's time is a 16-bit number of milliseconds relative to its cluster. */
const clusterMs = 5000
const preRollNs = 80_000_000

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const uint = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
/** An element with an eight-byte size, so that offsets are known before writing. */
const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  const size = uint(inside.length)
  size[0] = 0x01
  return Buffer.concat([hex(id), size, inside])
}

/** Writes a recording as a seekable WebM file with a duration. */
export function writeWebm(recording: Recording): Buffer {
  const { channels, preSkip, packets } = recording
  const clusters: { readonly ms: number; readonly blocks: Buffer[] }[] = []
  let now = 0
  for (const { bytes, durationMs } of packets) {
    const ms = Math.round(now)
    let cluster = clusters.at(-1)
    if (!cluster || ms - cluster.ms >= clusterMs) clusters.push((cluster = { ms, blocks: [] }))
    const start = Buffer.from([0x81, 0, 0, 0x80])
    start.writeInt16BE(ms - cluster.ms, 1)
    cluster.blocks.push(element('a3', start, bytes))
    now += durationMs
  }
  const info = element(
    '1549a966',
    element('2ad7b1', uint(1_000_000)),
    element('4489', double(durationOf(recording))),
    element('4d80', Buffer.from('Incontro')),
    element('5741', Buffer.from('Incontro')),
  )
  const track = element(
    'ae',
    element('d7', uint(1)),
    element('73c5', uint(1)),
    element('83', uint(2)),
    element('86', Buffer.from('A_OPUS')),
    element('56aa', uint(Math.round((preSkip / 48) * 1_000_000))),
    element('56bb', uint(preRollNs)),
    element('63a2', writeHead(recording)),
    element('e1', element('b5', double(48_000)), element('9f', uint(channels))),
  )
  const tracks = element('1654ae6b', track)
  const written = clusters.map(({ ms, blocks }) => element('1f43b675', element('e7', uint(ms)), ...blocks))
  const cuesFor = (first: number): Buffer => {
    let place = first
    const points = clusters.map(({ ms }, index) => {
      const point = element(
        'bb',
        element('b3', uint(ms)),
        element('b7', element('f7', uint(1)), element('f1', uint(place))),
      )
      place += written[index]?.length ?? 0
      return point
    })
    return element('1c53bb6b', ...points)
  }
  // Has the same length for any offsets.
  const before = info.length + tracks.length + cuesFor(0).length
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4286', uint(1)),
      element('42f7', uint(1)),
      element('42f2', uint(4)),
      element('42f3', uint(8)),
      element('4282', Buffer.from('webm')),
      element('4287', uint(4)),
      element('4285', uint(2)),
    ),
    element('18538067', info, tracks, cuesFor(before), ...written),
  ])
}
