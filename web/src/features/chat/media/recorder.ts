import { longestVoiceMs, waveformLength } from '@incontro/contract/voice-rules'

/** What the server can read, in order of preference: the last is Safari's. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']
const bitsPerSecond = 32_000

const supportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : types.find((type) => MediaRecorder.isTypeSupported(type))

/** Whether this browser can record a format that the server reads; an insecure page has no microphone. */
export const canRecord = (): boolean => supportedType() !== undefined && navigator.mediaDevices !== undefined

export interface Recorder {
  /** Resolves when the recording was stopped or has its maximal length. */
  readonly ended: Promise<Blob>
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
  const ended = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      clearTimeout(timer)
      for (const track of stream.getTracks()) track.stop()
      resolve(new Blob(parts, { type: recorder.mimeType }))
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

/** Decodes a recording. @throws if the browser cannot */
export async function lookInto(blob: Blob): Promise<{ durationMs: number; waveform: number[] }> {
  const context = new AudioContext()
  try {
    const sound = await context.decodeAudioData(await blob.arrayBuffer())
    return { durationMs: Math.round(sound.duration * 1000), waveform: waveformOf(sound.getChannelData(0)) }
  } finally {
    await context.close()
  }
}

/** Encodes a waveform for the server: two hexadecimal digits per value. */
export const toHex = (waveform: readonly number[]): string =>
  waveform.map((value) => value.toString(16).padStart(2, '0')).join('')
