import { useLingui } from '@lingui/react/macro'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../components/buttons/icon-button.tsx'
import text from '../../../styles/text.module.css'
import styles from './composer.module.css'
import type { ChosenPhoto } from './use-photo-choice.ts'

/** Opens the device's choice of pictures; while none may be sent, says when. */
export const PhotoButton = ({
  isAllowed,
  onChoose,
}: {
  readonly isAllowed: boolean
  readonly onChoose: (photo: ChosenPhoto) => void
}) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={t`Invia una foto`}
        className={styles.emoji}
        onClick={() => (isAllowed ? input.current?.click() : onChoose('missing'))}
      />
      <input
        ref={input}
        className={text.hidden}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t`Scegli una foto`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
      />
    </>
  )
}
