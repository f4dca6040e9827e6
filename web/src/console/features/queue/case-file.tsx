import type { CaseFileLabel } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Picture } from '#console/parts/picture.tsx'
import type { Wellness } from '#console/parts/wellness.ts'
import { caseFile } from './case-file-query.ts'
import { fileLabels } from './queue-texts.ts'
import styles from './queue.module.css'

interface CaseFileProps {
  readonly brand: string
  readonly id: string
  readonly file: string
  readonly kind: 'photo' | 'voice'
  readonly label: CaseFileLabel | null
  readonly wellness: Wellness
  readonly isSmall?: boolean
}

/** A photo or recording of the case. */
export const CaseFile = ({ kind, ...rest }: CaseFileProps) =>
  kind === 'voice' ? <Recording {...rest} /> : <Photo {...rest} />

const Photo = ({ brand, id, file, label, wellness, isSmall = false }: Omit<CaseFileProps, 'kind'>) => {
  const { t, i18n } = useLingui()
  const name = label === null ? undefined : i18n._(fileLabels[label])
  return (
    <Picture
      of={caseFile(brand, id, file)}
      alt={name ?? t`Photo of the case`}
      caption={name}
      isSmall={isSmall}
      wellness={wellness}
    />
  )
}

const Recording = ({ brand, id, file, wellness }: Omit<CaseFileProps, 'kind'>) => {
  const { t } = useLingui()
  const { data, isError } = useQuery(caseFile(brand, id, file))
  if (isError && !data)
    return (
      <p className={styles.meta}>
        <Trans>The file no longer exists.</Trans>
      </p>
    )
  if (!data) return <Skeleton shape="block" className={styles.voice} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's voice message has none
  return <audio controls src={data} muted={wellness.mute} className={styles.voice} aria-label={t`Voice message`} />
}
