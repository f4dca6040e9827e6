import { longestVoiceMs, voiceSizeLimit } from '@incontro/contract/voice-rules'
import { Failure } from '../../../../platform/http/problem.ts'
import type { FileRefusals } from '../../../photos/index.ts'
import { durationOf } from './opus.ts'
import { readOgg } from './read-ogg.ts'
import { readWebm } from './read-webm.ts'
import { writeWebm } from './write-webm.ts'

const field = 'avatar'
/** A recorder stops slightly after it was asked to. */
const toleranceMs = 1000
const shortestMs = 300

export const voiceRefusals: FileRefusals = {
  none: () => new Failure(415, 'no_recording', { field, message: 'Send a recording: Opus in WebM or Ogg' }),
  tooLarge: () =>
    new Failure(413, 'recording_too_large', { field, message: 'Send a recording of at most 60 seconds and 1 MB' }),
}

/**
 * Converts an upload to a WebM file with its sound packets and nothing else.
 * @throws Failure 415 `no_recording` for anything but one track of Opus, 413 `recording_too_large`
 */
export function readVoice(bytes: Buffer): { readonly bytes: Buffer; readonly durationMs: number } {
  if (bytes.length >= voiceSizeLimit) throw voiceRefusals.tooLarge()
  const recording = readWebm(bytes) ?? readOgg(bytes)
  if (!recording) throw voiceRefusals.none()
  const durationMs = durationOf(recording)
  if (durationMs < shortestMs) throw voiceRefusals.none()
  if (durationMs > longestVoiceMs + toleranceMs) throw voiceRefusals.tooLarge()
  return { bytes: writeWebm(recording), durationMs: Math.min(durationMs, longestVoiceMs) }
}
