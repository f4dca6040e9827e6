import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { api } from '#console/base/api.ts'
import { classNames } from '#styles/class-names.ts'
import styles from './queue.module.css'
import type { Wellness } from './wellness.ts'

/** A photo or recording of the case. Opening it is recorded, so it is fetched once. */
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
  readonly label: string | null
  readonly wellness: Wellness
}) => {
  const { t } = useLingui()
  const [isClear, setClear] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['case file', id, file],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { type, data: encoded } = await api('GET /admin/api/:brand/cases/:id/files/:file', {
        params: { brand, id, file },
      })
      const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0))
      return URL.createObjectURL(new Blob([bytes], { type }))
    },
  })
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
        <img src={data} alt={label ?? t`Photo of the case`} />
      </button>
      {label !== null && <figcaption>{label}</figcaption>}
    </figure>
  )
}
