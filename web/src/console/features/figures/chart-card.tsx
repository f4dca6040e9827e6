import type { FigureName, FigurePoint } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { useBrands } from '#console/base/me.tsx'
import { moneyText } from '#console/parts/money.ts'
import { FileLink } from '#console/parts/file-link.tsx'
import parts from '#console/parts/parts.module.css'
import { RowKeys } from '#console/parts/use-row-keys.tsx'
import { Change } from './change.tsx'
import { type ChartPlan, figureTexts } from './figure-texts.ts'
import styles from './figures.module.css'
import type { Period } from './period.ts'
import { rowsPathOf } from './rows-of.ts'
import { type Narrowed, queryOf, totalOf, useFigures } from './use-figures.ts'

const LineChart = lazy(() => import('./line-chart.tsx'))

/** A figure over time: the totals with what changed, the lines, and beside them the same as a table. */
export const ChartCard = ({
  plan,
  period,
  before,
  narrowed,
}: {
  readonly plan: ChartPlan
  readonly period: Period
  readonly before: Period | undefined
  readonly narrowed: Narrowed | undefined
}) => {
  const { i18n, t } = useLingui()
  const { brand, keys, titleOf } = useBrands('readFigures')
  const metrics: readonly FigureName[] = [
    ...new Set([...plan.metrics, ...((plan.share?.slice(0, 2) as FigureName[] | undefined) ?? [])]),
  ]
  const now = useFigures({ period, metrics, narrowed })
  const earlier = useFigures({ period: before ?? period, metrics, narrowed })
  const title = i18n._(plan.title)
  if (now.error && !now.points)
    return (
      <Card as="section">
        <h2 className={parts.title}>{title}</h2>
        <ErrorState onRetry={now.onRetry} />
      </Card>
    )
  if (!now.points)
    return (
      <Card as="section" className={parts.section} aria-busy>
        <h2>{title}</h2>
        <Skeleton shape="block" />
      </Card>
    )
  const currencies = plan.isMoney ? currenciesOf(now.points) : ['']
  const hasAny = now.points.some(({ metric }) => (plan.metrics as readonly string[]).includes(metric))
  const lines = currencies.flatMap((currency) =>
    plan.metrics.map((metric) => ({
      key: `${metric} ${currency}`,
      metric,
      currency,
      name: i18n._(figureTexts[metric]) + (currencies.length > 1 ? ` ${currency}` : ''),
    })),
  )
  const valueOfPoint = ({ count, amountMinor }: FigurePoint): number => (plan.isMoney ? amountMinor : count)
  const inUnits = (value: number, currency: string): number => (currency === '' ? value : value / minorPer(currency))
  const steps = [...new Set(now.points.map(({ at }) => at))].toSorted()
  const sumAt = (at: string, metric: string, currency: string): number =>
    now
      .points!.filter((one) => one.at === at && one.metric === metric && (!plan.isMoney || one.currency === currency))
      .reduce((sum, one) => sum + valueOfPoint(one), 0)
  const textOf = (value: number, currency: string): string =>
    plan.isMoney ? moneyText(value, currency, i18n.locale) : i18n.number(value)
  const dayOf = (at: string): string =>
    i18n.date(new Date(`${at}T12:00:00Z`), {
      timeZone: 'UTC',
      ...(period.step === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }),
    })
  const rows = steps.map((at) => ({
    at,
    ...Object.fromEntries(
      lines.map(({ key, metric, currency }) => [key, inUnits(sumAt(at, metric, currency), currency)]),
    ),
  }))
  const total = (points: readonly FigurePoint[], metric: string, currency: string): number =>
    plan.isMoney
      ? points
          .filter((one) => one.metric === metric && one.currency === currency)
          .reduce((sum, one) => sum + one.amountMinor, 0)
      : totalOf(points, metric)
  const csvOf = (brandTitle: string): string => t`CSV of ${title}, ${brandTitle}`
  const summary = lines
    .map(({ name, metric, currency }) => `${name}: ${textOf(total(now.points!, metric, currency), currency)}`)
    .join(', ')
  return (
    <Card as="section" data-row className={parts.section} aria-labelledby={`chart-${plan.key}`}>
      <RowKeys />
      <div className={styles.head}>
        <h2 id={`chart-${plan.key}`}>{title}</h2>
        <p className={parts.downloads}>
          {keys.map((key) => (
            <FileLink
              key={key}
              href={`/admin/api/${key}/figures.csv?${new URLSearchParams(queryOf({ period, metrics: plan.metrics, narrowed })).toString()}`}
              name={csvOf(titleOf(key))}
            >
              {keys.length > 1 ? titleOf(key) : 'CSV'}
            </FileLink>
          ))}
        </p>
      </div>
      <dl className={styles.totals}>
        {lines.map(({ key, name, metric, currency }, n) => (
          <div key={key}>
            <dt>
              <i data-line={(n % 5) + 1} />
              {name}
            </dt>
            <dd>
              {textOf(total(now.points!, metric, currency), currency)}
              {before && earlier.points && (
                <Change
                  now={total(now.points!, metric, currency)}
                  before={total(earlier.points, metric, currency)}
                  isShare={false}
                />
              )}
            </dd>
          </div>
        ))}
        {plan.share && totalOf(now.points, plan.share[1]) > 0 && (
          <div>
            <dt>{i18n._(plan.share[2])}</dt>
            <dd>
              {shareText(totalOf(now.points, plan.share[0]) / totalOf(now.points, plan.share[1]), i18n.locale)}
              {before && earlier.points && totalOf(earlier.points, plan.share[1]) > 0 && (
                <Change
                  now={totalOf(now.points, plan.share[0]) / totalOf(now.points, plan.share[1])}
                  before={totalOf(earlier.points, plan.share[0]) / totalOf(earlier.points, plan.share[1])}
                  isShare
                />
              )}
            </dd>
          </div>
        )}
      </dl>
      {!hasAny ? (
        <p className={parts.muted}>
          <Trans>Nothing was counted in this period.</Trans>
        </p>
      ) : (
        <div className={styles.beside}>
          <div className={styles.chart}>
            <Suspense fallback={<Skeleton shape="block" />}>
              <LineChart
                title={title}
                description={summary}
                lines={lines}
                rows={rows}
                dayOf={dayOf}
                valueOf={(value) => i18n.number(value)}
              />
            </Suspense>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a table that is longer than its place */}
          <div className={styles.table} tabIndex={0} role="region" aria-label={t`Table of ${title}`}>
            <table className={parts.table}>
              <thead>
                <tr>
                  <th scope="col">{period.step === 'day' ? t`Day` : period.step === 'week' ? t`Week of` : t`Month`}</th>
                  {lines.map(({ key, name }) => (
                    <th key={key} scope="col" data-number>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {steps.toReversed().map((at) => (
                  <tr key={at}>
                    <th scope="row">{dayOf(at)}</th>
                    {lines.map(({ key, metric, currency }) => {
                      const value = sumAt(at, metric, currency)
                      const text = textOf(value, currency)
                      const path =
                        value > 0 && brand !== 'all' ? rowsPathOf({ brand, metric, at, step: period.step }) : undefined
                      return (
                        <td key={key} data-number>
                          {path === undefined ? text : <Link to={path}>{text}</Link>}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Card>
  )
}

const currenciesOf = (points: readonly FigurePoint[]): readonly string[] => {
  const found = [...new Set(points.map(({ currency }) => currency).filter((one) => one !== ''))].toSorted()
  return found.length > 0 ? found : ['EUR']
}

/** Minor units of one unit of a currency: 100 cents. */
const minorPer = (currency: string): number =>
  10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

export const shareText = (share: number, locale: string): string =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
