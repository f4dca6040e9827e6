import { Trans } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import layout from '#styles/layout.module.css'
import { usePhotoFigure } from './photo-figure.ts'

/** Proposes a first photo and names its measured effect, if any. Closing it means "later", which the server records. */
const PhotoPopup = ({ onDone }: { onDone: () => void }) => {
  const { session, update } = useSession()
  const navigate = useNavigate()
  const figure = usePhotoFigure()
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onDone()
  }
  const later = () => {
    close()
    update({ asksForPhoto: false })
    // If the request fails, the photo is proposed again on the next visit.
    api('POST /api/users/onboarding/skip', { body: { trackerId: session.clickid, step: 'photo' } }).catch(
      () => undefined,
    )
  }
  return (
    <Dialog
      open={open}
      onClose={later}
      icon={Camera}
      title={<Trans>Add your first photo</Trans>}
      intro={
        <>
          <Trans>With a photo that shows you clearly, people know who they’re talking to.</Trans>{' '}
          {figure !== null && (
            <Trans>Here, members with a photo received {figure} times the first messages of those without.</Trans>
          )}
        </>
      }
    >
      <div className={`${layout.stack} ${layout.g2}`}>
        <Button
          size="lg"
          block
          onClick={() => {
            close()
            void navigate('/start?step=photo')
          }}
        >
          <Trans>Upload the first photo</Trans>
        </Button>
        <Button variant="sec" size="lg" block onClick={later}>
          <Trans>Later</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default PhotoPopup
