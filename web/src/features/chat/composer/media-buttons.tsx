import { useLingui } from '@lingui/react/macro'
import { ImagePlus, Mic } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import text from '#styles/text.module.css'
import styles from './composer.module.css'
import type { ChosenMedia } from './use-media-choice.ts'

/** Opens the device's choice of pictures, or the recorder; while neither may be sent, says when. */
const MediaButtons = ({
  isAllowed,
  onChoose,
}: {
  readonly isAllowed: boolean
  readonly onChoose: (chosen: ChosenMedia) => void
}) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={t`Send a photo`}
        className={styles.emoji}
        onClick={() => (isAllowed ? input.current?.click() : onChoose('tooEarly'))}
      />
      <IconButton
        icon={Mic}
        label={t`Voice message`}
        className={styles.emoji}
        onClick={() => onChoose(isAllowed ? 'voice' : 'tooEarly')}
      />
      <input
        ref={input}
        className={text.hidden}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t`Choose a photo`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
      />
    </>
  )
}

export default MediaButtons
