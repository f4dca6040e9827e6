import { type AacRecording, toAacRecording } from './aac.ts'
import { type Box, boxAt, boxesIn, tableIn } from './mp4-boxes.ts'

/** Packets of a recording at most: more than the longest has at the highest rate. */
const mostPackets = 10_000

/** What a track says about its sound. */
interface Track {
  readonly config: Buffer
  readonly table: readonly Box[]
}

/**
 * Reads the only track of an MP4 file, if it is AAC; undefined for anything else, including video and encrypted tracks.
 * Safari writes its packets in fragments while it records (`moof`), other recorders in one part with an index (`stbl`).
 */
export function readMp4(bytes: Buffer): AacRecording | undefined {
  const boxes = boxesIn(bytes)
  const movie = boxesIn(boxAt(boxes, 'moov') ?? Buffer.alloc(0))
  if (!boxes || boxes[0]?.type !== 'ftyp' || !movie) return undefined
  const track = trackIn(movie)
  if (!track) return undefined
  const fragments = boxes.filter(({ type }) => type === 'moof')
  const packets = fragments.length > 0 ? fragmented(bytes, fragments, movie) : indexed(bytes, track.table, mostPackets)
  // An index may name the same bytes again and again.
  const size = packets?.reduce((sum, { length }) => sum + length, 0) ?? 0
  return packets && size <= bytes.length ? toAacRecording(track.config, packets) : undefined
}

function trackIn(movie: readonly Box[]): Track | undefined {
  const media = boxesIn(boxAt(movie, 'trak', 'mdia') ?? Buffer.alloc(0))
  const table = boxesIn(boxAt(media, 'minf', 'stbl') ?? Buffer.alloc(0))
  if (boxAt(media, 'hdlr')?.toString('latin1', 8, 12) !== 'soun' || !table) return undefined
  const described = boxAt(table, 'stsd')
  const [entry, ...more] = (described && boxesIn(described.subarray(8))) ?? []
  // An encrypted track has the type `enca`.
  if (entry?.type !== 'mp4a' || more.length > 0 || entry.content.length < 28) return undefined
  // QuickTime's second version has a longer head.
  const head = entry.content.readUInt16BE(8) === 1 ? 44 : 28
  const config = configIn(boxAt(boxesIn(entry.content.subarray(head)), 'esds'))
  return config && { config, table }
}

/** Descriptors of an `esds` box (ISO 14496-1) that contain the next one, with the bytes before it. */
const around = new Map([
  [0x03, 3],
  [0x04, 13],
])
const decoderConfig = 0x04
const specificConfig = 0x05
/** AAC of MPEG-4. */
const aac = 0x40

/** The AudioSpecificConfig in an `esds` box. */
function configIn(content: Buffer | undefined): Buffer | undefined {
  if (!content) return undefined
  for (let at = 4; at + 2 <= content.length;) {
    const tag = content[at]
    let [length, next] = [0, at + 1]
    for (let more = true; more && next < content.length && next < at + 5; next += 1) {
      const byte = content[next] ?? 0
      length = length * 128 + (byte & 127)
      more = byte > 127
    }
    if (tag === specificConfig)
      return next + length <= content.length ? content.subarray(next, next + length) : undefined
    if (tag === decoderConfig && content[next] !== aac) return undefined
    at = next + (around.get(tag ?? 0) ?? length)
  }
  return undefined
}

/** Packets by the index of the file: sizes, packets of each chunk, and where chunks begin. */
function indexed(bytes: Buffer, table: readonly Box[], most: number): Buffer[] | undefined {
  const sizes = sizesIn(boxAt(table, 'stsz'), most)
  const runs = tableIn(boxAt(table, 'stsc'), 3)
  const chunks =
    tableIn(boxAt(table, 'stco'), 1)?.map(([at = 0]) => at) ??
    tableIn(boxAt(table, 'co64'), 2)?.map(([high = 0, low = 0]) => high * 2 ** 32 + low)
  if (!sizes || !runs || !chunks) return undefined
  const packets: Buffer[] = []
  let run = 0
  for (const [index, start] of chunks.entries()) {
    while ((runs[run + 1]?.[0] ?? Infinity) <= index + 1) run += 1
    const [, count = 0] = runs[run] ?? []
    let at = start
    for (let left = count; left > 0 && packets.length < sizes.length; left -= 1) {
      const size = sizes[packets.length] ?? 0
      if (at + size > bytes.length) return undefined
      packets.push(bytes.subarray(at, at + size))
      at += size
    }
  }
  return packets.length === sizes.length ? packets : undefined
}

/** All of one size, or each of its own. */
function sizesIn(content: Buffer | undefined, most: number): number[] | undefined {
  if (!content || content.length < 12) return undefined
  const [common, count] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  if (count > most) return undefined
  if (common > 0) return Array.from({ length: count }, () => common)
  return tableIn(content.subarray(4), 1)?.map(([size = 0]) => size)
}

/** Flags of a fragment (ISO 14496-12, sections 8.8.7 and 8.8.8), in the order in which their numbers follow. */
const inFragment = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 }
const inRun = { offset: 0x1, first: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 }

/** Packets by the index of each fragment. */
function fragmented(bytes: Buffer, fragments: readonly Box[], movie: readonly Box[]): Buffer[] | undefined {
  const preset = boxAt(movie, 'mvex', 'trex')
  const packets: Buffer[] = []
  for (const { at: start, content } of fragments) {
    const parts = boxesIn(boxAt(boxesIn(content), 'traf') ?? Buffer.alloc(0))
    const head = numbersIn(boxAt(parts, 'tfhd'), 8)
    if (!parts || !head) return undefined
    // The base has 64 bits, of which a file of our size needs the lower half.
    if (head.flags & inFragment.base) head.skip()
    const base = head.flags & inFragment.base ? head.next() : start
    if (head.flags & inFragment.description) head.skip()
    if (head.flags & inFragment.duration) head.skip()
    const usual =
      head.flags & inFragment.size ? head.next() : preset && preset.length >= 24 ? preset.readUInt32BE(16) : 0
    let at: number | undefined
    for (const part of parts.filter(({ type }) => type === 'trun')) {
      const run = numbersIn(part.content, 8)
      if (!run || part.content.length < 8) return undefined
      const count = part.content.readUInt32BE(4)
      if (run.flags & inRun.offset) at = base + run.next()
      if (run.flags & inRun.first) run.skip()
      if (at === undefined || packets.length + count > mostPackets) return undefined
      for (let left = count; left > 0; left -= 1) {
        if (run.flags & inRun.duration) run.skip()
        const size: number = run.flags & inRun.size ? run.next() : usual
        if (run.flags & inRun.flags) run.skip()
        if (run.flags & inRun.composition) run.skip()
        if (run.isShort() || at + size > bytes.length) return undefined
        packets.push(bytes.subarray(at, at + size))
        at += size
      }
    }
  }
  return packets
}

/** The flags of a box and the numbers that follow from a place on; `isShort` once there were too few. */
function numbersIn(content: Buffer | undefined, from: number) {
  if (!content || content.length < from) return undefined
  let at = from
  const next = (): number => {
    at += 4
    return at <= content.length ? content.readUInt32BE(at - 4) : 0
  }
  return {
    flags: content.readUInt32BE(0) & 0xffffff,
    next,
    skip: () => void next(),
    isShort: () => at > content.length,
  }
}
