import { useLingui } from '@lingui/react/macro'
import { useParams, useSearchParams } from 'react-router'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { OrderList } from './order-list.tsx'
import { OrderPage } from './order-page.tsx'
import { useWaitingCount } from './use-waiting.ts'
import { DifferenceList } from './difference-list.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The brand's orders, what waits of them, or the order of the address. */
const OrdersPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <Lists /> : <OrderPage key={rest} brand={brand} id={rest} />
}

const Lists = () => {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const count = useWaitingCount()
  const view = ['waiting', 'differences'].find((one) => one === search.get('view')) ?? 'all'
  return (
    <Page title={t`Orders`} savedViews="orders">
      <Views
        label={t`Orders`}
        shown={view}
        views={[
          { key: 'all', name: t`All orders`, search: '' },
          { key: 'waiting', name: count > 0 ? t`What waits: ${count}` : t`What waits`, search: '?view=waiting' },
          { key: 'differences', name: t`Differences`, search: '?view=differences' },
        ]}
      />
      {view === 'waiting' && <WaitingList />}
      {view === 'differences' && <DifferenceList />}
      {view === 'all' && <OrderList />}
    </Page>
  )
}

export default OrdersPage
