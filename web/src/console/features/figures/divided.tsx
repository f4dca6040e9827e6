import { type FigureDivision, figureDivisions, type FigureName } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChartBar } from 'lucide-react'
import { SelectField } from '#components/forms/select-field.tsx'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { dimensionTexts, figureTexts } from './figure-texts.ts'
import styles from './figures.module.css'
import type { Period } from './period.ts'
import { type BrandPoint, type Narrowed, totalOf, useFigures } from './use-figures.ts'

/** The figures of a view divided by one thing; a value can be looked at alone. */
export const Divided = ({
  metrics,
  period,
  by,
  onBy,
  onNarrow,
}: {
  readonly metrics: readonly FigureName[]
  readonly period: Period
  readonly by: FigureDivision
  readonly onBy: (by: FigureDivision) => void
  readonly onNarrow: (narrowed: Narrowed) => void
}) => {
  const { t, i18n } = useLingui()
  const { titleOf } = useBrands('readFigures')
  const { points, more, names, error, onRetry } = useFigures({ period, metrics, by: by === 'brand' ? undefined : by })
  const groups = points && groupsOf(points, (point) => (by === 'brand' ? point.brand : point.at))
  const countries = new Intl.DisplayNames([i18n.locale], { type: 'region', fallback: 'code' })
  const nameOf = (value: string): string => {
    if (value === '') return t`Not known`
    if (by === 'brand') return titleOf(value)
    if (by === 'country') return countries.of(value) ?? value
    if (by === 'gender') return value === 'woman' ? t`Women` : t`Men`
    return names[value] ?? value
  }
  const first = metrics[0]!
  const rows = groups?.toSorted(([, one], [, two]) => totalOf(two, first) - totalOf(one, first))
  const columns: Column<readonly [string, readonly BrandPoint[]]>[] = [
    {
      name: by === 'brand' ? t`Brand` : i18n._(dimensionTexts[by]),
      cell: ([value]) =>
        by === 'brand' ? (
          <b>{nameOf(value)}</b>
        ) : (
          <button type="button" className={styles.only} onClick={() => onNarrow({ of: by, value })}>
            {nameOf(value)}
          </button>
        ),
    },
    ...metrics.map((metric): Column<readonly [string, readonly BrandPoint[]]> => ({
      name: i18n._(figureTexts[metric]),
      isNumber: true,
      cell: ([, of]) => {
        const amounts = groupsOf(
          of.filter((point) => point.metric === metric && point.currency !== ''),
          ({ currency }) => currency,
        )
        return (
          <span className={parts.two}>
            <span>{i18n.number(totalOf(of, metric))}</span>
            {amounts.map(([currency, own]) => (
              <span key={currency}>
                {moneyText(
                  own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
                  currency,
                  i18n.locale,
                )}
              </span>
            ))}
          </span>
        )
      },
    })),
  ]
  return (
    <>
      <div className={styles.tools}>
        <h2 className={parts.title}>
          <Trans>Divided</Trans>
        </h2>
        <SelectField
          label={<Trans>By</Trans>}
          value={by}
          onChange={(event) => onBy(figureDivisions.find((one) => one === event.target.value) ?? 'source')}
        >
          {figureDivisions.map((one) => (
            <option key={one} value={one}>
              {one === 'brand' ? t`Brand` : i18n._(dimensionTexts[one])}
            </option>
          ))}
        </SelectField>
      </div>
      <List
        label={t`Divided`}
        columns={columns}
        rows={rows}
        keyOf={([value]) => value}
        error={error}
        onRetry={onRetry}
        empty={{ icon: ChartBar, title: t`Nothing was counted in this period.` }}
      />
      {more && (
        <p className={parts.muted}>
          <Trans>There are more than these.</Trans>
        </p>
      )}
    </>
  )
}

/** Points by what they have in common, in the order in which they come. */
function groupsOf(
  points: readonly BrandPoint[],
  keyOf: (point: BrandPoint) => string,
): readonly (readonly [string, readonly BrandPoint[]])[] {
  return [...new Set(points.map(keyOf))].map((key) => [key, points.filter((point) => keyOf(point) === key)] as const)
}
