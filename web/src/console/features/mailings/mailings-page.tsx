import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { JourneyList } from './journey-list.tsx'
import { MailingList } from './mailing-list.tsx'
import { MailingPage } from './mailing-page.tsx'
import { NewMailing } from './new-mailing.tsx'

/** Newsletters and journeys, or the mailing of the address. */
const MailingsPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <Lists /> : <MailingPage key={rest} brand={brand} id={rest} />
}

const Lists = () => {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { keys } = useBrands('writeMailings')
  const [isNew, setNew] = useState(false)
  const view = search.get('view') === 'journeys' ? 'journeys' : 'mailings'
  useShortcut('n', t`New mailing`, () => setNew(true), keys.length > 0)
  return (
    <Page
      title={t`Mailings`}
      savedViews="mailings"
      actions={
        keys.length > 0 &&
        view === 'mailings' && (
          <Button onClick={() => setNew(true)}>
            <Trans>New mailing</Trans> <Kbd>N</Kbd>
          </Button>
        )
      }
    >
      <Views
        label={t`Mailings`}
        shown={view}
        views={[
          { key: 'mailings', name: t`Newsletters`, search: '' },
          { key: 'journeys', name: t`Journeys`, search: '?view=journeys' },
        ]}
      />
      {view === 'journeys' ? <JourneyList /> : <MailingList />}
      {isNew && <NewMailing onClose={() => setNew(false)} />}
    </Page>
  )
}

export default MailingsPage
