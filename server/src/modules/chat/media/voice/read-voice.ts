import { longestVoiceMs, voiceSizeLimit } from '@incontro/contract/voice-rules'
import { Failure } from '#platform/http/problem.ts'
import type { FileRefusals } from '#modules/photos/index.ts'
import { aacDurationOf } from './aac.ts'
import { durationOf } from './opus.ts'
import { readMp4 } from './read-mp4.ts'
import { readOgg } from './read-ogg.ts'
import { readWebm } from './read-webm.ts'
import { writeMp4 } from './write-mp4.ts'
import { writeWebm } from './write-webm.ts'

const field = 'avatar'
/** A recorder stops slightly after it was asked to. */
const toleranceMs = 1000
const shortestMs = 300

export const voiceRefusals: FileRefusals = {
  none: () =>
    new Failure(415, 'no_recording', { field, message: 'Send a recording: Opus in WebM or Ogg, or AAC in MP4' }),
  tooLarge: () =>
    new Failure(413, 'recording_too_large', { field, message: 'Send a recording of at most 60 seconds and 2 MB' }),
}

/** A recording in a file of our own. */
export interface Voice {
  readonly bytes: Buffer
  readonly durationMs: number
  readonly format: 'webm' | 'm4a'
}

/**
 * Converts an upload to a file with its packets of sound and nothing else: WebM for Opus, MP4 for AAC.
 * @throws Failure 415 `no_recording` for anything but one track of Opus or AAC, 413 `recording_too_large`
 */
export function readVoice(bytes: Buffer): Voice {
  if (bytes.length >= voiceSizeLimit) throw voiceRefusals.tooLarge()
  const opus = readWebm(bytes) ?? readOgg(bytes)
  if (opus) return { ...ofLength(durationOf(opus)), bytes: writeWebm(opus), format: 'webm' }
  const aac = readMp4(bytes)
  if (!aac) throw voiceRefusals.none()
  return { ...ofLength(aacDurationOf(aac)), bytes: writeMp4(aac), format: 'm4a' }
}

function ofLength(durationMs: number): Pick<Voice, 'durationMs'> {
  if (durationMs < shortestMs) throw voiceRefusals.none()
  if (durationMs > longestVoiceMs + toleranceMs) throw voiceRefusals.tooLarge()
  return { durationMs: Math.min(durationMs, longestVoiceMs) }
}
