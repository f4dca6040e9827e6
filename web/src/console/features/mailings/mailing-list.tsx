import type { MailingRow } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mails } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { mailingStates, segmentNames } from './mailing-texts.ts'

type BrandMailing = MailingRow & { readonly brand: string }
/** Where each brand's next page begins; those without more are left out. */
type Cursors = Readonly<Record<string, { readonly beforeAt: string; readonly beforeId: string } | null>>

function useMailings(keys: readonly string[]) {
  const list = useInfiniteQuery({
    queryKey: ['mailings', keys],
    refetchInterval: 30_000,
    initialPageParam: Object.fromEntries(keys.map((key) => [key, null])) as Cursors,
    queryFn: async ({ pageParam }) => {
      const pages = await Promise.all(
        Object.entries(pageParam).map(async ([brand, after]) => {
          const { mailings, more } = await api('GET /admin/api/:brand/mailings', {
            params: { brand },
            query: after ?? {},
          })
          return { brand, more, rows: mailings.map((one): BrandMailing => ({ ...one, brand })) }
        }),
      )
      return {
        rows: pages.flatMap(({ rows }) => rows),
        next: Object.fromEntries(
          pages.flatMap(({ brand, more, rows }) => {
            const last = rows.at(-1)
            return more && last ? [[brand, { beforeAt: last.changedAt, beforeId: last.id }]] : []
          }),
        ) as Cursors,
      }
    },
    getNextPageParam: ({ next }) => (Object.keys(next).length > 0 ? next : undefined),
  })
  const rows = list.data?.pages.flatMap((page) => page.rows).toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))
  return { list, rows }
}

/** The newsletters of the brands, last changed first. */
export const MailingList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMailings')
  const { list, rows } = useMailings(keys)
  const columns: Column<BrandMailing>[] = [
    {
      name: t`Name`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/mailings/${one.id}`}>
            {one.name}
          </Link>
          <span>{i18n._(segmentNames[one.segment])}</span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: BrandMailing) => titleOf(one.brand) }] : []),
    {
      name: t`State`,
      cell: ({ state }) => {
        const { name, tone } = mailingStates[state]
        return <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
      },
    },
    {
      name: t`Planned for`,
      isExtra: true,
      cell: ({ startsAt }) => (startsAt === null ? <Trans>As soon as it’s approved</Trans> : <Moment at={startsAt} />),
    },
    {
      name: t`Last changed`,
      isExtra: true,
      cell: (one) => (
        <span className={parts.two}>
          <Moment at={one.changedAt} />
          <span>{one.changedBy}</span>
        </span>
      ),
    },
  ]
  return (
    <>
      <List
        label={t`Newsletters`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: Mails,
          title: <Trans>No mailings yet</Trans>,
          text: (
            <Trans>
              A newsletter is written here, approved by a second person, and sent to members who agreed to it.
            </Trans>
          ),
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </>
  )
}
