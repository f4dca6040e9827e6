import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../platform/http/problem.ts'
import { ogg, oggOf, packet, recording } from '../../testing/recordings.ts'
import { durationOf, readHead, toPacket, writeHead } from './opus.ts'
import { readOgg } from './read-ogg.ts'
import { readVoice } from './read-voice.ts'
import { readWebm } from './read-webm.ts'
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
      expect(readVoice(bytes).bytes).toEqual(webm)
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

  it('with more than 60 seconds or 1 MB', () => {
    const tooMuch = [413, 'recording_too_large']
    expect(codeOf(ogg(recording(61_000)))).toBe(60_000)
    expect(codeOf(ogg(recording(61_020)))).toEqual(tooMuch)
    expect(codeOf(Buffer.alloc(1024 * 1024))).toEqual(tooMuch)
    expect(codeOf(Buffer.alloc(1024 * 1024 - 1))).toEqual(none)
  })

  it('when truncated or changed anywhere, with no other error', () => {
    for (const whole of [webm, live(), ogg(known)])
      for (let at = 0; at < 600; at += 1) {
        const changed = Buffer.from(whole)
        changed[at] = changed[at]! ^ 0x55
        for (const bytes of [whole.subarray(0, at), changed]) {
          const code = codeOf(bytes)
          expect(Array.isArray(code) || typeof code === 'number').toBe(true)
        }
      }
  })
})
