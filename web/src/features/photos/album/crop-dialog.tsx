import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { usePending } from '#app/api/use-pending.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Icon } from '#components/marks/icon.tsx'
import styles from './crop-dialog.module.css'
import { type Area, cropPhoto } from '#app/upload/crop-photo.ts'

/** Chooses the visible area of a picture: move with touch, mouse or arrow keys, zoom, rotate. */
const CropDialog = ({
  image,
  onDone,
  onCancel,
}: {
  readonly image: HTMLImageElement
  readonly onDone: (photo: Blob) => void
  readonly onCancel: () => void
}) => {
  const { t } = useLingui()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [area, setArea] = useState<Area | null>(null)
  const [busy, run] = usePending()
  const done = async () => {
    if (area) onDone(await run(() => cropPhoto(image, area, turn)))
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      title={<Trans>Choose the frame</Trans>}
      intro={<Trans>Your face in the middle, clearly visible. Move the photo or zoom in.</Trans>}
    >
      <div className={styles.frame}>
        <Cropper
          image={image.src}
          crop={place}
          zoom={zoom}
          rotation={turn}
          aspect={3 / 4}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t`Frame: move with the arrow keys` } as object}
        />
      </div>
      <div className={styles.tools}>
        <div className={styles.zoom}>
          <span aria-hidden>
            <Trans>Zoom</Trans>
          </span>
          <input
            type="range"
            aria-label={t`Zoom`}
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </div>
        <Button variant="sec" size="sm" onClick={() => setTurn((turn + 90) % 360)}>
          <Icon of={RotateCw} size={18} />
          <Trans>Rotate</Trans>
        </Button>
      </div>
      <DialogActions>
        <Button variant="sec" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!area} busy={busy && <Trans>Preparing…</Trans>} onClick={() => void done()}>
          <Trans>Use this photo</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default CropDialog
