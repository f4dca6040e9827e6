import { figureDimensions, figureDivisions, figurePeriods, figureViews } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { Views } from '#console/parts/views.tsx'
import { Balance } from './balance.tsx'
import { ChartCard } from './chart-card.tsx'
import { Cohorts } from './cohorts.tsx'
import { Divided } from './divided.tsx'
import { FlowsCompared } from './flows-compared.tsx'
import { charts, dimensionTexts, periodTexts, viewTexts } from './figure-texts.ts'
import styles from './figures.module.css'
import { Funnel } from './funnel.tsx'
import { periodOf } from './period.ts'
import { RowsView } from './rows-view.tsx'
import { useFigures } from './use-figures.ts'

/** Charts of what was counted, each with its table; or the rows of one figure. */
const FiguresPage = () => {
  const [params] = useSearchParams()
  return params.get('view') === 'rows' ? <RowsView /> : <Charts />
}

const Charts = () => {
  const { t, i18n } = useLingui()
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => new Date())
  const set = (values: Readonly<Record<string, string | null>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(values))
        if (value === null) next.delete(name)
        else next.set(name, value)
      return next
    })
  const view = figureViews.find((one) => one === params.get('view')) ?? 'growth'
  const days = figurePeriods.find((one) => one === params.get('days')) ?? '28'
  const of = figureDimensions.find((one) => one === params.get('of'))
  const narrowed = of && { of, value: params.get('value') ?? '' }
  const by = figureDivisions.find((one) => one === params.get('by')) ?? 'source'
  const period = periodOf(days, today)
  const before = params.get('compare') === 'no' ? undefined : periodOf(days, today, true)
  const { countedAt } = useFigures({ period, metrics: ['sign_ups'] })
  const searchOf = (key: string): string => {
    const next = new URLSearchParams(params)
    next.set('view', key)
    return `?${next.toString()}`
  }
  const dimension = narrowed ? i18n._(dimensionTexts[narrowed.of]) : ''
  const onlyValue = narrowed?.value === '' ? t`Not known` : narrowed?.value
  return (
    <Page
      title={t`Figures`}
      savedViews="figures"
      actions={
        view !== 'flows' && (
          <>
            <SelectField
              label={<Trans>Period</Trans>}
              value={days}
              onChange={(event) => set({ days: event.target.value })}
            >
              {figurePeriods.map((one) => (
                <option key={one} value={one}>
                  {i18n._(periodTexts[one])}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={<Trans>Compare</Trans>}
              value={before ? 'yes' : 'no'}
              onChange={(event) => set({ compare: event.target.value })}
            >
              <option value="yes">{t`With the period before`}</option>
              <option value="no">{t`With nothing`}</option>
            </SelectField>
          </>
        )
      }
    >
      <Views
        label={t`Figures`}
        shown={view}
        views={figureViews.map((key) => ({ key, name: i18n._(viewTexts[key]), search: searchOf(key) }))}
      />
      {narrowed && view !== 'balance' && view !== 'cohorts' && view !== 'flows' && (
        <p className={parts.narrowed}>
          <Trans>
            Only {dimension}: <b>{onlyValue}</b>
          </Trans>
          <IconButton icon={X} label={t`Show everything`} onClick={() => set({ of: null, value: null })} />
        </p>
      )}
      {view === 'balance' ? (
        <Balance period={period} />
      ) : view === 'cohorts' ? (
        <Cohorts period={period} />
      ) : view === 'flows' ? (
        <FlowsCompared />
      ) : (
        <>
          {charts[view].map((plan) => (
            <ChartCard key={plan.key} plan={plan} period={period} before={before} narrowed={narrowed} />
          ))}
          {view === 'growth' && <Funnel period={period} narrowed={narrowed} />}
          <Divided
            metrics={[...new Set(charts[view].flatMap(({ metrics }) => metrics))].filter((one) => one !== 'present')}
            period={period}
            by={by}
            onBy={(next) => set({ by: next })}
            onNarrow={(next) => set({ of: next.of, value: next.value })}
          />
        </>
      )}
      {countedAt !== undefined && (
        <p className={styles.hint}>
          <Trans>
            Counted <Moment at={countedAt} />, by the calendar of the company. Today is counted once an hour; days
            before are counted again until they are 35 days old.
          </Trans>
        </p>
      )}
    </Page>
  )
}

export default FiguresPage
