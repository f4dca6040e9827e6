import { Trans } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import type { ChosenMedia } from '../composer/use-media-choice.ts'
import { VoiceDialog } from './voice-dialog.tsx'
import type { MediaDialogProps } from './media-dialog-props.ts'

/** The dialog for a photo or a voice message before it is sent. */
const MediaDialog = ({ chosen, ...rest }: MediaDialogProps & { readonly chosen: ChosenMedia }) => {
  if (chosen === 'voice') return <VoiceDialog {...rest} />
  if (chosen !== 'tooEarly') return <PhotoDialog photo={chosen} {...rest} />
  return (
    <Dialog
      open
      onClose={rest.onClose}
      title={<Trans>Just a moment</Trans>}
      intro={<Trans>You can send photos and voice messages once you’ve both written.</Trans>}
    >
      <DialogActions>
        <Button onClick={rest.onClose}>
          <Trans>Got it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default MediaDialog
