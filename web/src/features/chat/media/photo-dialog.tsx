import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { failureText } from '#app/api/failure-text.ts'
import { cropPhoto, openPhoto } from '#app/upload/crop-photo.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import type { MediaDialogProps } from './media-dialog-props.ts'
import styles from './media-dialog.module.css'
import { MediaPrice } from './media-price.tsx'
import { sendingFailures, useSending } from '../composer/use-sending.ts'

/** Reads the file as a picture once; gives the failure's code if it is not one. */
const usePicture = (file: File) => {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    let opened: HTMLImageElement | undefined
    let isOver = false
    openPhoto(file).then(
      (picture) => {
        opened = picture
        if (isOver) URL.revokeObjectURL(picture.src)
        else setImage(picture)
      },
      // Whatever the browser cannot open is no photo to the member.
      () => isOver || setRefused('solo_immagini'),
    )
    return () => {
      isOver = true
      if (opened) URL.revokeObjectURL(opened.src)
    }
  }, [file])
  return { image, refused }
}

/** A photo before it is sent: preview, price, and the failure of the last attempt. */
export const PhotoDialog = ({
  photo,
  name,
  onClose,
  ...sending
}: MediaDialogProps & {
  readonly photo: File
}) => {
  const { t, i18n } = useLingui()
  const { image, refused } = usePicture(photo)
  const { part, code, send } = useSending(sending)
  const failure = refused ?? code
  const start = () => {
    if (!image) return
    const { naturalWidth: width, naturalHeight: height } = image
    void send('photo', () => cropPhoto(image, { x: 0, y: 0, width, height }, 0))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>A photo for {name}</Trans>}>
      {failure !== null && (
        <Note tone="bad" role="alert">
          {i18n._(sendingFailures[failure] ?? failureText(failure))}
        </Note>
      )}
      {refused === null && (
        <>
          <div className={styles.frame}>
            {!image && (
              <p role="status" className={styles.note}>
                <Trans>Preparing the photo…</Trans>
              </p>
            )}
            {image && <img className={styles.preview} src={image.src} alt={t`The photo you’re about to send`} />}
            {part !== null && <progress className={styles.progress} value={part} aria-label={t`Uploading the photo`} />}
          </div>
          <p className={styles.note}>
            <Trans>Only the two of you see it. You can withdraw it until it has been read.</Trans>
          </p>
          <MediaPrice kind="photo" />
        </>
      )}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {refused === null && (
          <Button
            disabled={!image}
            busy={part !== null && <Trans>Sending…</Trans>}
            aria-describedby="media-cost"
            onClick={start}
          >
            {code === null ? <Trans>Send</Trans> : <Trans>Try again</Trans>}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
