import { type AacRecording, packetSamples, writeConfig } from './aac.ts'
import { box, numbers } from './mp4-boxes.ts'

/** The identity of a transformation, in the format of `mvhd` and `tkhd`. */
const unchanged = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
const hex = (text: string): Buffer => Buffer.from(text, 'hex')

/** A descriptor of an `esds` box. */
const descriptor = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, inside.length]), inside])
}

/** Writes a recording as an MP4 file with an index before its sound, and nothing else. */
export function writeMp4(recording: AacRecording): Buffer {
  const { channels, sampleRate, packets } = recording
  const length = packets.length * packetSamples
  const description = box(
    'mp4a',
    numbers(0, 1, 0, 0),
    hex(`000${channels}0010`),
    // Players take the rate from the configuration; a higher one does not fit here.
    numbers(0, sampleRate < 0x1_0000 ? sampleRate * 0x1_0000 : 0),
    box(
      'esds',
      numbers(0),
      descriptor(
        0x03,
        hex('000100'),
        descriptor(0x04, hex('4015000000'), numbers(0, 0), descriptor(0x05, writeConfig(recording))),
        descriptor(0x06, hex('02')),
      ),
    ),
  )
  const movie = (start: number): Buffer =>
    box(
      'moov',
      box('mvhd', numbers(0, 0, 0, sampleRate, length, 0x1_0000, 0x100_0000, 0, 0, ...unchanged, 0, 0, 0, 0, 0, 0, 2)),
      box(
        'trak',
        // The flags say that it is enabled and part of the presentation.
        box('tkhd', numbers(3, 0, 0, 1, 0, length, 0, 0, 0, 0x100_0000, ...unchanged, 0, 0)),
        box(
          'mdia',
          // The language is "undetermined".
          box('mdhd', numbers(0, 0, 0, sampleRate, length, 0x55c4_0000)),
          box('hdlr', numbers(0, 0), Buffer.from('soun'), numbers(0, 0, 0), Buffer.alloc(1)),
          box(
            'minf',
            box('smhd', numbers(0, 0)),
            box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1)))),
            box(
              'stbl',
              box('stsd', numbers(0, 1), description),
              box('stts', numbers(0, 1, packets.length, packetSamples)),
              box('stsc', numbers(0, 1, 1, packets.length, 1)),
              box('stsz', numbers(0, 0, packets.length, ...packets.map((packet) => packet.length))),
              box('stco', numbers(0, 1, start)),
            ),
          ),
        ),
      ),
    )
  const type = box('ftyp', Buffer.from('M4A '), numbers(0), Buffer.from('M4A mp42isom'))
  // The index has the same length for any start; the sound begins behind the head of its box.
  const start = type.length + movie(0).length + 8
  return Buffer.concat([type, movie(start), box('mdat', ...packets)])
}
