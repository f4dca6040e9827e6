import type { ComparedRate, ComparisonAim, FlowComparison } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { comparedTexts } from './figure-texts.ts'
import styles from './figures.module.css'
import { FlowConclusion } from './flow-conclusion.tsx'
import { flowRowsPathOf } from './rows-of.ts'

type Row = FlowComparison['rates'][number]
type Share = Row['shares'][number]

/** Two flows in one table, with what can be concluded above it. */
export const FlowPair = ({
  brand,
  brandTitle,
  comparison,
  aim,
  points,
}: {
  readonly brand: string
  /** Where several brands are shown. */
  readonly brandTitle: string | undefined
  readonly comparison: FlowComparison
  readonly aim: ComparisonAim
  readonly points: number
}) => {
  const { t, i18n } = useLingui()
  const { flows, share, from, to, waiting } = comparison
  const [first, second] = flows
  const percent = (value: number): string => i18n.number(value, { style: 'percent', maximumFractionDigits: 2 })
  const inPoints = (value: number): string =>
    i18n.number(value * 100, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const range = (low: string, high: string): string => t`${low} to ${high}`
  const rowsOf = (rate: ComparedRate, flow: string, { count }: Share) => {
    const text = i18n.number(count)
    if (to === null || count === 0) return text
    const path = flowRowsPathOf({ brand, metric: comparedTexts[rate].metric, from, to, flow })
    return (
      <Link className={parts.link} to={path}>
        {text}
      </Link>
    )
  }
  const shareColumn = (which: 0 | 1): Column<Row> => {
    const flow = flows[which]
    return {
      name: t`Flow ${flow}`,
      isNumber: true,
      cell: ({ rate, shares }) => {
        const one = shares[which]
        const whole = i18n.number(one.of)
        return (
          <span className={styles.rate}>
            <b>{one.of === 0 ? '—' : percent(one.count / one.of)}</b>
            {one.of > 0 && <span>{range(percent(one.interval.low), percent(one.interval.high))}</span>}
            <span>
              <Trans>
                {rowsOf(rate, flow, one)} of {whole}
              </Trans>
            </span>
          </span>
        )
      },
    }
  }
  const columns: Column<Row>[] = [
    {
      name: t`Members who`,
      cell: ({ rate }) => (
        <span className={parts.two}>
          <b>{i18n._(comparedTexts[rate].name)}</b>
          <span>{i18n._(comparedTexts[rate].of)}</span>
        </span>
      ),
    },
    shareColumn(0),
    shareColumn(1),
    {
      name: t`Difference in points`,
      isNumber: true,
      cell: ({ shares: [one, two], difference: { low, high } }) =>
        one.of === 0 || two.of === 0 ? (
          '—'
        ) : (
          <span className={styles.rate}>
            <b>{inPoints(two.count / two.of - one.count / one.of)}</b>
            <span>{range(inPoints(low), inPoints(high))}</span>
          </span>
        ),
    },
    {
      name: t`Still needed`,
      isNumber: true,
      cell: ({ needed }) => i18n.number(needed),
    },
  ]
  const late = i18n.number(waiting[0] + waiting[1])
  const dates = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const noonOf = (at: string): Date => new Date(`${at}T12:00:00Z`)
  const firstDay = dates.format(noonOf(from))
  const days = to === null ? '' : dates.formatRange(noonOf(from), noonOf(to))
  return (
    <div className={styles.pair}>
      <h2 className={parts.title}>
        <Trans>
          Flows {first} and {second}
        </Trans>
        {brandTitle !== undefined && ` · ${brandTitle}`}
      </h2>
      <p className={styles.hint}>
        <Trans>
          {share} % of the visitors of flow {first} get flow {second}.
        </Trans>{' '}
        {to === null ? (
          <Trans>First day: {firstDay}.</Trans>
        ) : (
          <Trans>
            Sign-ups compared: {days}. Later ones, not compared yet: {late}.
          </Trans>
        )}
      </p>
      <FlowConclusion comparison={comparison} aim={aim} points={points} />
      <List
        label={t`Flows ${first} and ${second}`}
        columns={columns}
        rows={comparison.rates}
        keyOf={({ rate }) => rate}
        empty={{ icon: Scale, title: '' }}
      />
    </div>
  )
}
