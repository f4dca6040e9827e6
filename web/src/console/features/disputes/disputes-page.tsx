import { useLingui } from '@lingui/react/macro'
import { useParams, useSearchParams } from 'react-router'
import { disputeStates } from '@incontro/contract/admin/dispute-words'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { DisputeList } from './dispute-list.tsx'
import { DisputePage } from './dispute-page.tsx'
import { stateNames } from './dispute-texts.ts'

/** The brand's contested payments, or the dispute of the address. */
const DisputesPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <Lists /> : <DisputePage key={rest} brand={brand} id={rest} />
}

const Lists = () => {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const state = disputeStates.find((one) => one === search.get('state'))
  return (
    <Page title={t`Disputes`} savedViews="disputes">
      <Views
        label={t`Disputes`}
        shown={state ?? 'all'}
        views={[
          { key: 'all', name: t`All disputes`, search: '' },
          ...disputeStates.map((one) => ({ key: one, name: i18n._(stateNames[one][0]), search: `?state=${one}` })),
        ]}
      />
      <DisputeList state={state} />
    </Page>
  )
}

export default DisputesPage
