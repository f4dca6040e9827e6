import { longestVoiceMs, waveformLength } from '@incontro/contract/voice-rules'

/**
 * What the server can read, in order of preference: AAC plays in every browser, WebM not in each Safari. Without a codec
 * Chromium puts Opus into MP4, which Safari does not play.
 */
const types = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Enough for speech in any of them. Safari may take more than it is asked for: the server has room for six times as much. */
const bitsPerSecond = 32_000

const supportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : types.find((type) => MediaRecorder.isTypeSupported(type))

/** Whether this browser can record a format that the server reads; an insecure page has no microphone. */
export const canRecord = (): boolean => supportedType() !== undefined && navigator.mediaDevices !== undefined

/** Why there is no recording: permission was denied, there is no microphone, or something else uses it or failed. */
export type RecordingFailure = 'microphone' | 'no_microphone' | 'microphone_busy'

export const recordingFailureOf = (error: unknown): RecordingFailure => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_microphone'
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'microphone' : 'microphone_busy'
}

export interface Recording {
  readonly blob: Blob
  /** How long it was recorded. */
  readonly durationMs: number
}

export interface Recorder {
  /** Resolves when the recording was stopped, has its maximal length, or the microphone is gone. */
  readonly ended: Promise<Recording>
  stop(): void
}

/** Asks for the microphone and records until it is stopped. @throws without a microphone or without permission to use it */
export async function startRecorder(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  })
  const recorder = new MediaRecorder(stream, { mimeType: supportedType() ?? '', audioBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const timer = setTimeout(stop, longestVoiceMs)
  const begunAt = performance.now()
  const ended = new Promise<Recording>((resolve) => {
    recorder.onstop = () => {
      clearTimeout(timer)
      for (const track of stream.getTracks()) track.stop()
      const durationMs = Math.min(longestVoiceMs, Math.round(performance.now() - begunAt))
      resolve({ blob: new Blob(parts, { type: recorder.mimeType }), durationMs })
    }
  })
  recorder.start()
  return { ended, stop }
}

/** Loudness of each part of the samples, 0 to 255, relative to the loudest. */
export function waveformOf(samples: Float32Array, parts = waveformLength): number[] {
  const size = Math.max(1, Math.floor(samples.length / parts))
  const peaks = Array.from({ length: Math.min(parts, samples.length) }, (_, part) =>
    samples.subarray(part * size, (part + 1) * size).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const loudest = Math.max(...peaks, 0.01)
  return peaks.map((peak) => Math.min(255, Math.round((peak / loudest) * 255)))
}

/** A waveform for a recording that the browser cannot decode. */
const flat: readonly number[] = Array.from({ length: waveformLength }, () => 64)

/**
 * Decodes a recording for its length and loudness. A browser may be unable to decode what it has recorded itself, as
 * Safari is at times: the server reads the file on its own, so it is sent all the same.
 */
export async function lookInto({ blob, durationMs }: Recording): Promise<{ durationMs: number; waveform: number[] }> {
  let context: AudioContext | undefined
  try {
    context = new AudioContext()
    const sound = await context.decodeAudioData(await blob.arrayBuffer())
    return { durationMs: Math.round(sound.duration * 1000), waveform: waveformOf(sound.getChannelData(0)) }
  } catch {
    // The recording stays: only its drawing is missing.
    return { durationMs, waveform: [...flat] }
  } finally {
    // A context that does not close costs nothing that a member would notice.
    await context?.close().catch(() => undefined)
  }
}

/** Encodes a waveform for the server: two hexadecimal digits per value. */
export const toHex = (waveform: readonly number[]): string =>
  waveform.map((value) => value.toString(16).padStart(2, '0')).join('')
