import type { Locale } from '@incontro/contract'
import { isAllowed, type JourneyView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Figures } from '#console/parts/figures.tsx'
import { Moment } from '#console/parts/time.tsx'
import { RowKeys } from '#console/parts/use-row-keys.tsx'
import { journeyTexts } from './mailing-texts.ts'
import styles from './mailings.module.css'
import { Languages, PreviewFrame } from './preview.tsx'

/** The journeys of the brands: whether they run, and what they have sent. */
export const JourneyList = () => {
  const { brand, keys, titleOf } = useBrands('readMailings')
  const list = useQuery({
    queryKey: ['journeys', keys],
    refetchInterval: 60_000,
    queryFn: () =>
      Promise.all(
        keys.map(async (key) => ({
          key,
          ...(await api('GET /admin/api/:brand/journeys', { params: { brand: key } })),
        })),
      ),
  })
  if (list.error && !list.data)
    return (
      <Card>
        <ErrorState onRetry={() => void list.refetch()} />
      </Card>
    )
  if (!list.data)
    return (
      <Card aria-busy>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </Card>
    )
  return (
    <div className={styles.journeys}>
      <p className={styles.meta}>
        <Trans>
          A journey writes by itself, to members who agreed to news and offers: at most one such mail a week,
          newsletters included, and never in a member’s quiet hours.
        </Trans>
      </p>
      {list.data.map(({ key, journeys, languages }) => (
        <section key={key} className={styles.journeys}>
          {brand === 'all' && <h2>{titleOf(key)}</h2>}
          {journeys.map((one) => (
            <Journey key={one.journey} brand={key} languages={languages} journey={one} />
          ))}
        </section>
      ))}
    </div>
  )
}

const Journey = ({
  brand,
  languages,
  journey: one,
}: {
  readonly brand: string
  readonly languages: readonly Locale[]
  readonly journey: JourneyView
}) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const mayTurn = isAllowed('approveMailings', rolesAt(useMe(), brand))
  const [open, setOpen] = useState<'preview' | 'turn' | null>(null)
  const { name, when } = journeyTexts[one.journey]
  const title = i18n._(name)
  return (
    <Card>
      <div className={styles.journey}>
        <div className={styles.top}>
          <div>
            <h3>{title}</h3>
            <p className={styles.meta}>{i18n._(when)}</p>
          </div>
          {one.isOn ? (
            <Badge tone="ok">
              <Trans>On</Trans>
            </Badge>
          ) : (
            <Badge>
              <Trans>Off</Trans>
            </Badge>
          )}
        </div>
        <Figures
          rows={[
            [<Trans key="sent">Sent in 30 days</Trans>, i18n.number(one.sent)],
            [<Trans key="waiting">Waiting</Trans>, i18n.number(one.waiting)],
            [<Trans key="dropped">Not sent</Trans>, i18n.number(one.dropped + one.failed)],
          ]}
        />
        {one.changedAt !== null && (
          <p className={styles.meta}>
            <Trans>
              Last turned on or off by {one.changedBy}: <Moment at={one.changedAt} />
            </Trans>
          </p>
        )}
        <div className={styles.send} data-row>
          <RowKeys />
          <Button size="sm" variant="sec" onClick={() => setOpen('preview')}>
            <Trans>Preview</Trans>
          </Button>
          {mayTurn && (
            <Button size="sm" variant={one.isOn ? 'dangerOutline' : 'soft'} onClick={() => setOpen('turn')}>
              {one.isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
            </Button>
          )}
        </div>
      </div>
      {open === 'preview' && (
        <Preview {...{ brand, languages, title }} journey={one.journey} onClose={() => setOpen(null)} />
      )}
      {open === 'turn' && (
        <ActionDialog
          title={one.isOn ? t`Turn off “${title}”?` : t`Turn on “${title}”?`}
          intro={
            one.isOn ? (
              <Trans>From now on nothing of it is sent, not even what is queued.</Trans>
            ) : (
              <Trans>Members who became due within the last week are written to as well.</Trans>
            )
          }
          action={one.isOn ? t`Turn off` : t`Turn on`}
          onClose={() => setOpen(null)}
          run={(reason) =>
            api('PUT /admin/api/:brand/journeys/:journey', {
              params: { brand, journey: one.journey },
              body: { isOn: !one.isOn, reason },
            })
          }
          onDone={() => void queries.invalidateQueries({ queryKey: ['journeys'] })}
        />
      )}
    </Card>
  )
}

const Preview = ({
  brand,
  journey,
  languages,
  title,
  onClose,
}: {
  readonly brand: string
  readonly journey: JourneyView['journey']
  readonly languages: readonly Locale[]
  readonly title: string
  readonly onClose: () => void
}) => {
  const [locale, setLocale] = useState<Locale>(languages[0] ?? 'en')
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className={styles.form}>
        <Languages languages={languages} shown={locale} onChange={setLocale} />
        <PreviewFrame
          key={locale}
          title={title}
          address={`/admin/api/${brand}/journeys/${journey}/preview/${locale}`}
        />
      </div>
    </Dialog>
  )
}
