import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './stars.module.css'

/** A review's stars, 1 to 5. */
export const Stars = ({ value }: { value: number }) => {
  const { t } = useLingui()
  return (
    <span className={styles.stars} role="img" aria-label={t`${value} stars out of 5`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} of={Star} size={18} className={star > value ? styles.off : undefined} />
      ))}
    </span>
  )
}
