import type { PostbackRow } from '@incontro/contract/admin'
import { postbackEvents, postbackStates } from '@incontro/contract/admin/campaign-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type CallOf } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { classNames } from '#styles/class-names.ts'
import { eventTexts, stateTexts, whyText } from './campaign-texts.ts'
import styles from './campaigns.module.css'
import { useAffiliates } from './use-affiliates.ts'

type Query = NonNullable<CallOf<'GET /admin/api/:brand/postbacks'>['query']>
type Row = PostbackRow & { readonly brand: string }

const filters = ['state', 'event', 'postback'] as const

/** The calls to the trackers of affiliates and what became of each, the newest first. */
export const PostbackList = () => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const queries = useQueryClient()
  const { brand, keys, titleOf } = useBrands('readCampaigns')
  const [params] = useSearchParams()
  const [retried, setRetried] = useState<Row | null>(null)
  const asked = Object.fromEntries(filters.map((name) => [name, params.get(name) ?? undefined])) as Query
  const { list, rows } = useBrandPages({
    queryKey: ['postbacks', asked],
    brands: keys,
    refetchInterval: 15_000,
    read: async (key, cursor) => {
      const { postbacks, more } = await api('GET /admin/api/:brand/postbacks', {
        params: { brand: key },
        query: { ...asked, ...cursor },
      })
      return { rows: postbacks, more }
    },
    cursorOf: (end) => ({ afterAt: end.at, afterId: end.id }),
    compare: (one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id),
  })
  const columns: Column<Row>[] = [
    {
      name: t`Affiliate`,
      cell: (one) => (
        <span className={parts.two}>
          {one.name === one.postback ? (
            <b>{one.name}</b>
          ) : (
            <Link className={parts.link} to={`/${one.brand}/campaigns/${one.postback}`}>
              {one.name}
            </Link>
          )}
          <span>
            <Moment at={one.at} />
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Row) => titleOf(one.brand) }] : []),
    {
      name: t`State`,
      cell: ({ state, why }) => {
        const { name, tone } = stateTexts[state]
        const known = why === null ? undefined : whyText(why)
        return (
          <span className={classNames(parts.note, styles.wide)}>
            <span>
              <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
            </span>
            {why !== null && <span className={parts.muted}>{known ? i18n._(known) : why}</span>}
          </span>
        )
      },
    },
    {
      name: t`Event`,
      cell: (one) => (
        <span className={classNames(parts.two, styles.wide)}>
          <span>{i18n._(eventTexts[one.event])}</span>
          <span>{one.eventId}</span>
        </span>
      ),
    },
    { name: t`Attempts`, isNumber: true, cell: (one) => i18n.number(one.tries) },
    { name: t`Answer`, isNumber: true, cell: (one) => one.status ?? '—' },
    {
      name: t`Next attempt`,
      cell: (one) => {
        if (one.state === 'waiting') return one.nextAt === null ? t`Soon` : <Moment at={one.nextAt} />
        return (
          one.state === 'failed' &&
          isAllowed('writeCampaigns', rolesAt(me, one.brand)) && (
            <Button size="sm" variant="ghost" onClick={() => setRetried(one)}>
              <Trans>Try again</Trans>
            </Button>
          )
        )
      },
    },
  ]
  const isNarrowed = filters.some((name) => params.has(name))
  return (
    <div className={styles.stack}>
      <Filters />
      <List
        label={t`Postbacks`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: Send,
          title: isNarrowed ? t`No postbacks like this` : t`No postbacks yet`,
          text: isNarrowed
            ? t`Choose fewer conditions.`
            : t`Once an affiliate has an address for an event, each call to it is listed here for 400 days.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
      <p className={styles.hint}>
        <Trans>
          The list names no member: the id below an event is the one that the tracker was given. What a call said is
          deleted once it has ended.
        </Trans>
      </p>
      {retried && (
        <ActionDialog
          title={t`Try again`}
          intro={
            <Trans>
              The event is reported as it stands now, with the same id. If the member doesn’t allow measuring any more,
              it is withheld.
            </Trans>
          }
          action={t`Try again`}
          onClose={() => setRetried(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['postbacks'] })}
          run={(reason) =>
            api('POST /admin/api/:brand/postbacks/:delivery/retry', {
              params: { brand: retried.brand, delivery: retried.id },
              body: { reason },
            })
          }
        />
      )}
    </div>
  )
}

/** What the list is narrowed to; it is in the address. */
const Filters = () => {
  const { t, i18n } = useLingui()
  const { rows = [], filed } = useAffiliates()
  const [params, setParams] = useSearchParams()
  const set = (name: (typeof filters)[number], value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const valueOf = (name: (typeof filters)[number]) => params.get(name) ?? ''
  const options = new Map([
    ...rows.map(({ id, name }) => [id, name] as const),
    ...filed.map(({ key }) => [key, key] as const),
  ])
  return (
    <div className={styles.filters}>
      <SelectField label={t`State`} value={valueOf('state')} onChange={(event) => set('state', event.target.value)}>
        <option value="">{t`All states`}</option>
        {postbackStates.map((one) => (
          <option key={one} value={one}>
            {i18n._(stateTexts[one].name)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t`Event`} value={valueOf('event')} onChange={(event) => set('event', event.target.value)}>
        <option value="">{t`All events`}</option>
        {postbackEvents.map((one) => (
          <option key={one} value={one}>
            {i18n._(eventTexts[one])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Affiliate`}
        value={valueOf('postback')}
        onChange={(event) => set('postback', event.target.value)}
      >
        <option value="">{t`All affiliates`}</option>
        {[...options].map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
