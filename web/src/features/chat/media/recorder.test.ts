import { afterEach, describe, expect, it, vi } from 'vitest'
import { lookInto, recordingFailureOf, startRecorder, toHex, waveformOf } from './recorder.ts'

afterEach(() => void vi.unstubAllGlobals())

it('says how loud each part of a recording is, the loudest being 255', () => {
  expect(waveformOf(Float32Array.from([0.1, -0.2, 0.4, 0.1, 0, 0]), 3)).toEqual([128, 255, 0])
  expect(waveformOf(new Float32Array(1000))).toEqual(Array.from({ length: 64 }, () => 0))
  expect(waveformOf(Float32Array.from([0.5]))).toEqual([255])
  expect(toHex([0, 255, 128, 7])).toBe('00ff8007')
})

describe('a recording', () => {
  /** A browser that records these types. */
  const recordsOnly = (...supported: string[]) => {
    const made: { mimeType: string; audioBitsPerSecond: number }[] = []
    class Recorder {
      static isTypeSupported = (type: string) => supported.includes(type)
      readonly mimeType: string
      state = 'recording'
      ondataavailable?: (event: { data: Blob }) => void
      onstop?: () => void
      constructor(_stream: unknown, options: { mimeType: string; audioBitsPerSecond: number }) {
        this.mimeType = options.mimeType
        made.push(options)
      }
      start() {}
      stop() {
        this.state = 'inactive'
        this.ondataavailable?.({ data: new Blob(['sound']) })
        this.onstop?.()
      }
    }
    vi.stubGlobal('MediaRecorder', Recorder)
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) } })
    return made
  }
  const [mp4, anyMp4, webm, ogg] = [
    'audio/mp4;codecs=mp4a.40.2',
    'audio/mp4',
    'audio/webm;codecs=opus',
    'audio/ogg;codecs=opus',
  ] as const

  it.each([
    ['Safari, and Chrome where it can', [webm, mp4, anyMp4], mp4],
    ['Chromium without AAC', [anyMp4, webm], webm],
    ['a Safari that names no codec', [anyMp4], anyMp4],
    ['Chrome', [webm], webm],
    ['Firefox', [ogg, webm], webm],
    ['an old Firefox', [ogg], ogg],
  ] as const)(
    'is made by %s as what plays in most browsers, at a rate that the server takes',
    async (_who, types, type) => {
      const made = recordsOnly(...types)
      const recorder = await startRecorder()
      recorder.stop()
      const { blob, durationMs } = await recorder.ended
      expect(made).toEqual([{ mimeType: type, audioBitsPerSecond: 32_000 }])
      expect([blob.type, blob.size]).toEqual([type, 5])
      expect(durationMs).toBeGreaterThanOrEqual(0)
    },
  )

  const recorded = { blob: new Blob(['sound']), durationMs: 4200 }
  const decodes = (decodeAudioData: () => Promise<unknown>, close = async () => undefined) =>
    vi.stubGlobal(
      'AudioContext',
      class {
        decodeAudioData = decodeAudioData
        close = close
      },
    )

  it('has the length and loudness of its sound', async () => {
    decodes(async () => ({ duration: 4.1, getChannelData: () => Float32Array.from([0.5, 0.25]) }))
    expect(await lookInto(recorded)).toEqual({ durationMs: 4100, waveform: [255, 128] })
  })

  it('that the browser cannot decode is kept, with the length that it was recorded for', async () => {
    const kept = { durationMs: 4200, waveform: Array.from({ length: 64 }, () => 64) }
    decodes(() => Promise.reject(new DOMException('Decoding failed', 'EncodingError')))
    expect(await lookInto(recorded)).toEqual(kept)
    decodes(
      () => Promise.reject(new DOMException('Decoding failed', 'EncodingError')),
      () => Promise.reject(new Error('closed')),
    )
    expect(await lookInto(recorded)).toEqual(kept)
    vi.stubGlobal('AudioContext', undefined)
    expect(await lookInto(recorded)).toEqual(kept)
  })
})

it.each([
  ['NotAllowedError', 'microphone'],
  ['SecurityError', 'microphone'],
  ['NotFoundError', 'no_microphone'],
  ['OverconstrainedError', 'no_microphone'],
  ['NotReadableError', 'microphone_busy'],
  ['AbortError', 'microphone_busy'],
  ['NotSupportedError', 'microphone_busy'],
] as const)('%s of the browser is said as %s', (name, failure) => {
  expect(recordingFailureOf(new DOMException('x', name))).toBe(failure)
})
