import type { Gesture, VerificationView } from '@incontro/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, ApiProblem } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { cropPhoto, openPhoto } from '#app/upload/crop-photo.ts'
import { sendPhoto } from '#app/upload/send-photo.ts'
import styles from './verification.module.css'

const gestureTexts = {
  thumb_up: msg`Thumb up beside your face`,
  open_hand: msg`Open hand beside your face`,
  two_fingers: msg`Two fingers up beside your face`,
  hand_on_head: msg`A hand on your head`,
  finger_on_nose: msg`A finger on your nose`,
  hand_on_ear: msg`A hand on your ear`,
} as const satisfies Record<Gesture, object>

/** The requested gesture, and the picture of it, taken with the camera or chosen from files. */
const VerificationDialog = ({
  trackerId,
  onChange,
  onClose,
}: {
  readonly trackerId: string
  readonly onChange: (next: VerificationView) => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isLate, setIsLate] = useState(false)
  const [isOpening, setIsOpening] = useState(false)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const { busy, failure, attempt, fail } = useAttempt()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['gesture', trackerId],
    gcTime: 0,
    queryFn: () => api('POST /api/photos/:trackerId/verification', { params: { trackerId }, body: {} }),
  })
  useEffect(
    () => () => {
      if (image) URL.revokeObjectURL(image.src)
    },
    [image],
  )
  const choose = async (file: File | undefined) => {
    if (!file) return
    setIsOpening(true)
    try {
      setImage(await openPhoto(file))
    } catch {
      // To the member, a file that the browser cannot open is no photo.
      fail('solo_immagini')
    } finally {
      setIsOpening(false)
    }
  }
  const send = () =>
    attempt(async () => {
      if (!image) return
      const { naturalWidth: width, naturalHeight: height } = image
      const whole = { x: 0, y: 0, width, height }
      try {
        await sendPhoto(`/api/upload/${trackerId}/verification`, await cropPhoto(image, whole, 0))
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'gesture_expired')) throw error
      }
      const next = await api('GET /api/photos/:trackerId/verification', { params: { trackerId } })
      onChange(next)
      if (next.state === 'sent') return onClose()
      setImage(null)
      setIsLate(true)
      await refetch()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Verify the photo</Trans>}
      intro={
        <Trans>
          We ask for a gesture chosen at random. A person compares the picture with your main photo: nobody else sees
          it, and we delete it afterwards.
        </Trans>
      }
    >
      <div className={styles.body}>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        {isLate && (
          <Note>
            <Trans>The time for that gesture is up: here’s another.</Trans>
          </Note>
        )}
        {!data && isError && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton shape="block" />}
        {data?.gesture && (
          <>
            <p className={styles.gesture}>
              <span className={text.sm}>
                <Trans>Your gesture</Trans>
              </span>
              <b>{i18n._(gestureTexts[data.gesture])}</b>
            </p>
            {image && <img className={styles.preview} src={image.src} alt={t`Your picture with the gesture`} />}
            <input
              ref={input}
              className={text.hidden}
              type="file"
              accept="image/*"
              capture="user"
              tabIndex={-1}
              aria-label={t`Choose the picture with the gesture`}
              onChange={(event) => {
                void choose(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <DialogActions>
              <Button
                variant={image ? 'sec' : 'pri'}
                busy={isOpening && <Trans>Preparing the photo…</Trans>}
                onClick={() => input.current?.click()}
              >
                <Icon of={Camera} size={18} />
                {image ? <Trans>Redo</Trans> : <Trans>Take or choose</Trans>}
              </Button>
              {image && (
                <Button busy={busy && <Trans>Sending…</Trans>} onClick={() => void send()}>
                  <Trans>Send</Trans>
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </div>
    </Dialog>
  )
}

export default VerificationDialog
