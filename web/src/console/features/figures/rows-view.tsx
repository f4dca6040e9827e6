import { type FigureFact, type FigureName, figureNames } from '@incontro/contract/admin'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Rows3 } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { figureTexts } from './figure-texts.ts'
import { pathOfRow } from './rows-of.ts'

/** The rows that a figure of a day counts, each leading to its page. */
export const RowsView = () => {
  const { t, i18n } = useLingui()
  const { brand } = useBrands('readFigures')
  const roles = rolesAt(useMe(), brand)
  const [params] = useSearchParams()
  const named = params.get('metric')
  const metric: FigureName = figureNames.find((one) => one === named) ?? 'sign_ups'
  const day = params.get('day') ?? ''
  const to = params.get('to') ?? undefined
  const flow = params.get('flow') ?? undefined
  const query = { day, metric, ...(to !== undefined && { to }), ...(flow !== undefined && { flow }) }
  const found = useQuery({
    queryKey: ['figure-rows', brand, query],
    queryFn: () => api('GET /admin/api/:brand/figures/rows', { params: { brand }, query }),
  })
  const name = i18n._(figureTexts[metric])
  const dayText = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    new Date(`${day}T12:00:00Z`),
    new Date(`${to ?? day}T12:00:00Z`),
  )
  const columns: Column<FigureFact>[] = [
    {
      name: t`Row`,
      cell: ({ id }) => {
        const path = pathOfRow(brand, metric, id, roles)
        return path === undefined ? (
          id
        ) : (
          <Link className={parts.link} to={path}>
            {id}
          </Link>
        )
      },
    },
    { name: t`Flow`, cell: ({ flow }) => flow },
    { name: t`Source`, cell: ({ source }) => source },
    { name: t`Campaign`, isExtra: true, cell: ({ campaign }) => campaign },
    { name: t`Country`, cell: ({ country }) => country },
    {
      name: t`Amount`,
      isNumber: true,
      cell: ({ amountMinor, currency }) => (currency === '' ? '' : moneyText(amountMinor, currency, i18n.locale)),
    },
  ]
  return (
    <Page title={`${name}, ${dayText}`}>
      <Link className={parts.back} to={flow === undefined ? `/${brand}/figures` : `/${brand}/figures?view=flows`}>
        <Icon of={ArrowLeft} size={16} />
        {t`Figures`}
      </Link>
      <List
        label={name}
        columns={columns}
        rows={found.data?.rows}
        keyOf={({ id }) => id}
        error={found.error}
        onRetry={() => void found.refetch()}
        empty={{
          icon: Rows3,
          title: t`No rows`,
          text: t`What was counted on this day is no longer there: figures stay when members are erased.`,
        }}
      />
    </Page>
  )
}
