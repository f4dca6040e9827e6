import type { StatementEntry } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Button } from '#components/buttons/button.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps } from '../opened-file.ts'

const accountNames: Readonly<Record<StatementEntry['account'], MessageDescriptor>> = {
  messages: msg`Message credits`,
  icebreakers: msg`First messages`,
  likes: msg`Likes`,
}

const causeNames: Readonly<Record<StatementEntry['cause'], MessageDescriptor>> = {
  registration: msg`Gift at sign-up`,
  welcome_gift: msg`Welcome gift`,
  refill: msg`Free refill`,
  purchase: msg`Purchase`,
  withdrawal: msg`Withdrawal from a purchase`,
  dispute: msg`Dispute`,
  message: msg`Message sent`,
  message_withdrawn: msg`Message taken back`,
  like: msg`Like sent`,
  like_undone: msg`Like taken back`,
  recipient_removed: msg`Recipient removed`,
  other: msg`Support, or another cause`,
}

/** Each movement of the member's credits, asked for page by page; each page is recorded. */
export const Ledger = ({ brand, file, reason }: FileProps & { readonly reason: string }) => {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  useShortcut('l', t`Show the movements of credits`, () => setShown(true), !isShown)
  return (
    <Section title={<Trans>Movements of credits</Trans>}>
      {isShown ? (
        <Entries brand={brand} file={file} reason={reason} />
      ) : (
        <div>
          <Button size="sm" variant="sec" onClick={() => setShown(true)}>
            <Trans>Show the movements of credits</Trans> <Kbd>L</Kbd>
          </Button>
        </div>
      )}
    </Section>
  )
}

const Entries = ({ brand, file, reason }: FileProps & { readonly reason: string }) => {
  const { t, i18n } = useLingui()
  const mayReadOrders = isAllowed('readMoney', rolesAt(useMe(), brand))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['member ledger', brand, file.id, file.credits],
    retry: false,
    // Reading it again would be recorded again.
    staleTime: Infinity,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      api('POST /admin/api/:brand/members/:id/ledger', {
        params: { brand, id: file.id },
        body: { reason, ...(before !== undefined && { before }) },
      }),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  })
  return (
    <List
      isPart
      label={t`Movements of credits`}
      columns={[
        { name: t`When`, cell: (one) => <Moment at={one.time} /> },
        { name: t`Of what`, cell: (one) => i18n._(accountNames[one.account]) },
        {
          name: t`Why`,
          cell: (one) =>
            one.order !== null && mayReadOrders ? (
              <Link className={parts.link} to={`/${brand}/orders/${one.order}`}>
                {i18n._(causeNames[one.cause])}
              </Link>
            ) : (
              i18n._(causeNames[one.cause])
            ),
        },
        {
          name: t`How many`,
          isNumber: true,
          cell: (one) => i18n.number(one.amount, { signDisplay: 'always' }),
        },
      ]}
      rows={data?.pages.flatMap(({ entries }) => entries)}
      keyOf={(one) => one.id}
      error={error}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      isLoadingMore={isFetchingNextPage}
      empty={{ icon: Coins, title: t`No credits have moved` }}
    />
  )
}
