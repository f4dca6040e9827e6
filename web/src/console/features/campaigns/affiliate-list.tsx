import { Trans, useLingui } from '@lingui/react/macro'
import { Handshake } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List, TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { eventTexts } from './campaign-texts.ts'
import styles from './campaigns.module.css'
import { type BrandAffiliate, type BrandFiled, useAffiliates } from './use-affiliates.ts'

/** The affiliates of the brands, and below them what is in files. */
export const AffiliateList = () => {
  const { t, i18n } = useLingui()
  const { brand, titleOf } = useBrands('readCampaigns')
  const { rows, filed, brandsWithKey, error, onRetry } = useAffiliates()
  const ofBrand = <Row extends { readonly brand: string }>(): Column<Row>[] =>
    brand === 'all' ? [{ name: t`Brand`, cell: (one) => titleOf(one.brand) }] : []
  const eventsOf = (one: Pick<BrandAffiliate, 'events'>) =>
    one.events.length === 0 ? '—' : one.events.map((event) => i18n._(eventTexts[event])).join(', ')
  const columns: Column<BrandAffiliate>[] = [
    {
      name: t`Name`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/campaigns/${one.id}`}>
            {one.name}
          </Link>
          <span>{one.source}</span>
        </span>
      ),
    },
    ...ofBrand<BrandAffiliate>(),
    { name: t`Reported to it`, cell: eventsOf },
    { name: t`Since`, isExtra: true, cell: (one) => <Moment at={one.addedAt} /> },
    {
      name: t`Given up in 30 days`,
      isNumber: true,
      cell: (one) =>
        one.failed === 0 ? (
          i18n.number(0)
        ) : (
          <Link className={parts.link} to={`/${one.brand}/campaigns?view=postbacks&state=failed&postback=${one.id}`}>
            {i18n.number(one.failed)}
          </Link>
        ),
    },
    {
      name: t`State`,
      cell: (one) =>
        one.endedAt === null ? (
          <Badge tone="ok">
            <Trans context="affiliate">Active</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Ended</Trans>
          </Badge>
        ),
    },
  ]
  const filedColumns: Column<BrandFiled>[] = [
    {
      name: t`Key`,
      cell: (one) => (
        <span className={parts.two}>
          <b>{one.key}</b>
          <span className={styles.address}>{one.address}</span>
        </span>
      ),
    },
    ...ofBrand<BrandFiled>(),
    { name: t`Reported to it`, cell: eventsOf },
    { name: t`Source`, isExtra: true, cell: (one) => one.source ?? '—' },
    { name: t`Campaign`, isExtra: true, cell: (one) => one.campaign ?? '—' },
  ]
  const withKey = brandsWithKey.map(titleOf).join(', ')
  return (
    <div className={styles.stack}>
      <List
        label={t`Affiliates`}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.id}`}
        error={error}
        onRetry={onRetry}
        empty={{
          icon: Handshake,
          title: t`No affiliates yet`,
          text: t`An affiliate has a source for its links, a key to report orders with, and is told by postbacks what became of its visitors.`,
        }}
      />
      {filed.length > 0 && (
        <TitledList
          label={t`From the brand’s files`}
          columns={filedColumns}
          rows={filed}
          keyOf={(one) => `${one.brand} ${one.key}`}
          empty={{ icon: Handshake, title: '' }}
        />
      )}
      {(filed.length > 0 || withKey !== '') && (
        <p className={styles.hint}>
          {withKey !== '' && <Trans>A key of the installation also counts at {withKey}.</Trans>}{' '}
          <Trans>What is in files is changed there, by whoever runs the server.</Trans>
        </p>
      )}
    </div>
  )
}
