import type { CaseView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '#components/layout/card.tsx'
import { rowText } from '#console/parts/risk-texts.ts'
import { kindNames } from './queue-texts.ts'
import styles from './queue.module.css'

/** Why this case is shown now: its score, and what it is made of in words. */
export const Reasons = ({ of: one }: { readonly of: CaseView }) => {
  const { i18n } = useLingui()
  const counted = one.signals.reduce((sum, { weight }) => sum + weight, 0)
  // What the kind of case and the report weigh; the sum is capped.
  const rest = Math.max(0, one.risk - counted)
  return (
    <Card as="section" className={styles.reasons} aria-labelledby={`why-${one.id}`}>
      <div className={styles.score}>
        <h2 id={`why-${one.id}`}>
          <Trans>Why now</Trans>
        </h2>
        <p>
          <Trans>
            <b>{one.risk}</b> of 100
          </Trans>
        </p>
      </div>
      <meter className={styles.meter} min={0} max={100} value={one.risk} aria-labelledby={`why-${one.id}`} />
      <ul className={styles.rows}>
        {one.signals.map((row) => (
          <li key={`${row.signal} ${row.detail}`} data-plain={row.weight === 0}>
            <span>{rowText(i18n, row)}</span>
            <span className={styles.weight}>{row.weight === 0 ? '–' : `+${row.weight}`}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span>
              <Trans>Kind of case: {i18n._(kindNames[one.kind])}</Trans>
            </span>
            <span className={styles.weight}>+{rest}</span>
          </li>
        )}
      </ul>
      <p className={styles.meta}>
        <Trans>The score only orders the queue. The member doesn’t see it.</Trans>
      </p>
    </Card>
  )
}
