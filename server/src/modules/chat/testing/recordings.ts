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
