import { isAllowed, type OfferKind, type OfferView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { OpeningPage } from '#console/parts/opening-page.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Views } from '#console/parts/views.tsx'
import { Changes } from './changes.tsx'
import { Editor } from './editor.tsx'
import { OfferActions } from './offer-actions.tsx'
import { useOfferEdit } from './offer-edit.ts'
import { type OfferAction, OfferDialog } from './offer-dialog.tsx'
import { offerStateNames, offerTitle } from './offer-texts.ts'
import styles from './offers.module.css'
import { Preview } from './preview.tsx'
import { Standing } from './standing.tsx'
import { Versions } from './versions.tsx'

interface Place {
  readonly brand: string
  readonly kind: OfferKind
  readonly key: string
}

/** One thing that a brand offers: what counts, what is proposed, and what was published. */
export const OfferPage = ({
  brand,
  kind,
  name,
}: {
  readonly brand: string
  readonly kind: OfferKind
  readonly name: string
}) => {
  const { i18n } = useLingui()
  const place = { brand, kind, key: name }
  const { data, error, refetch } = useQuery({
    queryKey: ['offer', place],
    refetchInterval: 15_000,
    queryFn: () => api('GET /admin/api/:brand/offers/:kind/:key', { params: { ...place } }),
  })
  if (data) return <Opened place={place} view={data} refresh={async () => void (await refetch())} />
  return <OpeningPage title={offerTitle(place, i18n)} error={error} onRetry={() => void refetch()} />
}

const Opened = ({
  place,
  view,
  refresh,
}: {
  readonly place: Place
  readonly view: OfferView
  readonly refresh: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // With the offer as it is read here: what a colleague saves behind the dialog is not what is approved or published.
  const [asked, setAsked] = useState<{ readonly action: OfferAction; readonly view: OfferView } | null>(null)
  const ask = (action: OfferAction) => setAsked({ action, view })
  const roles = rolesAt(useMe(), place.brand)
  const mayWrite = isAllowed('writeOffers', roles)
  const title = offerTitle(place, i18n)
  const editing = useOfferEdit(place.brand, { ...place, title }, view)
  const { draft } = view
  const back = `/${place.brand}/offers${place.kind === 'flow' ? '' : `?kind=${place.kind}`}`
  useShortcut('u', t`Back to the list`, () => void navigate(back))
  const tabs = [
    { key: 'edit', name: t`Edit`, search: '' },
    ...(place.kind === 'legal' ? [] : [{ key: 'file', name: t`File`, search: '?tab=file' }]),
    ...(draft ? [{ key: 'changes', name: t`Changes`, search: '?tab=changes' }] : []),
    ...(place.kind === 'answers' ? [] : [{ key: 'preview', name: t`Preview`, search: '?tab=preview' }]),
    { key: 'versions', name: t`Versions`, search: '?tab=versions' },
  ]
  const named = search.get('tab')
  const tab = tabs.find(({ key }) => key === named)?.key ?? 'edit'
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['offers'] })
    return refresh()
  }
  const state = draft ? offerStateNames[draft.state] : undefined
  const version = draft?.digest ?? `live ${view.live?.version ?? 0}`
  return (
    <Page
      title={title}
      actions={
        <>
          {state && <Badge {...(state.tone && { tone: state.tone })}>{i18n._(state.name)}</Badge>}
          <Link className={parts.back} to={back}>
            <Icon of={ArrowLeft} /> <Trans>All offers</Trans> <Kbd>U</Kbd>
          </Link>
          <OfferActions brand={place.brand} view={view} isDirty={editing.isDirty} onAction={ask} />
        </>
      }
    >
      <Standing view={view} editing={editing} />
      <Views label={title} shown={tab} views={tabs} />
      {(tab === 'edit' || tab === 'file') && (
        <Editor {...{ place, view, editing, mayWrite }} isSource={tab === 'file'} onSaved={changed} />
      )}
      {(tab === 'changes' || tab === 'preview') && editing.isDirty && (
        <p className={styles.meta}>
          <Trans>As it was saved last.</Trans>
        </p>
      )}
      {tab === 'changes' && draft && <Changes place={place} digest={`${draft.digest} ${view.live?.version ?? 0}`} />}
      {tab === 'preview' && <Preview place={place} version={version} />}
      {tab === 'versions' && (
        <Versions
          place={place}
          view={view}
          mayPublish={isAllowed('publishOffers', roles)}
          onRollBack={() => ask('rollBack')}
          onDraft={
            draft || !mayWrite
              ? undefined
              : (content, note) => {
                  editing.replace({ content, note })
                  void navigate({ search: '' })
                }
          }
        />
      )}
      {asked && (
        <OfferDialog
          {...{ place, title, ...asked }}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            void changed()
          }}
        />
      )}
    </Page>
  )
}
