import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { classNames } from '#styles/class-names.ts'
import styles from './picture.module.css'
import type { Wellness } from './wellness.ts'

/** A picture of members as staff look at it: blurred or in grey where they want to be spared, clear when it is pressed. */
export const Picture = ({
  of,
  alt,
  caption,
  isSmall = false,
  wellness,
}: {
  /** Its address in the browser, fetched once. */
  readonly of: UseQueryOptions<string, Error, string, string[]>
  readonly alt: string
  readonly caption?: string | undefined
  /** One of a row. */
  readonly isSmall?: boolean
  readonly wellness: Wellness
}) => {
  const { t } = useLingui()
  const [isClear, setClear] = useState(false)
  const { data, isError } = useQuery(of)
  const size = isSmall ? styles.small : styles.large
  if (isError && !data)
    return (
      <p className={styles.gone}>
        <Trans>The file no longer exists.</Trans>
      </p>
    )
  if (!data) return <Skeleton shape="block" className={classNames(styles.picture, size)} />
  return (
    <figure className={styles.figure}>
      <button
        type="button"
        className={classNames(
          styles.picture,
          size,
          wellness.blur && !isClear && styles.blurred,
          wellness.grey && styles.grey,
        )}
        aria-label={isClear || !wellness.blur ? t`Blur the photo` : t`Show the photo clearly`}
        aria-pressed={isClear}
        onClick={() => setClear(!isClear)}
      >
        <img src={data} alt={alt} />
      </button>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
