import type { OfferKind, OfferVersion, OfferView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { ChangeList } from './changes.tsx'
import { offerStateNames } from './offer-texts.ts'
import styles from './offers.module.css'

interface Place {
  readonly brand: string
  readonly kind: OfferKind
  readonly key: string
}

/** What was published, newest first: the live one can be rolled back, an older one becomes a draft. */
export const Versions = ({
  place,
  view,
  mayPublish,
  onRollBack,
  onDraft,
}: {
  readonly place: Place
  readonly view: OfferView
  readonly mayPublish: boolean
  readonly onRollBack: () => void
  /** Undefined while a draft is open, or for who may not write. */
  readonly onDraft: ((content: string, note: string) => void) | undefined
}) => {
  const { t, i18n } = useLingui()
  const [compared, setCompared] = useState<number | null>(null)
  const take = async ({ version }: OfferVersion) => {
    const { content } = await api('GET /admin/api/:brand/offers/:kind/:key/versions/:version', {
      params: { ...place, version: String(version) },
    })
    onDraft?.(content, t`Version ${version} again`)
  }
  return (
    <div className={styles.column}>
      <p className={styles.meta}>
        {view.live === null ? (
          <Trans>The file of the brand counts. From the first publication on, the live version does.</Trans>
        ) : view.rollBackTo === null ? (
          <Trans>Rolled back, the file of the brand counts again.</Trans>
        ) : (
          <Trans>Rolled back, version {view.rollBackTo} counts again.</Trans>
        )}
      </p>
      <List
        label={t`Versions`}
        rows={view.versions}
        keyOf={({ version }) => String(version)}
        empty={{ icon: History, title: <Trans>Nothing was published yet</Trans> }}
        columns={[
          {
            name: t`Version`,
            cell: ({ version, note }) => (
              <span className={parts.two}>
                <b>{version}</b>
                <span>{note}</span>
              </span>
            ),
          },
          {
            name: t`State`,
            cell: ({ state }) => {
              const { name, tone } = offerStateNames[state]
              return <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
            },
          },
          {
            name: t`Published`,
            cell: ({ publishedAt, publishedBy }) => (
              <span className={parts.two}>
                <Moment at={publishedAt} />
                <span>{publishedBy}</span>
              </span>
            ),
          },
          {
            name: t`Written and approved by`,
            isExtra: true,
            cell: ({ madeBy, approvedBy }) => (
              <span className={parts.two}>
                <span>{madeBy}</span>
                <span>{approvedBy}</span>
              </span>
            ),
          },
          {
            name: t`Action`,
            cell: (one) =>
              one.state === 'live' ? (
                mayPublish && (
                  <Button size="sm" variant="dangerOutline" onClick={onRollBack}>
                    <Trans>Roll back</Trans>
                  </Button>
                )
              ) : (
                <span className={styles.row}>
                  <Button size="sm" variant="ghost" onClick={() => setCompared(one.version)}>
                    <Trans>Compare</Trans>
                  </Button>
                  {onDraft && (
                    <Button size="sm" variant="ghost" onClick={() => void take(one)}>
                      <Trans>As a draft</Trans>
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {compared !== null && <Compared place={place} version={compared} onClose={() => setCompared(null)} />}
    </div>
  )
}

const Compared = ({
  place,
  version,
  onClose,
}: {
  readonly place: Place
  readonly version: number
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['offer diff', place, `version ${version}`],
    queryFn: () =>
      api('GET /admin/api/:brand/offers/:kind/:key/diff', {
        params: { ...place },
        query: { version: String(version) },
      }),
  })
  return (
    <Dialog open title={t`What has changed since version ${version}`} onClose={onClose}>
      {error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <ChangeList changes={data.changes} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}
