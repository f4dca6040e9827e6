import { paymentSystems } from '@incontro/contract/codes'
import { orderStates, providerName } from '@incontro/contract/admin/order-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { ReceiptText, Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type CallOf, type ReplyOf } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { orderStateName, orderStateTone } from '#console/parts/order-words.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { planOf } from '#console/parts/order-texts.ts'
import styles from './orders.module.css'

type Query = NonNullable<CallOf<'GET /admin/api/:brand/orders'>['query']>
type Order = ReplyOf<'GET /admin/api/:brand/orders'>['orders'][number] & { readonly brand: string }

const filters = ['search', 'state', 'provider', 'country', 'from', 'to'] as const

/** The orders of the brands together: each brand is asked for its own pages, and they are merged by time. */
export const OrderList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMoney')
  const [params] = useSearchParams()
  const asked = Object.fromEntries(filters.map((name) => [name, params.get(name) ?? undefined])) as Query
  const { list, rows } = useBrandPages({
    queryKey: ['orders', asked],
    brands: keys,
    read: async (key, cursor) => {
      const { orders, more } = await api('GET /admin/api/:brand/orders', {
        params: { brand: key },
        query: { ...asked, ...cursor },
      })
      return { rows: orders, more }
    },
    cursorOf: (end) => ({ afterAt: end.at, afterId: end.id }),
    compare: (one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id),
  })
  const regions = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  const columns: Column<Order>[] = [
    {
      name: t`Order`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/orders/${one.id}`}>
            {planOf(one, i18n.locale)}
            {one.isRenewal && <> · {t`Renewal`}</>}
          </Link>
          <span>
            <Moment at={one.at} /> · {one.number}
          </span>
        </span>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Order) => titleOf(one.brand) }] : []),
    {
      name: t`State`,
      cell: (one) => (
        <span className={styles.badges}>
          <Badge {...toneOf(one.state)}>{i18n._(orderStateName(one.state))}</Badge>
          {one.flagged !== null && <Badge tone="warn">{t`Needs a person`}</Badge>}
        </span>
      ),
    },
    {
      name: t`Method`,
      cell: (one) => (
        <span className={parts.two}>
          <span>{providerName(one.provider)}</span>
          <span className={styles.reference}>{one.providerRef ?? ''}</span>
        </span>
      ),
    },
    { name: t`Country`, isExtra: true, cell: (one) => regions.of(one.country) ?? one.country },
    { name: t`Amount`, isNumber: true, cell: (one) => moneyText(one.amountMinor, one.currency, i18n.locale) },
    {
      name: t`Refunded`,
      isNumber: true,
      cell: (one) => (one.refundedMinor > 0 ? moneyText(one.refundedMinor, one.currency, i18n.locale) : '—'),
    },
  ]
  return (
    <div className={styles.stack}>
      <Filters key={params.toString()} />
      <List
        label={t`Orders`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: ReceiptText,
          title: asked.search ? t`No order has exactly this` : t`No orders here`,
          text: asked.search
            ? t`Check the number or the provider’s reference, or choose another brand.`
            : t`Choose other days, or fewer conditions.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </div>
  )
}

const toneOf = (state: string) => {
  const tone = orderStateTone(state)
  return tone ? { tone } : {}
}

/** What the list is narrowed to; it is in the address. */
const Filters = () => {
  const { t, i18n } = useLingui()
  const [params, setParams] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  useShortcut('f', t`Find an order`, () => field.current?.focus())
  const valueOf = (name: (typeof filters)[number]) => params.get(name) ?? ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : ''
      return text === '' ? [] : [[name, name === 'country' ? text.toUpperCase() : text]]
    })
    setParams(Object.fromEntries(given) as Record<string, string>)
  }
  const send = ({ currentTarget }: FormEvent<HTMLSelectElement | HTMLInputElement>) =>
    currentTarget.form?.requestSubmit()
  const hasAny = filters.some((name) => params.has(name))
  return (
    <Card as="section">
      <form className={styles.filters} onSubmit={submit}>
        <TextField
          ref={field}
          label={t`Order number or reference`}
          icon={Search}
          name="search"
          maxLength={100}
          defaultValue={valueOf('search')}
        />
        <SelectField label={t`State`} name="state" defaultValue={valueOf('state')} onChange={send}>
          <option value="">{t`All states`}</option>
          {orderStates.map((one) => (
            <option key={one} value={one}>
              {i18n._(orderStateName(one))}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Method`} name="provider" defaultValue={valueOf('provider')} onChange={send}>
          <option value="">{t`All methods`}</option>
          {paymentSystems.map((one) => (
            <option key={one} value={one}>
              {providerName(one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Country`}
          name="country"
          placeholder="IT"
          maxLength={2}
          pattern="[A-Za-z]{2}"
          title={t`Two letters, as in IT`}
          defaultValue={valueOf('country')}
        />
        <TextField
          label={t({ message: 'From', context: 'day' })}
          type="date"
          name="from"
          defaultValue={valueOf('from')}
        />
        <TextField label={t({ message: 'To', context: 'day' })} type="date" name="to" defaultValue={valueOf('to')} />
        <span className={styles.send}>
          <Button type="submit" variant="sec">
            <Trans>Show</Trans>
          </Button>
          {hasAny && (
            <Button variant="ghost" onClick={() => setParams({})}>
              <Trans context="filters">Clear</Trans>
            </Button>
          )}
        </span>
      </form>
      {!hasAny && (
        <p className={styles.hint}>
          <Trans>Without days, the last 31 are shown.</Trans>
        </p>
      )}
    </Card>
  )
}
