import type { OfferAffected, OfferChange, OfferKind } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { ApiProblem, api } from '#console/base/api.ts'
import { TitledList } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import { Section } from '#console/parts/section.tsx'
import styles from './offers.module.css'

interface Place {
  readonly brand: string
  readonly kind: OfferKind
  readonly key: string
}

/** What the draft changes, field by field, and whom it concerns. */
export const Changes = ({ place, digest }: { readonly place: Place; readonly digest: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['offer diff', place, digest],
    queryFn: () => api('GET /admin/api/:brand/offers/:kind/:key/diff', { params: { ...place } }),
  })
  return (
    <div className={styles.column}>
      <Section title={<Trans>What changes</Trans>}>
        {error ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : data ? (
          <ChangeList changes={data.changes} />
        ) : (
          <Skeleton />
        )}
      </Section>
      {place.kind === 'flow' && <Affected place={place} digest={digest} />}
      {place.kind === 'legal' && (
        <Note>
          <Trans>
            From its publication on, visitors and members read this text. Consents that were given name the text of
            their day.
          </Trans>
        </Note>
      )}
      {place.kind === 'answers' && (
        <Note>
          <Trans>From its publication on, colleagues of support choose among these answers. What was sent stays.</Trans>
        </Note>
      )}
    </div>
  )
}

/** Places and values of a file as it says them. */
export const ChangeList = ({ changes }: { readonly changes: readonly OfferChange[] }) =>
  changes.length === 0 ? (
    <p className={styles.meta}>
      <Trans>Nothing differs from what counts now.</Trans>
    </p>
  ) : (
    <div>
      {changes.map(({ path, before, after }) => (
        <div key={`${path.join('.')} ${before} ${after}`} className={styles.change}>
          {path.length > 0 && <code>{path.join(' · ')}</code>}
          {before !== null && (
            <del>
              <Words text={before} />
            </del>
          )}
          {after !== null && (
            <ins>
              <Words text={after} />
            </ins>
          )}
        </div>
      ))}
    </div>
  )

const Words = ({ text }: { readonly text: string }) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  } catch {
    // A paragraph is no JSON.
    return text
  }
}

const Affected = ({ place, digest }: { readonly place: Place; readonly digest: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['offer affected', place, digest],
    queryFn: () => api('GET /admin/api/:brand/offers/:kind/:key/affected', { params: { ...place } }),
  })
  if (error instanceof ApiProblem && error.code === 'offer_faulty')
    return (
      <Note tone="warn">
        <Trans>Whom it concerns is shown once the draft has no faults.</Trans>
      </Note>
    )
  if (error)
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    )
  return data ? <WhomItConcerns affected={data} /> : <Skeleton />
}

const WhomItConcerns = ({ affected: { members, terms, prices } }: { readonly affected: OfferAffected }) => {
  const { t, i18n } = useLingui()
  const count = i18n.number(members)
  const money = (minor: number | null, currency: string) =>
    minor === null ? '—' : moneyText(minor, currency, i18n.locale)
  return (
    <>
      <Section title={<Trans>Whom it concerns</Trans>}>
        <p>
          <Trans>Open accounts in this flow: {count}</Trans>
        </p>
        <p className={styles.meta}>
          <Trans>
            Terms that run go on with the plan and at the price at which they were bought, also when they renew. A plan
            that is removed can’t be bought any more.
          </Trans>
        </p>
      </Section>
      <TitledList
        label={t`Prices that change`}
        rows={prices}
        keyOf={({ plan, currency }) => `${plan} ${currency}`}
        empty={{ icon: Tag, title: <Trans>No price changes</Trans> }}
        columns={[
          { name: t`Plan`, cell: ({ plan }) => plan },
          { name: t`Now`, isNumber: true, cell: ({ beforeMinor, currency }) => money(beforeMinor, currency) },
          { name: t`Then`, isNumber: true, cell: ({ afterMinor, currency }) => money(afterMinor, currency) },
          {
            name: t`Lowest of 30 days`,
            isNumber: true,
            cell: ({ lowestMinor, currency }) => money(lowestMinor, currency),
          },
          {
            name: t`Shown as the old price`,
            isExtra: true,
            cell: ({ isShown }) => (isShown ? <Trans>Yes</Trans> : <Trans>No</Trans>),
          },
        ]}
      />
      <TitledList
        label={t`Terms that run`}
        rows={terms}
        keyOf={({ plan }) => plan}
        empty={{ icon: Tag, title: <Trans>No term runs in this flow</Trans> }}
        columns={[
          { name: t`Plan`, cell: ({ plan }) => plan },
          { name: t`Number`, isNumber: true, cell: ({ count: running }) => i18n.number(running) },
          {
            name: t`Then`,
            cell: ({ isSold }) =>
              isSold ? <Trans>Can be bought as before</Trans> : <Trans>Can’t be bought any more; these go on</Trans>,
          },
        ]}
      />
    </>
  )
}
