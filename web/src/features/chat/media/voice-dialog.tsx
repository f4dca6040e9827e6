import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, RotateCcw, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#app/api/failure-text.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { minutes } from '../messages/chat-time.ts'
import { VoicePlayer } from '../messages/voice-player.tsx'
import type { MediaDialogProps } from './media-dialog-props.ts'
import styles from './media-dialog.module.css'
import { MediaPrice } from './media-price.tsx'
import { canRecord, lookInto, type Recorder, recordingFailureOf, startRecorder, toHex } from './recorder.ts'
import { sendingFailures, useSending } from '../composer/use-sending.ts'

interface Recorded {
  readonly blob: Blob
  readonly address: string
  readonly durationMs: number
  readonly waveform: number[]
}

const ownFailures: Record<string, ReturnType<typeof msg>> = {
  unable: msg`This browser can’t record voice messages.`,
  microphone: msg`We can’t use the microphone. Allow access in the browser and try again.`,
  no_microphone: msg`We can’t find a microphone. Connect one and try again.`,
  microphone_busy: msg`The microphone isn’t responding: another app may be using it. Close it and try again.`,
  empty: msg`The recording is empty. Try again.`,
}

/** Records from the microphone and prepares the recording for playing. Closing the dialog ends a running recording. */
const useRecording = () => {
  const [recorder, setRecorder] = useState<Recorder | null>(null)
  const [seconds, setSeconds] = useState(0)
  const [recorded, setRecorded] = useState<Recorded | null>(null)
  const [failure, setFailure] = useState(canRecord() ? null : 'unable')
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])
  useEffect(() => {
    if (!recorder) return
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => {
      clearInterval(timer)
      recorder.stop()
    }
  }, [recorder])
  useEffect(() => (recorded ? () => URL.revokeObjectURL(recorded.address) : undefined), [recorded])
  const start = async () => {
    setFailure(null)
    let begun: Recorder
    try {
      begun = await startRecorder()
    } catch (error) {
      // What was recorded before is still there.
      setFailure(recordingFailureOf(error))
      return
    }
    if (isOver.current) return begun.stop()
    setRecorded(null)
    setSeconds(0)
    setRecorder(begun)
    const recording = await begun.ended
    if (isOver.current) return
    setRecorder(null)
    if (recording.blob.size === 0) return setFailure('empty')
    const seen = await lookInto(recording)
    setRecorded({ blob: recording.blob, address: URL.createObjectURL(recording.blob), ...seen })
  }
  return { recorder, seconds, recorded, failure, start }
}

/** A voice message before it is sent: recorder, player, price, and the failure of the last attempt. */
export const VoiceDialog = ({ name, onClose, ...sending }: MediaDialogProps) => {
  const { t, i18n } = useLingui()
  const { recorder, seconds, recorded, failure, start } = useRecording()
  const { part, code, begin, send } = useSending(sending)
  const wrong = failure ?? code
  const record = () => {
    begin()
    void start()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>A voice message for {name}</Trans>}
      intro={
        <Trans>One minute at most. Only the two of you hear it, and you can listen to it before you send it.</Trans>
      }
    >
      {wrong !== null && (
        <Note tone="bad" role="alert">
          {i18n._(ownFailures[wrong] ?? sendingFailures[wrong] ?? failureText(wrong))}
        </Note>
      )}
      {recorder && (
        <p className={styles.recording}>
          <span className={styles.dot} aria-hidden />
          <span role="timer" aria-label={t`Time recorded`}>
            {minutes(seconds * 1000)}
          </span>
        </p>
      )}
      {recorded && (
        <div className={styles.recorded}>
          <VoicePlayer
            label={t`Your voice message`}
            durationMs={recorded.durationMs}
            waveform={recorded.waveform}
            load={() => Promise.resolve(recorded.address)}
          />
        </div>
      )}
      {failure !== 'unable' && <MediaPrice kind="voice" />}
      <DialogActions>
        {recorder ? (
          <Button onClick={recorder.stop}>
            <Icon of={Square} size={18} />
            <Trans>Stop</Trans>
          </Button>
        ) : recorded ? (
          <>
            <Button variant="sec" onClick={record}>
              <Icon of={RotateCcw} size={18} />
              <Trans>Redo</Trans>
            </Button>
            <Button
              busy={part !== null && <Trans>Sending…</Trans>}
              aria-describedby="media-cost"
              onClick={() => void send(`voice?waveform=${toHex(recorded.waveform)}`, () => recorded.blob)}
            >
              {code === null ? <Trans>Send</Trans> : <Trans>Try again</Trans>}
            </Button>
          </>
        ) : (
          failure !== 'unable' && (
            <Button aria-describedby="media-cost" onClick={record}>
              <Icon of={Mic} size={18} />
              <Trans>Start recording</Trans>
            </Button>
          )
        )}
      </DialogActions>
    </Dialog>
  )
}
