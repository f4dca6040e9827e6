import { Plural, Trans, useLingui } from '@lingui/react/macro'
import styles from './figures.module.css'

/** How much a figure differs from that of the period before: in percent, or in points if it is a share. */
export const Change = ({
  now,
  before,
  isShare,
}: {
  readonly now: number
  readonly before: number
  readonly isShare: boolean
}) => {
  const { i18n } = useLingui()
  if (!isShare && before === 0) return null
  const change = isShare ? (now - before) * 100 : ((now - before) / before) * 100
  const rounded = Math.round(change)
  const text = i18n.number(rounded, { signDisplay: 'exceptZero' })
  return (
    <span className={styles.change}>
      {isShare ? <Plural value={Math.abs(rounded)} one={`${text} point`} other={`${text} points`} /> : `${text} %`}
      <span className={styles.hidden}>
        {' '}
        <Trans>compared with the period before</Trans>
      </span>
    </span>
  )
}
