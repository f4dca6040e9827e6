import type { CaseFileLabel } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { classNames } from '#styles/class-names.ts'
import { caseFile } from './case-file-query.ts'
import { fileLabels } from './queue-texts.ts'
import styles from './queue.module.css'
import type { Wellness } from './wellness.ts'

/** A photo or recording of the case. */
export const CaseFile = ({
  brand,
  id,
  file,
  kind,
  label,
  wellness,
}: {
  readonly brand: string
  readonly id: string
  readonly file: string
  readonly kind: 'photo' | 'voice'
  readonly label: CaseFileLabel | null
  readonly wellness: Wellness
}) => {
  const { t, i18n } = useLingui()
  const [isClear, setClear] = useState(false)
  const { data, isError } = useQuery(caseFile(brand, id, file))
  if (isError)
    return (
      <p className={styles.gone}>
        <Trans>The file no longer exists.</Trans>
      </p>
    )
  if (!data) return <Skeleton shape="block" className={styles.picture} />
  if (kind === 'voice')
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's voice message has none
    return <audio controls src={data} muted={wellness.mute} className={styles.voice} aria-label={t`Voice message`} />
  return (
    <figure className={styles.figure}>
      <button
        type="button"
        className={classNames(
          styles.picture,
          wellness.blur && !isClear && styles.blurred,
          wellness.grey && styles.grey,
        )}
        aria-label={isClear || !wellness.blur ? t`Blur the photo` : t`Show the photo clearly`}
        aria-pressed={isClear}
        onClick={() => setClear(!isClear)}
      >
        <img src={data} alt={label === null ? t`Photo of the case` : i18n._(fileLabels[label])} />
      </button>
      {label !== null && <figcaption>{i18n._(fileLabels[label])}</figcaption>}
    </figure>
  )
}
