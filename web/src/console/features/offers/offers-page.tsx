import { isAllowed, type OfferKind, type OfferRow } from '@incontro/contract/admin'
import { offerKinds } from '@incontro/contract/admin/offer-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { Views } from '#console/parts/views.tsx'
import { OfferPage } from './offer-page.tsx'
import { offerKindNames, offerStateNames, offerTitle } from './offer-texts.ts'

type BrandOffer = OfferRow & { readonly brand: string }

/** What the brands offer, or the one thing of the address. */
const OffersPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  const roles = rolesAt(useMe(), brand)
  const [kind, key] = rest.split('/')
  const known = offerKinds.find((one) => one === kind)
  return known && key && isAllowed('readOffers', roles) ? (
    <OfferPage key={`${brand}/${rest}`} brand={brand} kind={known} name={key} />
  ) : (
    <Offers />
  )
}

const Offers = () => {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const { brand, keys, titleOf } = useBrands('readOffers')
  const shown: OfferKind = offerKinds.find((one) => one === search.get('kind')) ?? 'flow'
  const list = useQuery({
    queryKey: ['offers', keys],
    refetchInterval: 30_000,
    queryFn: async () =>
      (
        await Promise.all(
          keys.map(async (one) => {
            const { offers } = await api('GET /admin/api/:brand/offers', { params: { brand: one } })
            return offers.map((row): BrandOffer => ({ ...row, brand: one }))
          }),
        )
      ).flat(),
  })
  const columns: Column<BrandOffer>[] = [
    {
      name: t`Name`,
      cell: (one) => (
        <Link className={parts.link} to={`/${one.brand}/offers/${one.kind}/${one.key}`}>
          {offerTitle(one, i18n)}
        </Link>
      ),
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: BrandOffer) => titleOf(one.brand) }] : []),
    {
      name: t`Counts now`,
      cell: ({ live }) =>
        live === null ? (
          <span className={parts.muted}>
            <Trans>The file</Trans>
          </span>
        ) : (
          <span className={parts.two}>
            <Trans>Version {live.version}</Trans>
            <span>
              {live.publishedBy}, <Moment at={live.publishedAt} />
            </span>
          </span>
        ),
    },
    {
      name: t`Proposed`,
      cell: ({ open }) => {
        if (!open) return ''
        const { name, tone } = offerStateNames[open.state]
        return <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
      },
    },
    {
      name: t`Last changed`,
      isExtra: true,
      cell: ({ open }) =>
        open && (
          <span className={parts.two}>
            <Moment at={open.changedAt} />
            <span>{open.changedBy}</span>
          </span>
        ),
    },
  ]
  return (
    <Page title={t`Offers`}>
      <Views
        label={t`Offers`}
        shown={shown}
        views={offerKinds.map((kind) => ({
          key: kind,
          name: i18n._(offerKindNames[kind]),
          search: kind === 'flow' ? '' : `?kind=${kind}`,
        }))}
      />
      <List
        label={i18n._(offerKindNames[shown])}
        columns={columns}
        rows={list.data?.filter(({ kind }) => kind === shown)}
        keyOf={(one) => `${one.brand} ${one.kind} ${one.key}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ icon: Tags, title: <Trans>There is nothing to edit here</Trans> }}
      />
    </Page>
  )
}

export default OffersPage
