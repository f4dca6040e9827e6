import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useBrands } from '#console/base/me.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { AffiliateList } from './affiliate-list.tsx'
import { AffiliatePage } from './affiliate-page.tsx'
import { CampaignList } from './campaign-list.tsx'
import { LinkBuilder, type LinkStart } from './link-builder.tsx'
import { NewAffiliate } from './new-affiliate.tsx'
import { PostbackList } from './postback-list.tsx'

/** Campaigns, affiliates and the calls to their trackers, or the affiliate of the address. */
const CampaignsPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <Lists /> : <AffiliatePage key={rest} brand={brand} id={rest} />
}

const Lists = () => {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { keys } = useBrands('manageAffiliates')
  const [link, setLink] = useState<LinkStart | null>(null)
  const [isNew, setNew] = useState(false)
  const view = (['affiliates', 'postbacks'] as const).find((one) => one === search.get('view')) ?? 'campaigns'
  const mayAdd = view === 'affiliates' && keys.length > 0
  return (
    <Page
      title={t`Campaigns`}
      savedViews="campaigns"
      actions={
        <>
          {view === 'campaigns' && <KeyButton keys="l" name={t`Build a link`} onPress={() => setLink({})} />}
          {mayAdd && <KeyButton keys="n" name={t`Add an affiliate`} onPress={() => setNew(true)} />}
        </>
      }
    >
      <Views
        label={t`Campaigns`}
        shown={view}
        views={[
          { key: 'campaigns', name: t`Sources and campaigns`, search: '' },
          { key: 'affiliates', name: t`Affiliates`, search: '?view=affiliates' },
          { key: 'postbacks', name: t`Postbacks`, search: '?view=postbacks' },
        ]}
      />
      {view === 'campaigns' && (
        <CampaignList
          onLink={({ brand, value }, by) =>
            setLink({ brand, ...(by === 'source' ? { source: value } : { campaign: value }) })
          }
        />
      )}
      {view === 'affiliates' && <AffiliateList />}
      {view === 'postbacks' && <PostbackList />}
      {link && <LinkBuilder start={link} onClose={() => setLink(null)} />}
      {isNew && <NewAffiliate onClose={() => setNew(false)} />}
    </Page>
  )
}

export default CampaignsPage
