import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { Page } from '#console/parts/page.tsx'
import { OrderList } from './order-list.tsx'
import { OrderPage } from './order-page.tsx'
import { RecordOrder } from './record-order.tsx'
import { TrustedFlaggers } from './trusted-flaggers.tsx'

/** Orders of authorities, or the one of the address. */
const AuthoritiesPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <Orders /> : <OrderPage key={rest} brand={brand} id={rest} />
}

const Orders = () => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('answerAuthorities')
  const queries = useQueryClient()
  const [isNew, setNew] = useState(false)
  useShortcut('n', t`Record an order`, () => setNew(true), keys.length > 0)
  return (
    <Page
      title={t`Orders of authorities`}
      actions={
        keys.length > 0 && (
          <Button onClick={() => setNew(true)}>
            <Trans>Record an order</Trans> <Kbd>N</Kbd>
          </Button>
        )
      }
    >
      <OrderList />
      <TrustedFlaggers />
      {isNew && (
        <RecordOrder
          brands={keys}
          titleOf={titleOf}
          onClose={() => setNew(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['authority orders'] })}
        />
      )}
    </Page>
  )
}

export default AuthoritiesPage
