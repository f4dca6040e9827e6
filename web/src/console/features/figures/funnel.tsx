import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import parts from '#console/parts/parts.module.css'
import { shareText } from './chart-card.tsx'
import { figureTexts, funnelSteps } from './figure-texts.ts'
import styles from './figures.module.css'
import type { Period } from './period.ts'
import { type Narrowed, totalOf, useFigures } from './use-figures.ts'

/** How far those came who signed up in the period, until now. The table is the chart. */
export const Funnel = ({ period, narrowed }: { readonly period: Period; readonly narrowed: Narrowed | undefined }) => {
  const { i18n } = useLingui()
  const { points, error, onRetry } = useFigures({ period, metrics: funnelSteps, narrowed })
  const whole = totalOf(points ?? [], 'sign_ups')
  return (
    <Card as="section" className={parts.section} aria-busy={!points && !error}>
      <h2>
        <Trans>From the sign-up to the first reply</Trans>
      </h2>
      {error ? (
        <ErrorState onRetry={onRetry} />
      ) : !points ? (
        <Skeleton shape="block" />
      ) : whole === 0 ? (
        <p className={parts.muted}>
          <Trans>No sign-ups in this period.</Trans>
        </p>
      ) : (
        <table className={styles.bars}>
          <tbody>
            {funnelSteps.map((step) => {
              const count = totalOf(points, step)
              return (
                <tr key={step}>
                  <th scope="row">{i18n._(figureTexts[step])}</th>
                  <td>
                    <meter
                      className={styles.bar}
                      min={0}
                      max={whole}
                      value={count}
                      aria-label={i18n._(figureTexts[step])}
                    />
                  </td>
                  <td>{i18n.number(count)}</td>
                  <td>{shareText(count / whole, i18n.locale)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Card>
  )
}
