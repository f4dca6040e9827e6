/** How long a voice message may be, in milliseconds. */
export const longestVoiceMs = 60_000
/** Size in bytes that a recording's file must stay below. */
export const voiceSizeLimit = 1024 * 1024
/** Most values in a waveform, each 0 to 255. */
export const waveformLength = 64
