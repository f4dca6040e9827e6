import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SelectField } from '#components/forms/select-field.tsx'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { DocumentList } from './document-list.tsx'
import styles from './invoices.module.css'
import { latestQuarters, quarterName, type Quarter } from './quarters.ts'
import { VatTable } from './vat-table.tsx'

/** Invoices and credit notes of a quarter, or its VAT. */
const InvoicesPage = () => {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'vat' ? 'vat' : 'documents'
  const [quarters] = useState(() => latestQuarters(new Date()))
  const named = params.get('quarter')
  const quarter = quarters.find((one) => quarterName(one) === named) ?? quarters[0]!
  const set = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  return (
    <Page
      title={t`Invoices and VAT`}
      savedViews="invoices"
      actions={<QuarterChoice quarters={quarters} quarter={quarter} onChange={(value) => set('quarter', value)} />}
    >
      <Views
        label={t`Invoices and VAT`}
        shown={view}
        views={[
          { key: 'documents', name: t`Documents`, search: `?quarter=${quarterName(quarter)}` },
          { key: 'vat', name: t`VAT`, search: `?quarter=${quarterName(quarter)}&view=vat` },
        ]}
      />
      {view === 'vat' ? <VatTable quarter={quarter} /> : <DocumentList quarter={quarter} />}
    </Page>
  )
}

const QuarterChoice = ({
  quarters,
  quarter,
  onChange,
}: {
  readonly quarters: readonly Quarter[]
  readonly quarter: Quarter
  readonly onChange: (value: string) => void
}) => (
  <span className={styles.quarter}>
    <SelectField
      label={<Trans>Quarter</Trans>}
      value={quarterName(quarter)}
      onChange={(event) => onChange(event.target.value)}
    >
      {quarters.map((one) => (
        <option key={quarterName(one)} value={quarterName(one)}>
          {one.year} · Q{one.quarter}
        </option>
      ))}
    </SelectField>
  </span>
)

export default InvoicesPage
