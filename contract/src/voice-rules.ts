/** How long a voice message may be, in milliseconds. */
export const longestVoiceMs = 60_000
/** Its file is smaller than this, in bytes. */
export const voiceSizeLimit = 1024 * 1024
/** Values of a waveform at most, each 0 to 255. */
export const waveformLength = 64
