/** How long a voice message may be, in milliseconds. */
export const longestVoiceMs = 60_000
/** Size in bytes that a recording's file must stay below: a minute at 256 kbit/s, more than any browser's recorder takes. */
export const voiceSizeLimit = 2 * 1024 * 1024
/** Most values in a waveform, each 0 to 255. */
export const waveformLength = 64
