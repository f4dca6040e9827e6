import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { DeskFigures } from './desk-figures.tsx'
import { HoldList } from './hold-list.tsx'
import { RecordRequest } from './record-request.tsx'
import { RequestList } from './request-list.tsx'
import { RetentionList } from './retention-list.tsx'

const views = ['open', 'closed', 'holds', 'retention'] as const

/** What people ask about their data, what keeps it longer, and what was deleted. */
const PrivacyPage = () => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('answerPrivacy')
  const queries = useQueryClient()
  const [params] = useSearchParams()
  const shown = views.find((view) => view === params.get('view')) ?? 'open'
  const [isNew, setNew] = useState(false)
  useShortcut('n', t`Record a request`, () => setNew(true), keys.length > 0)
  return (
    <Page
      title={t`Privacy`}
      savedViews="privacy"
      actions={
        keys.length > 0 && (
          <Button onClick={() => setNew(true)}>
            <Trans>Record a request</Trans> <Kbd>N</Kbd>
          </Button>
        )
      }
    >
      <DeskFigures />
      <Views
        label={t`Privacy`}
        shown={shown}
        views={[
          { key: 'open', name: t`Open requests`, search: '' },
          { key: 'closed', name: t`Closed`, search: '?view=closed' },
          { key: 'holds', name: t`Legal holds`, search: '?view=holds' },
          { key: 'retention', name: t`What was deleted`, search: '?view=retention' },
        ]}
      />
      {shown === 'holds' ? (
        <HoldList />
      ) : shown === 'retention' ? (
        <RetentionList />
      ) : (
        <RequestList key={shown} state={shown} />
      )}
      {isNew && (
        <RecordRequest
          brands={keys}
          titleOf={titleOf}
          onClose={() => setNew(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['privacy'] })}
        />
      )}
    </Page>
  )
}

export default PrivacyPage
