import type { Locale } from '@incontro/contract'
import { formatAmount } from '@incontro/contract/money'
import { offerBuyers } from '@incontro/contract/admin/offer-words'
import type { OfferBuyer, OfferKind, OfferPlan, OfferPreview } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { ApiProblem, api } from '#console/base/api.ts'
import { languageNames } from '#console/parts/language-names.ts'
import { Section } from '#console/parts/section.tsx'
import { languages } from './languages.ts'
import { hookNames } from './flow-fields.ts'
import { buyerNames } from './offer-texts.ts'
import styles from './offers.module.css'

interface Place {
  readonly brand: string
  readonly kind: OfferKind
  readonly key: string
}

/** The draft as it was saved, as its members see it. */
export const Preview = ({ place, version }: { readonly place: Place; readonly version: string }) => {
  const { t } = useLingui()
  return place.kind === 'flow' ? (
    <FlowPreview place={place} version={version} />
  ) : (
    <iframe
      key={version}
      className={styles.frame}
      sandbox=""
      src={`/admin/api/${place.brand}/offers/legal/${place.key}/page`}
      title={t`Preview`}
    />
  )
}

const FlowPreview = ({ place, version }: { readonly place: Place; readonly version: string }) => {
  const { t, i18n } = useLingui()
  const [locale, setLocale] = useState<Locale>(languages.find((one) => one === i18n.locale) ?? 'en')
  const [buyer, setBuyer] = useState<OfferBuyer | null>(null)
  const [currency, setCurrency] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['offer preview', place, version, locale],
    queryFn: () => api('GET /admin/api/:brand/offers/:kind/:key/preview/:locale', { params: { ...place, locale } }),
  })
  if (error instanceof ApiProblem && error.code === 'offer_faulty')
    return (
      <Note tone="warn">
        <Trans>The preview is shown once the draft has no faults.</Trans>
      </Note>
    )
  if (error) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  const currencies = [...new Set(data.lists.map((one) => one.currency))]
  const buyers = offerBuyers.filter((one) => data.lists.some((list) => list.buyer === one))
  const shown = data.lists.find(
    (one) => one.buyer === (buyer ?? buyers[0]) && one.currency === (currency ?? currencies[0]),
  )
  return (
    <div className={styles.column}>
      <div className={styles.pick}>
        <SelectField
          label={t`Seen by`}
          value={buyer ?? buyers[0] ?? ''}
          onChange={({ target }) => setBuyer(target.value as OfferBuyer)}
        >
          {buyers.map((one) => (
            <option key={one} value={one}>
              {i18n._(buyerNames[one])}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Language`} value={locale} onChange={({ target }) => setLocale(target.value as Locale)}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {i18n._(languageNames[one])}
            </option>
          ))}
        </SelectField>
        {currencies.length > 1 && (
          <SelectField
            label={t`Currency`}
            value={currency ?? currencies[0] ?? ''}
            onChange={({ target }) => setCurrency(target.value)}
          >
            {currencies.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <Section title={<Trans>Plans</Trans>}>
        <div className={styles.plans} lang={locale}>
          {shown?.plans.map((plan) => (
            <Plan key={plan.id} plan={plan} currency={shown.currency} locale={locale} />
          ))}
        </div>
      </Section>
      <Hooks hooks={data.hooks} locale={locale} />
    </div>
  )
}

const Plan = ({
  plan,
  currency,
  locale,
}: {
  readonly plan: OfferPlan
  readonly currency: string
  readonly locale: Locale
}) => (
  <div className={styles.plan}>
    <div className={styles.row}>
      <b>{plan.name}</b>
      {plan.badge !== '' && <Badge tone="acc">{plan.badge}</Badge>}
    </div>
    <span className={styles.price}>
      {plan.oldPrice !== null && <s>{formatAmount(plan.oldPrice, currency, locale)}</s>}{' '}
      <b>{formatAmount(plan.totalPrice, currency, locale)}</b>
    </span>
    <span className={styles.meta}>
      {formatAmount(plan.unitPrice, currency, locale)} {plan.unitText}
    </span>
    <span>{plan.description}</span>
    {plan.suggestion !== '' && <span className={styles.meta}>{plan.suggestion}</span>}
  </div>
)

const Hooks = ({ hooks, locale }: { readonly hooks: OfferPreview['hooks']; readonly locale: Locale }) => {
  const { i18n } = useLingui()
  return (
    <Section title={<Trans>Texts of the hooks</Trans>}>
      {hooks.length === 0 && (
        <p className={styles.meta}>
          <Trans>All hooks have the app’s own texts.</Trans>
        </p>
      )}
      {hooks.map(({ hook, title, text }) => (
        <div key={hook} className={styles.plan}>
          <span className={styles.meta}>{i18n._(hookNames[hook])}</span>
          <b lang={locale}>{title ? title[locale] : <Trans>The app’s own title</Trans>}</b>
          <span lang={locale}>{text ? text[locale] : <Trans>The app’s own text</Trans>}</span>
        </div>
      ))}
    </Section>
  )
}
