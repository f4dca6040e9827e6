import type { AacRecording } from '../media/voice/aac.ts'
import { box, numbers } from '../media/voice/mp4-boxes.ts'
import { writeMp4 } from '../media/voice/write-mp4.ts'
import { writeHead, type Recording } from '../media/voice/opus.ts'

/** One packet of 20 ms. */
export const packet = (n: number): Buffer => Buffer.from([0xf8, n & 255, (n * 7) & 255, 0xff])

export const recording = (ms: number): Recording => ({
  channels: 1,
  preSkip: 312,
  packets: Array.from({ length: ms / 20 }, (_, n) => ({ bytes: packet(n), durationMs: 20 })),
})

/** An Ogg file with a page for each payload. */
export const oggOf = (payloads: readonly Buffer[], serial = 7): Buffer =>
  Buffer.concat(
    payloads.map((payload, n) => {
      const head = Buffer.alloc(27)
      head.write('OggS', 'latin1')
      head.writeUInt32LE(serial, 14)
      head.writeUInt32LE(n, 18)
      const sizes = [...Array.from({ length: Math.floor(payload.length / 255) }, () => 255), payload.length % 255]
      head.writeUInt8(sizes.length, 26)
      return Buffer.concat([head, Buffer.from(sizes), payload])
    }),
  )

export const ogg = (given: Recording, tags = 'OpusTags'): Buffer =>
  oggOf([writeHead(given), Buffer.from(tags), ...given.packets.map(({ bytes }) => bytes)])

/** Silence in AAC-LC with one channel: each of its packets is the same. */
export const aacRecording = (packets: number, sampleRate = 44_100): AacRecording => ({
  channels: 1,
  sampleRate,
  packets: Array.from({ length: packets }, () => Buffer.from('00c800802380', 'hex')),
})

/** As Safari writes it while recording: no index, but fragments of some packets, each with the sizes of its own. */
export function fragmentedMp4(recording: AacRecording, packetsPerFragment = 10): Buffer {
  const whole = writeMp4({ ...recording, packets: [] })
  const movieAt = whole.indexOf('moov') - 4
  const [type, movie] = [whole.subarray(0, movieAt), whole.subarray(movieAt + 8, whole.indexOf('mdat') - 4)]
  const presets = box('mvex', box('trex', numbers(0, 1, 1, 1024, 0, 0)))
  const fragments: Buffer[] = []
  for (let at = 0; at < recording.packets.length; at += packetsPerFragment) {
    const packets = recording.packets.slice(at, at + packetsPerFragment)
    const head = (offset: number): Buffer =>
      box(
        'moof',
        box('mfhd', numbers(0, fragments.length + 1)),
        box(
          'traf',
          // The base is the beginning of the fragment.
          box('tfhd', numbers(0x02_0000, 1)),
          box('tfdt', numbers(0, at * 1024)),
          box('trun', numbers(0x201, packets.length, offset, ...packets.map(({ length }) => length))),
        ),
      )
    fragments.push(head(head(0).length + 8), box('mdat', ...packets))
  }
  return Buffer.concat([type, box('moov', movie, presets), ...fragments])
}
