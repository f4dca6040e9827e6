import type { ReviewSummary as Summary } from '@incontro/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '#app/brand/site.ts'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Stars } from '#components/marks/stars.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

/*
 * The figures are visible text only: search engines consider an organisation's rating of itself in structured data
 * "self-serving" and do not allow it.
 */

/** Statistics of all published reviews, including the low ones. Renders nothing if there are none. */
export const ReviewSummary = ({ summary }: { summary: Summary }) => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const { count, average, stars, samples } = summary
  if (average === null) return null
  const figure = average.toLocaleString(locale, { minimumFractionDigits: 1 })
  return (
    <Card as="section" className={styles.summary}>
      <div className={styles.average}>
        <h2 className={text.hidden}>
          <Trans>In figures</Trans>
        </h2>
        <p className={styles.figure}>
          <Trans>
            {figure} <small>out of 5</small>
          </Trans>
        </p>
        <Stars value={Math.round(average)} />
        <p className={text.muted}>
          <Plural
            value={count}
            one="One review published so far"
            other="Average of all # published reviews, the lowest included"
          />
        </p>
        {samples > 0 && (
          <Badge>
            <Trans>Sample texts</Trans>
          </Badge>
        )}
      </div>
      <ul className={styles.bars}>
        {[5, 4, 3, 2, 1].map((value) => {
          const n = stars[value - 1] ?? 0
          return (
            <li key={value}>
              <span className={styles.label}>
                <Plural value={value} one="# star" other="# stars" />
              </span>
              {/* An SVG, because the content security policy forbids inline styles. */}
              <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                <rect width={(100 * n) / count} height={8} />
              </svg>
              <span className={styles.n}>{i18n.number(n)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
