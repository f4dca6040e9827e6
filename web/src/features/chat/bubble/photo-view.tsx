import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, ImageOff, X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import styles from './photo-view.module.css'

/** Photos that the member has revealed stay revealed until the page is left. */
const uncovered = new Set<string>()

const roughly = (thumbhash: string): string =>
  thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))

/** The photo full screen; Esc, the button and a tap beside it close it. */
const Viewer = ({
  src,
  alt,
  onClose,
}: {
  readonly src: string
  readonly alt: string
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  const close = () => box.current?.close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is the dialog's own; Esc closes it too
    <dialog
      ref={box}
      className={styles.viewer}
      aria-label={alt}
      onClose={onClose}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onClick={({ target }) => target === box.current && close()}
    >
      <img className={styles.whole} src={src} alt={alt} draggable={false} />
      <IconButton icon={X} label={t`Close`} className={styles.close} onClick={close} />
    </dialog>
  )
}

/** A photo in a conversation. The other member's is blurred until it is tapped; another tap enlarges it. */
const PhotoView = ({
  media: { path, thumbhash },
  own,
  name,
  room,
}: {
  readonly media: NonNullable<Message['media']>
  readonly own: boolean
  readonly name: string
  /** The size reserved for it. */
  readonly room: CSSProperties | undefined
}) => {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(own || (path !== null && uncovered.has(path)))
  const [isLarge, setIsLarge] = useState(false)
  const [isFailed, setIsFailed] = useState(false)
  if (path === null)
    return (
      <span className={styles.gone}>
        <Icon of={ImageOff} size={18} />
        <Trans>Photo no longer available</Trans>
      </span>
    )
  const alt = own ? t`Your photo` : t`Photo of ${name}`
  const rough = thumbhash === null ? {} : { backgroundImage: `url(${roughly(thumbhash)})` }
  if (!isShown || isFailed)
    return (
      <button
        type="button"
        className={styles.photo}
        style={{ ...room, ...rough }}
        onClick={() => {
          uncovered.add(path)
          setIsShown(true)
          setIsFailed(false)
        }}
      >
        <span className={styles.tap}>
          <Icon of={isFailed ? ImageOff : Eye} size={18} />
          {isFailed ? <Trans>It didn’t load: try again</Trans> : <Trans>Show the photo</Trans>}
        </span>
      </button>
    )
  return (
    <>
      <button
        type="button"
        className={styles.photo}
        style={{ ...room, ...rough }}
        aria-haspopup="dialog"
        onClick={() => setIsLarge(true)}
      >
        <img src={path} alt={alt} draggable={false} onError={() => setIsFailed(true)} />
      </button>
      {isLarge && <Viewer src={path} alt={alt} onClose={() => setIsLarge(false)} />}
    </>
  )
}

export default PhotoView
