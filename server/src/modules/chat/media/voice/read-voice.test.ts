import { describe, expect, it } from 'vitest'
import { Failure } from '#platform/http/problem.ts'
import { aacRecording, fragmentedMp4, ogg, oggOf, packet, recording } from '../../testing/recordings.ts'
import { durationOf, readHead, toPacket, writeHead } from './opus.ts'
import { readOgg } from './read-ogg.ts'
import { readVoice } from './read-voice.ts'
import { readWebm } from './read-webm.ts'
import { aacDurationOf, readConfig, writeConfig } from './aac.ts'
import { box, numbers } from './mp4-boxes.ts'
import { readMp4 } from './read-mp4.ts'
import { writeMp4 } from './write-mp4.ts'
import { writeWebm } from './write-webm.ts'

const known = recording(7000)
const webm = writeWebm(known)
const places = (bytes: Buffer, id: string): number[] => {
  const found = []
  for (let at = bytes.indexOf(id, 0, 'hex'); at >= 0; at = bytes.indexOf(id, at + 1, 'hex')) found.push(at)
  return found
}
/** As a browser writes it while recording: without sizes of the file and its elements. */
const live = (): Buffer => {
  const bytes = Buffer.from(webm)
  for (const id of ['18538067', '1f43b675'])
    for (const at of places(bytes, id)) bytes.write('01ffffffffffffff', at + 4, 'hex')
  return bytes
}
const replaced = (from: string, to: string): Buffer => Buffer.from(webm.toString('hex').replace(from, to), 'hex')
const codeOf = (bytes: Buffer): unknown => {
  try {
    return readVoice(bytes).durationMs
  } catch (error) {
    return error instanceof Failure ? [error.status, error.code] : error
  }
}

describe('a recording', () => {
  it('has the same packets of sound from every container', () => {
    for (const found of [readWebm(webm), readWebm(live()), readOgg(ogg(known))]) expect(found).toEqual(known)
    expect(durationOf(known)).toBe(7000)
    expect(codeOf(live())).toBe(7000)
    const long = { ...known, packets: [{ bytes: Buffer.alloc(600, 0xf8), durationMs: 20 }] }
    expect(readOgg(ogg(long))).toEqual(long)
  })

  it('drops everything else in its file', () => {
    const tags = Buffer.from('1254c367', 'hex')
    const hidden = Buffer.concat([live(), tags, Buffer.from([0x86]), Buffer.from('hidden')])
    for (const bytes of [hidden, ogg(known, 'OpusTags hidden')]) {
      expect(bytes.includes('hidden')).toBe(true)
      expect(readVoice(bytes)).toEqual({ bytes: webm, durationMs: 7000, format: 'webm' })
    }
  })

  it.each([
    [0x00, 10],
    [0x18, 60],
    [0x60, 10],
    [0x68, 20],
    [0x80, 2.5],
    [0xf8, 20],
    [0xf9, 40],
    [0xfa, 40],
  ])('has packets whose first byte %i means %d ms', (toc, ms) => {
    expect(toPacket(Buffer.from([toc]))?.durationMs).toBe(ms)
  })

  it('cannot have a packet without frames, or of more than 120 ms', () => {
    expect([[0xfb], [0xfb, 0], [0xfb, 7], [0xfb, 6]].map((bytes) => toPacket(Buffer.from(bytes))?.durationMs)).toEqual([
      undefined,
      undefined,
      undefined,
      120,
    ])
    expect(toPacket(Buffer.alloc(0))).toBeUndefined()
  })

  it('has an Opus header with one or two channels', () => {
    const head = writeHead({ channels: 2, preSkip: 3 })
    expect(readHead(head)).toEqual({ channels: 2, preSkip: 3 })
    for (const [at, value] of [
      [0, 0],
      [8, 16],
      [9, 0],
      [9, 3],
      [18, 1],
    ] as const) {
      const other = Buffer.from(head)
      other[at] = value
      expect(readHead(other)).toBeUndefined()
    }
    expect(readHead(head.subarray(0, 18))).toBeUndefined()
  })
})

/** 7.012 s. */
const spoken = aacRecording(302)
const mp4 = writeMp4(spoken)
const inMp4 = (from: string, to: string): Buffer => {
  expect(mp4.toString('hex')).toContain(from)
  return Buffer.from(mp4.toString('hex').replace(from, to), 'hex')
}
/** The two tracks of a movie with one more. */
const twoTracks = (): Buffer[] => {
  const movie = mp4.subarray(mp4.indexOf('moov') + 4, mp4.indexOf('mdat') - 4)
  return [movie, movie.subarray(movie.indexOf('trak') - 4)]
}
const sizes = (count: number, size: number): string =>
  numbers(0, 0, count, ...Array.from({ length: count }, () => size)).toString('hex')
const ascii = (words: string): string => Buffer.from(words).toString('hex')

describe('a recording of Safari', () => {
  it('has the same packets of sound with an index and in fragments, and nothing else of its file', () => {
    for (const file of [mp4, fragmentedMp4(spoken), fragmentedMp4(spoken, 302)]) {
      expect(readMp4(file)).toEqual(spoken)
      const named = Buffer.concat([file, box('free', Buffer.from('hidden'))])
      expect(readVoice(named)).toEqual({ bytes: mp4, durationMs: 7012, format: 'm4a' })
    }
    expect(aacDurationOf(spoken)).toBe(7012)
    const apart = {
      ...spoken,
      channels: 2,
      sampleRate: 96_000,
      packets: [Buffer.alloc(1), Buffer.alloc(1536)],
    } as const
    expect(readMp4(writeMp4(apart))).toEqual(apart)
  })

  it('is AAC-LC with one or two channels and packets of 1024 samples', () => {
    const config = writeConfig({ channels: 2, sampleRate: 44_100 })
    expect(config).toEqual(Buffer.from('1210', 'hex'))
    expect(readConfig(config)).toEqual({ channels: 2, sampleRate: 44_100 })
    expect(readConfig(Buffer.from('121056e500', 'hex'))).toEqual({ channels: 2, sampleRate: 44_100 })
    const refused = ['12', '0a10', '2a10', '1690', '1200', '1218', '1211', '1212', '1214']
    expect(refused.map((other) => readConfig(Buffer.from(other, 'hex')))).toEqual(refused.map(() => undefined))
  })

  it('may be sixty seconds long, as its packets say', () => {
    expect(codeOf(fragmentedMp4(aacRecording(2584)))).toBe(60_000)
    expect(codeOf(fragmentedMp4(aacRecording(2627)))).toBe(60_000)
    expect(codeOf(fragmentedMp4(aacRecording(2628)))).toEqual([413, 'recording_too_large'])
    expect(codeOf(writeMp4(aacRecording(12)))).toEqual([415, 'no_recording'])
    // Safari records at up to 192 kbit/s, and more are possible.
    for (const kilobits of [32, 128, 160, 192, 256]) {
      const bytes = Buffer.alloc(Math.floor((kilobits * 1000 * 1024) / 44_100 / 8), 0x21)
      const packets = Array.from({ length: 2584 }, () => bytes)
      expect(codeOf(fragmentedMp4({ ...aacRecording(1), packets })), `${kilobits} kbit/s`).toBe(60_000)
    }
    expect(codeOf(writeMp4(aacRecording(13)))).toBe(302)
  })

  it.each([
    ['without a type before it', mp4.subarray(mp4.readUInt32BE(0))],
    ['of pictures', inMp4(ascii('soun'), ascii('vide'))],
    ['encrypted', inMp4(ascii('mp4a'), ascii('enca'))],
    ['in another codec', inMp4('0411401500', '04116b1500')],
    ['with a second track', Buffer.concat([mp4.subarray(0, 28), box('moov', ...twoTracks())])],
    ['with an empty packet', writeMp4({ ...spoken, packets: [Buffer.alloc(0), ...spoken.packets] })],
    ['with a packet that is too long', writeMp4({ ...spoken, packets: [...spoken.packets, Buffer.alloc(769)] })],
    ['whose index names the same bytes again and again', inMp4(sizes(302, 6), sizes(302, 700))],
    [
      'whose index leaves out packets',
      inMp4(
        box('stsc', numbers(0, 1, 1, 302, 1)).toString('hex'),
        box('stsc', numbers(0, 1, 1, 301, 1)).toString('hex'),
      ),
    ],
    ['with bytes behind it', Buffer.concat([mp4, Buffer.from('PK\x05\x06')])],
  ])('is refused %s', (_, file) => {
    expect(codeOf(file)).toEqual([415, 'no_recording'])
  })
})

describe('a recording is refused', () => {
  const none = [415, 'no_recording']
  const head = writeHead(known)
  const tags = Buffer.from('OpusTags')
  const isVideo = '8301000000000000080000000000000002'
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an MP4 file', Buffer.from('000000186674797069736f6d', 'hex')],
    ['a video', replaced(isVideo, isVideo.replace(/2$/, '1'))],
    ['another codec', replaced(Buffer.from('A_OPUS').toString('hex'), Buffer.from('A_FLAC').toString('hex'))],
    ['a laced block', replaced('a3010000000000000881000080', 'a3010000000000000881000086')],
    ['bytes behind the file', Buffer.concat([webm, Buffer.from('PK\x05\x06')])],
    ['bytes before it', Buffer.concat([Buffer.from('GIF89a'), webm])],
    ['no sound', writeWebm({ ...known, packets: [] })],
    ['Ogg without tags', oggOf([head, packet(1), packet(2)])],
    ['Ogg of another codec', oggOf([Buffer.from('\x01vorbis'), tags, packet(1)])],
    ['two Ogg streams', Buffer.concat([ogg(known), oggOf([packet(1)], 8)])],
    ['bytes between Ogg pages', Buffer.concat([ogg(known), Buffer.from('x'), oggOf([packet(1)])])],
    ['a moment', ogg(recording(280))],
  ])('%s', (_, bytes) => {
    expect(codeOf(bytes)).toEqual(none)
  })

  it('with a second track, or encrypted', () => {
    const [at = 0] = places(webm, 'ae01')
    const length = 9 + webm.readUInt8(at + 8)
    const track = webm.subarray(at, at + length)
    const twice = Buffer.concat([webm.subarray(0, at), track, webm.subarray(at)])
    twice.write('01ffffffffffffff', places(twice, '18538067')[0]! + 4, 'hex')
    expect(codeOf(twice)).toEqual(none)
    expect(codeOf(Buffer.concat([live(), Buffer.from('6d8080', 'hex')]))).toEqual(none)
  })

  it('with more than 60 seconds or 2 MB', () => {
    const tooMuch = [413, 'recording_too_large']
    expect(codeOf(ogg(recording(61_000)))).toBe(60_000)
    expect(codeOf(ogg(recording(61_020)))).toEqual(tooMuch)
    expect(codeOf(Buffer.alloc(2 * 1024 * 1024))).toEqual(tooMuch)
    expect(codeOf(Buffer.alloc(2 * 1024 * 1024 - 1))).toEqual(none)
  })

  it('when truncated or changed anywhere, with no other error', () => {
    for (const whole of [webm, live(), ogg(known), mp4, fragmentedMp4(spoken)])
      for (let at = 0; at < 700; at += 1) {
        const changed = Buffer.from(whole)
        changed[at] = changed[at]! ^ 0x55
        for (const bytes of [whole.subarray(0, at), changed]) {
          const code = codeOf(bytes)
          expect(Array.isArray(code) || typeof code === 'number').toBe(true)
        }
      }
  })
})
