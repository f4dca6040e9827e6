import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, Star, Trash2, X } from 'lucide-react'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '#app/api/failure-text.ts'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Photo } from '#components/people/photo.tsx'
import { classNames } from '#styles/class-names.ts'
import styles from './photo-tile.module.css'
import type { OwnPhoto } from './album-query.ts'
import type { Sending } from './use-upload.tsx'

/** Why a photo was refused; completes “Rifiutata: …”. */
const refusals: Record<NonNullable<OwnPhoto['refusal']>, MessageDescriptor> = {
  not_the_member: msg`it seems to show someone else`,
  no_face: msg`you can’t be recognised in it`,
  nudity: msg`it shows nudity`,
  contact_details: msg`it contains contact details`,
  minor: msg`it shows a person under age`,
  unlawful: msg`it contains something that the law forbids`,
  quality: msg`too dark, blurred or small`,
}

export const PhotoTile = ({
  photo,
  at,
  count,
  isLeaving,
  onMove,
  onRemove,
  onDragStart,
  onDropHere,
}: {
  readonly photo: OwnPhoto
  /** Its index in the album. */
  readonly at: number
  readonly count: number
  /** Whether it is being deleted: pressing again does nothing. */
  readonly isLeaving: boolean
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onDragStart: () => void
  readonly onDropHere: () => void
}) => {
  const { t, i18n } = useLingui()
  const number = at + 1
  const [isOver, setOver] = useState(false)
  /** The button that moved the photo: the browser takes the focus from what changes its place. */
  const pressed = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [at])
  const moveTo = (to: number) => (event: MouseEvent<HTMLElement>) => {
    if (to < 0 || to >= count || to === at) return
    pressed.current = event.currentTarget
    onMove(to)
  }
  const reason = photo.refusal && i18n._(refusals[photo.refusal])
  return (
    // Dragging is a mouse shortcut for the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames(styles.tile, isOver && styles.over)}
      draggable
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', photo.name)
        onDragStart()
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!event.dataTransfer.types.includes('Files')) onDropHere()
      }}
    >
      <div className={styles.image}>
        {photo.path === null ? (
          <div className={styles.blank} />
        ) : (
          <Photo
            thumbhash={photo.thumbhash}
            className={styles.picture}
            src={photo.path}
            alt={t`Photo ${number}`}
            width={240}
            height={320}
            draggable={false}
          />
        )}
        <div className={styles.state}>
          {photo.isDefault && (
            <Badge tone="pri">
              <Trans>Main</Trans>
            </Badge>
          )}
          {photo.state === 'pending' && (
            <Badge tone="warn">
              <Trans>In review</Trans>
            </Badge>
          )}
          {reason !== null && (
            <Badge tone="bad">
              <Trans>Refused: {reason}</Trans>
            </Badge>
          )}
        </div>
        <IconButton
          className={styles.remove}
          variant="outline"
          icon={Trash2}
          size={18}
          label={t`Delete photo ${number}`}
          aria-disabled={isLeaving || undefined}
          onClick={onRemove}
        />
      </div>
      {count > 1 && (
        <div className={styles.actions}>
          {/* A button that can do nothing stays, so that the focus does not get lost when a photo reaches an end. */}
          <IconButton
            icon={ArrowLeft}
            size={18}
            label={t`Move photo ${number} earlier`}
            aria-disabled={at === 0 || undefined}
            onClick={moveTo(at - 1)}
          />
          <IconButton
            icon={ArrowRight}
            size={18}
            label={t`Move photo ${number} later`}
            aria-disabled={at === count - 1 || undefined}
            onClick={moveTo(at + 1)}
          />
          {photo.state !== 'refused' && (
            <IconButton
              icon={Star}
              size={18}
              label={t`Make photo ${number} the main one`}
              aria-disabled={at === 0 || undefined}
              onClick={moveTo(0)}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** A photo that is being uploaded. */
export const SendingTile = ({ sending, onDismiss }: { sending: Sending; onDismiss: () => void }) => {
  const { t, i18n } = useLingui()
  const bar = useRef<HTMLProgressElement>(null)
  useEffect(() => {
    if (bar.current) bar.current.value = sending.sent
  }, [sending.sent])
  return (
    <li className={styles.tile}>
      <img className={styles.picture} src={sending.preview} alt="" width={240} height={320} />
      {sending.code === null && (
        <IconButton
          className={styles.remove}
          variant="outline"
          icon={X}
          size={18}
          label={t`Cancel sending the photo`}
          onClick={onDismiss}
        />
      )}
      {sending.code === null ? (
        <div className={styles.sending}>
          {/* Always there, so that screen readers announce the text when it appears. */}
          <p role="status">
            {sending.waiting &&
              (sending.isKept ? (
                <Trans>Resumes once you’re back online</Trans>
              ) : (
                <Trans>Resumes when the network is back: don’t close the page</Trans>
              ))}
          </p>
          <progress ref={bar} max={1} aria-label={t`Uploading the photo`} />
        </div>
      ) : (
        <div className={styles.failed} role="alert">
          <p>{i18n._(failureText(sending.code))}</p>
          <Button size="sm" variant="sec" onClick={onDismiss}>
            <Trans context="photo">Remove</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}
