import type { DifferenceRow, DifferenceWhat } from '@incontro/contract/admin'
import { providerName } from '@incontro/contract/admin/order-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { planOf } from '#console/parts/order-texts.ts'
import { orderStateName, stepOf } from '#console/parts/order-words.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import styles from './orders.module.css'

type OfBrand = DifferenceRow & { readonly brand: string }

const whats: Readonly<Record<DifferenceWhat, MessageDescriptor>> = {
  amount: msg`Another amount`,
  reference: msg`Another order`,
  state: msg`Another state`,
  refund: msg`Another amount paid back`,
}

/** What the nightly comparison with the providers found, until a person has settled it. */
export const DifferenceList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const me = useMe()
  const queries = useQueryClient()
  const [settled, setSettled] = useState<'no' | 'yes'>('no')
  const [chosen, setChosen] = useState<OfBrand | null>(null)
  const { list, rows } = useBrandPages({
    queryKey: ['differences', settled],
    brands: keys,
    read: async (key, cursor) => {
      const { differences, more } = await api('GET /admin/api/:brand/money/differences', {
        params: { brand: key },
        query: { settled, ...cursor },
      })
      return { rows: differences, more }
    },
    cursorOf: (end) => ({ afterAt: end.settled?.at ?? end.foundAt, afterId: end.id }),
    compare: (one, other) =>
      settled === 'no'
        ? one.foundAt.localeCompare(other.foundAt)
        : (other.settled?.at ?? '').localeCompare(one.settled?.at ?? ''),
  })
  const amountOf = (amount: { readonly minor: number; readonly currency: string } | null) =>
    amount === null ? '—' : moneyText(amount.minor, amount.currency, i18n.locale)
  const columns: Column<OfBrand>[] = [
    {
      name: t`Order`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/orders/${one.order}`}>
            {planOf(one, i18n.locale)}
          </Link>
          <span>
            {one.number} · {providerName(one.provider)}
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: OfBrand) => titleOf(one.brand) }] : []),
    {
      name: t`What differs`,
      cell: (one) => (
        <span className={parts.two}>
          <span>{i18n._(whats[one.what])}</span>
          <span>
            <Moment at={one.foundAt} />
          </span>
        </span>
      ),
    },
    {
      name: t`Here`,
      isNumber: true,
      cell: (one) => (
        <span className={parts.two}>
          <span>{amountOf(one.ours.amount)}</span>
          <span>{i18n._(orderStateName(one.ours.state))}</span>
        </span>
      ),
    },
    {
      name: t`At the provider`,
      isNumber: true,
      cell: (one) => (
        <span className={parts.two}>
          <span>{amountOf(one.theirs.amount)}</span>
          <span>{one.theirs.reference ?? i18n._(orderStateName(one.theirs.state))}</span>
        </span>
      ),
    },
    settled === 'no'
      ? {
          name: t`Next step`,
          cell: (one) => <span className={styles.step}>{i18n._(stepOf(`differs_${one.what}`))}</span>,
        }
      : {
          name: t`Settled`,
          cell: (one) =>
            one.settled && (
              <span className={parts.two}>
                <span>{one.settled.reason}</span>
                <span>
                  {one.settled.by} · <Moment at={one.settled.at} />
                </span>
              </span>
            ),
        },
    {
      name: t`Action`,
      cell: (one) =>
        isAllowed('resolvePayments', rolesAt(me, one.brand)) && (
          <Button size="sm" variant="sec" onClick={() => setChosen(one)}>
            {settled === 'no' ? <Trans>Settled</Trans> : <Trans>Undo</Trans>}
          </Button>
        ),
    },
  ]
  const done = () => {
    setChosen(null)
    void queries.invalidateQueries({ queryKey: ['differences'] })
    void queries.invalidateQueries({ queryKey: ['waiting money'] })
  }
  const params = { brand: chosen?.brand ?? '', difference: chosen?.id ?? '' }
  return (
    <div className={styles.stack}>
      <Card as="section">
        <SelectField
          label={t`Show`}
          value={settled}
          onChange={({ target }) => setSettled(target.value === 'yes' ? 'yes' : 'no')}
        >
          <option value="no">{t`What waits`}</option>
          <option value="yes">{t`Settled`}</option>
        </SelectField>
      </Card>
      <List
        label={t`Differences`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: CircleCheck,
          title: settled === 'no' ? t`Nothing differs` : t`Nothing was settled`,
          text: t`Every night the payments of the day are compared with what their providers have. What differs appears here.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
      {chosen && settled === 'no' && (
        <ActionDialog
          title={t`Is this difference settled?`}
          intro={
            <Trans>
              Do the next step first. Settling changes nothing at the provider. Write no names in the reason.
            </Trans>
          }
          action={t`Settled`}
          run={(reason) =>
            api('POST /admin/api/:brand/money/differences/:difference/settle', { params, body: { reason } })
          }
          onClose={() => setChosen(null)}
          onDone={done}
        />
      )}
      {chosen && settled === 'yes' && (
        <ActionDialog
          title={t`Does this difference wait again?`}
          action={t`Undo`}
          run={(reason) =>
            api('POST /admin/api/:brand/money/differences/:difference/reopen', { params, body: { reason } })
          }
          onClose={() => setChosen(null)}
          onDone={done}
        />
      )}
    </div>
  )
}
