import { figurePeriods } from '@incontro/contract/admin/figure-words'
import { campaignKinds } from '@incontro/contract/admin/campaign-words'
import type { CampaignKind } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { periodTexts } from '#console/features/figures/figure-texts.ts'
import { type Column, List } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { classNames } from '#styles/class-names.ts'
import { CampaignName } from './campaign-name.tsx'
import { kindTexts, withoutTexts } from './campaign-texts.ts'
import styles from './campaigns.module.css'
import { type BrandCampaign, useCampaigns } from './use-campaigns.ts'

/** Where visits came from, with what they led to. */
export const CampaignList = ({ onLink }: { readonly onLink: (row: BrandCampaign, by: CampaignKind) => void }) => {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { brand, titleOf } = useBrands('readCampaigns')
  const [params, setParams] = useSearchParams()
  const by = campaignKinds.find((one) => one === params.get('by')) ?? 'source'
  const days = figurePeriods.find((one) => one === params.get('days')) ?? '28'
  const { rows, hasMore, countedAt, error, onRetry } = useCampaigns(by, days)
  const [naming, setNaming] = useState<BrandCampaign | null>(null)
  const set = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  const amounts = (row: BrandCampaign, of: 'revenueMinor' | 'refundedMinor') => {
    const found = row.money.filter((one) => one[of] > 0)
    return found.length === 0
      ? '—'
      : found.map((one) => <div key={one.currency}>{moneyText(one[of], one.currency, i18n.locale)}</div>)
  }
  const number = (name: string, cell: (row: BrandCampaign) => number): Column<BrandCampaign> => ({
    name,
    isNumber: true,
    cell: (row) => i18n.number(cell(row)),
  })
  const columns: Column<BrandCampaign>[] = [
    {
      name: by === 'source' ? t`Source` : t`Campaign`,
      cell: (one) => {
        const value = one.value === '' ? i18n._(withoutTexts[by]) : one.value
        const search = new URLSearchParams({ days, of: by, value: one.value }).toString()
        return (
          <span className={classNames(parts.note, styles.wide)}>
            <Link className={parts.link} to={`/${one.brand}/figures?${search}`}>
              {one.name === '' ? value : one.name}
            </Link>
            {one.name !== '' && <span className={parts.muted}>{value}</span>}
            {one.note !== '' && <span className={parts.muted}>{one.note}</span>}
          </span>
        )
      },
    },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: BrandCampaign) => titleOf(one.brand) }] : []),
    number(t`Visits`, (one) => one.visits),
    number(t`Sign-ups`, (one) => one.signUps),
    number(t`First payments`, (one) => one.firstPayments),
    { name: t`Revenue`, isNumber: true, cell: (one) => amounts(one, 'revenueMinor') },
    { name: t`Refunds`, isNumber: true, cell: (one) => amounts(one, 'refundedMinor') },
    number(t`Complaints`, (one) => one.complaints),
    {
      name: t`Actions`,
      isNumber: true,
      cell: (one) => (
        <span className={parts.tools}>
          {isAllowed('writeCampaigns', rolesAt(me, one.brand)) && (
            <Button size="sm" variant="ghost" onClick={() => setNaming(one)}>
              <Trans>Name</Trans>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => onLink(one, by)}>
            <Trans context="address">Link</Trans>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <SelectField label={t`Show`} value={by} onChange={(event) => set('by', event.target.value)}>
          {campaignKinds.map((one) => (
            <option key={one} value={one}>
              {i18n._(kindTexts[one])}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Period`} value={days} onChange={(event) => set('days', event.target.value)}>
          {figurePeriods.map((one) => (
            <option key={one} value={one}>
              {i18n._(periodTexts[one])}
            </option>
          ))}
        </SelectField>
      </div>
      <List
        label={i18n._(kindTexts[by])}
        columns={columns}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.value}`}
        error={error}
        onRetry={onRetry}
        empty={{
          icon: Megaphone,
          title: t`Nobody came in these days`,
          text: t`Visits are counted once an hour. Choose a longer period, or build a link and open it.`,
        }}
      />
      <p className={styles.hint}>
        {hasMore && <Trans>The 200 with most visits and sign-ups are shown.</Trans>}{' '}
        <Trans>
          Complaints are those of the members who signed up in these days; payments and refunds are of these days,
          whenever the member came.
        </Trans>{' '}
        {countedAt !== undefined && (
          <Trans>
            Counted <Moment at={countedAt} />.
          </Trans>
        )}
      </p>
      {naming && <CampaignName row={naming} by={by} onClose={() => setNaming(null)} />}
    </div>
  )
}
