import { transparencyFigures, type TransparencySection } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { BrandField } from '#console/parts/brand-field.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { FigureGroup } from './figure-group.tsx'
import { sectionNames } from './report-words.ts'
import styles from './transparency.module.css'

/** The regulation applies since 2024. */
const firstYear = 2024

/** The yearly transparency report of a brand, and its statements of reasons for the Commission's database. */
const TransparencyPage = () => {
  const { t, i18n } = useLingui()
  const { keys, titleOf } = useBrands('readTransparency')
  const [params, setParams] = useSearchParams()
  const [thisYear] = useState(() => new Date().getFullYear())
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, ago) => thisYear - ago)
  const year = years.find((one) => String(one) === params.get('year')) ?? thisYear
  const brand = keys.find((key) => key === params.get('of')) ?? keys[0] ?? ''
  const set = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  const { data, error, refetch } = useQuery({
    queryKey: ['transparency', brand, year],
    queryFn: () => api('GET /admin/api/:brand/transparency', { params: { brand }, query: { year } }),
    enabled: brand !== '',
  })
  return (
    <Page title={t`Transparency`} savedViews="transparency">
      <div className={styles.bar}>
        <BrandField brands={keys} titleOf={titleOf} value={brand} onChange={(to) => set('of', to)} />
        <SelectField label={t`Year`} value={String(year)} onChange={(event) => set('year', event.target.value)}>
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      </div>
      {error ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} text={i18n._(problemText(error))} />
        </Card>
      ) : !data ? (
        <Card aria-busy>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </Card>
      ) : (
        <>
          {data.isDue ? (
            <Exports key={year} brand={brand} year={year} />
          ) : (
            <Note>
              <Trans>
                This brand’s company is set as a micro or small enterprise: it publishes no report and sends no
                statements to the Commission. Members still get reasons and can appeal. The authority that supervises it
                may ask for the active recipients.
              </Trans>
            </Note>
          )}
          <div className={parts.columns}>
            {(Object.keys(transparencyFigures) as TransparencySection[]).map((section) => (
              <Section key={section} title={i18n._(sectionNames[section])}>
                <div className={styles.groups}>
                  {transparencyFigures[section].map((figure) => (
                    <FigureGroup
                      key={figure}
                      brand={brand}
                      figure={figure}
                      rows={data.figures.filter((row) => row.figure === figure)}
                    />
                  ))}
                </div>
              </Section>
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

/** The report as files, and the statements of some days. */
const Exports = ({ brand, year }: { readonly brand: string; readonly year: number }) => {
  const { t } = useLingui()
  const [from, setFrom] = useState(`${year}-01-01`)
  const [until, setUntil] = useState(`${year}-12-31`)
  return (
    <div className={parts.columns}>
      <Section title={<Trans>Report of {year}</Trans>}>
        <p className={parts.muted}>
          <Trans>To be published once a year. Each file is in the audit.</Trans>
        </p>
        <p className={parts.downloads}>
          <a href={`/admin/api/${brand}/transparency.md?year=${year}`} download>
            <Icon of={Download} size={16} />
            <Trans>Download as Markdown</Trans>
          </a>
          <a href={`/admin/api/${brand}/transparency.csv?year=${year}`} download>
            <Icon of={Download} size={16} />
            <Trans>Download as CSV</Trans>
          </a>
        </p>
      </Section>
      <Section title={<Trans>Statements of reasons</Trans>}>
        <p className={parts.muted}>
          <Trans>In the columns of the Commission’s transparency database, without personal data.</Trans>
        </p>
        <div className={styles.bar}>
          <TextField
            label={t({ message: 'From', context: 'day' })}
            type="date"
            value={from}
            max={until}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={t({ message: 'Until', context: 'day' })}
            type="date"
            value={until}
            min={from}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
        {from !== '' && until !== '' && (
          <p className={parts.downloads}>
            <a href={`/admin/api/${brand}/statements.csv?from=${from}&until=${until}`} download>
              <Icon of={Download} size={16} />
              <Trans>Download as CSV</Trans>
            </a>
          </p>
        )}
      </Section>
    </div>
  )
}

export default TransparencyPage
