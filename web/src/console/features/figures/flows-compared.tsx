import { comparisonAims, comparisonPoints } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { aimTexts } from './figure-texts.ts'
import styles from './figures.module.css'
import { FlowPair } from './flow-pair.tsx'
import { Points } from './points.tsx'

/** Flows whose visitors are divided, side by side. Nothing is called better that is taken back or complained about more. */
export const FlowsCompared = () => {
  const { t, i18n } = useLingui()
  const { keys, titleOf } = useBrands('readFigures')
  const [params, setParams] = useSearchParams()
  const aim = comparisonAims.find((one) => one === params.get('aim')) ?? 'payment'
  const points = comparisonPoints.find((one) => one === params.get('points')) ?? '1'
  const set = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['figure-flows', key, aim, points],
      queryFn: () => api('GET /admin/api/:brand/figures/flows', { params: { brand: key }, query: { aim, points } }),
      placeholderData: keepPreviousData,
    })),
  })
  const pairs = found.every(({ data }) => data)
    ? found.flatMap(({ data }, n) => data!.comparisons.map((comparison) => ({ brand: keys[n]!, comparison })))
    : undefined
  const error = found.find((one) => one.error)?.error
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.hint}>
          <Trans>
            Visitors of a flow are divided between it and another one. Choose a difference that would matter to you
            before you look at the figures.
          </Trans>
        </p>
        <div className={styles.choices}>
          <SelectField
            label={<Trans>Judged by those</Trans>}
            value={aim}
            onChange={(event) => set('aim', event.target.value)}
          >
            {comparisonAims.map((one) => (
              <option key={one} value={one}>
                {i18n._(aimTexts[one])}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={<Trans>Difference to find</Trans>}
            value={points}
            onChange={(event) => set('points', event.target.value)}
          >
            {comparisonPoints.map((one) => (
              <option key={one} value={one}>
                <Points of={Number(one)} />
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {error ? (
        <Card>
          <ErrorState onRetry={() => void Promise.all(found.map((one) => one.refetch()))} />
        </Card>
      ) : !pairs ? (
        <Card aria-busy>
          <Skeleton shape="block" />
        </Card>
      ) : pairs.length === 0 ? (
        <Card>
          <EmptyState
            icon={Scale}
            title={t`No flows are compared`}
            text={t`Which flows are compared, and how visitors are divided, is declared in the file of the brand.`}
          />
        </Card>
      ) : (
        pairs.map(({ brand, comparison }) => (
          <FlowPair
            key={`${brand} ${comparison.flows[0]}`}
            brand={brand}
            brandTitle={keys.length > 1 ? titleOf(brand) : undefined}
            comparison={comparison}
            aim={aim}
            points={Number(points)}
          />
        ))
      )}
    </>
  )
}
