import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { Note } from '../feedback/note.tsx'
import styles from './cut-note.module.css'

/** Says that a text was too long for its field, and keeps what did not fit. */
export const CutNote = ({
  most,
  rest,
  onDismiss,
  children,
}: {
  readonly most: number
  readonly rest: string
  readonly onDismiss: () => void
  /** What becomes of the rest by itself. */
  readonly children?: ReactNode
}) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(rest).then(
      () => setCopied(true),
      // The note says so, and the text stays.
      () => setCopied(false),
    )
  return (
    <Note tone="warn" role="alert">
      <span className={styles.cut}>
        <span>
          <Trans>The text was too long: there’s room for {most} characters here.</Trans>{' '}
          <Plural value={rest.length} one="# character was left out." other="# characters were left out." /> {children}
          {copied === false && <Trans>Your browser doesn’t allow copying it.</Trans>}
        </span>
        <Button size="sm" variant="sec" onClick={copy}>
          {copied ? <Trans>Copied</Trans> : <Trans>Copy the rest</Trans>}
        </Button>
        <IconButton icon={X} label={t`Discard the rest`} onClick={onDismiss} />
      </span>
    </Note>
  )
}
