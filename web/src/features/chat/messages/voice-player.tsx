import { useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { minutes } from './chat-time.ts'
import styles from './voice-player.module.css'

/** The recording that is playing: only one plays at a time. */
let speaking: HTMLAudioElement | undefined

/** Plays a recording. The waveform shows the position, which a press or the arrow keys change. */
export const VoicePlayer = ({
  label,
  durationMs,
  waveform,
  load,
  onFail,
}: {
  readonly label: string
  readonly durationMs: number
  readonly waveform: readonly number[]
  /** Resolves with the recording's address; called on the first play. */
  readonly load: () => Promise<string>
  readonly onFail?: (error: unknown) => void
}) => {
  const { t } = useLingui()
  const audio = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [atMs, setAtMs] = useState(0)
  useEffect(
    () => () => {
      audio.current?.pause()
    },
    [],
  )
  const open = async (): Promise<HTMLAudioElement> => {
    if (audio.current) return audio.current
    const opened = (audio.current = new Audio(await load()))
    opened.ontimeupdate = () => setAtMs(opened.currentTime * 1000)
    opened.onplay = () => setIsPlaying(true)
    opened.onpause = () => setIsPlaying(false)
    opened.onended = () => setAtMs(0)
    return opened
  }
  const toggle = async () => {
    try {
      const sound = await open()
      if (!sound.paused) return sound.pause()
      if (speaking !== sound) speaking?.pause()
      speaking = sound
      await sound.play()
    } catch (error) {
      // Unless `onFail` replaces the player, the next press fetches the recording again.
      audio.current = null
      onFail?.(error)
    }
  }
  const seek = async (ms: number) => {
    setAtMs(ms)
    // The position is kept; a recording that cannot be fetched is reported when it is played.
    const sound = await open().catch(() => null)
    if (sound) sound.currentTime = ms / 1000
  }
  const played = minutes(atMs)
  const whole = minutes(durationMs)
  return (
    <span className={styles.player} role="group" aria-label={`${label}, ${whole}`}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        label={isPlaying ? t`Pause` : t`Listen`}
        className={styles.button}
        onClick={() => void toggle()}
      />
      <span className={styles.wave}>
        {waveform.map((value, index) => (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- they never change places
            key={index}
            className={(index / waveform.length) * durationMs < atMs ? styles.played : undefined}
            style={{ height: `${Math.max(10, (value / 255) * 100)}%` }}
          />
        ))}
        <input
          type="range"
          min={0}
          max={durationMs}
          step={100}
          value={Math.min(atMs, durationMs)}
          aria-label={t`Position in the voice message`}
          aria-valuetext={t`${played} of ${whole}`}
          onChange={({ target }) => void seek(Number(target.value))}
        />
      </span>
      <span className={styles.time} aria-hidden>
        {atMs > 0 ? played : whole}
      </span>
    </span>
  )
}
