/** An AAC recording without its container. */
export interface AacRecording {
  readonly channels: 1 | 2
  readonly sampleRate: number
  readonly packets: readonly Buffer[]
}

/** Samples of one packet of AAC-LC, for each channel. */
export const packetSamples = 1024
/** The most that an encoder may put into a packet, for each channel (ISO 14496-3: 6144 bits). */
const mostBytes = 768

/** By their number in the configuration (ISO 14496-3, table 1.18). */
const sampleRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]

const lowComplexity = 2

/**
 * Reads an AudioSpecificConfig (ISO 14496-3, section 1.6); undefined for anything but AAC-LC with packets of 1024
 * samples and one or two channels. What follows the first two bytes, such as an extension, is not used.
 */
export function readConfig(config: Buffer): Pick<AacRecording, 'channels' | 'sampleRate'> | undefined {
  if (config.length < 2) return undefined
  const bits = config.readUInt16BE(0)
  const sampleRate = sampleRates[(bits >> 7) & 15]
  const channels = (bits >> 3) & 15
  // The last three bits: shorter packets, a core coder, an extension.
  if (bits >> 11 !== lowComplexity || sampleRate === undefined || (bits & 7) !== 0) return undefined
  return channels === 1 || channels === 2 ? { channels, sampleRate } : undefined
}

export function writeConfig({ channels, sampleRate }: Pick<AacRecording, 'channels' | 'sampleRate'>): Buffer {
  const config = Buffer.alloc(2)
  config.writeUInt16BE((lowComplexity << 11) | (sampleRates.indexOf(sampleRate) << 7) | (channels << 3))
  return config
}

/** A configuration and its packets as a recording; undefined if there is none, or any of them is invalid. */
export function toAacRecording(config: Buffer, packets: readonly Buffer[]): AacRecording | undefined {
  const known = readConfig(config)
  return known &&
    packets.length > 0 &&
    packets.every(({ length }) => length > 0 && length <= mostBytes * known.channels)
    ? { ...known, packets }
    : undefined
}

export const aacDurationOf = ({ packets, sampleRate }: AacRecording): number =>
  Math.round((packets.length * packetSamples * 1000) / sampleRate)
