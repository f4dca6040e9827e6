import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Card } from '#components/layout/card.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { useBrands } from '#console/base/me.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { Statements, Tasks } from './work.tsx'

const refreshMs = 15_000

type Health = ReplyOf<'GET /admin/api/:brand/health'>

/** `oldestQueuedMailSeconds` as words: the figures name themselves, as in `/metrics`. */
const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

/** The state of each brand's database. Brands of one database show the same figures. */
const HealthPage = () => {
  const { t } = useLingui()
  const { keys, titleOf } = useBrands('readHealth')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['health', key],
      queryFn: () => api('GET /admin/api/:brand/health', { params: { brand: key } }),
      refetchInterval: refreshMs,
    })),
  })
  // Brands of one database show the same, once.
  const groups = new Map<string, { readonly titles: string[]; readonly at: number }>()
  for (const [at, { data, error }] of found.entries()) {
    const key = data
      ? JSON.stringify(data.figures.map(({ name }) => name)) + String(data.ready)
      : `${at} ${String(error)}`
    const group = groups.get(key)
    if (group) group.titles.push(titleOf(keys[at]!))
    else groups.set(key, { titles: [titleOf(keys[at]!)], at })
  }
  return (
    <Page title={t`Health`}>
      {[...groups.values()].map(({ titles, at }) => {
        const { data, error, refetch } = found[at]!
        return (
          <div key={titles[0]} className={parts.section}>
            <Card as="section" className={parts.section}>
              <div className={parts.head}>
                <h2>{titles.join(', ')}</h2>
                {data && (
                  <Badge tone={data.ready ? 'ok' : 'bad'}>
                    {data.ready ? <Trans>Ready</Trans> : <Trans>Away</Trans>}
                  </Badge>
                )}
              </div>
              {error && <ErrorState onRetry={() => void refetch()} />}
              {!data && !error && <Skeleton shape="block" />}
              {data && <Numbers of={data} />}
            </Card>
            {data && (
              <>
                <FailedJobs brand={keys[at]!} jobs={data.failed} onDone={() => void refetch()} />
                <Tasks of={data} />
                <Statements of={data.database} />
              </>
            )}
          </div>
        )
      })}
    </Page>
  )
}

const Numbers = ({ of: { figures, database, version } }: { readonly of: Health }) => {
  const { i18n } = useLingui()
  const size = i18n.number(Math.round(database.bytes / 1_000_000))
  return (
    <dl className={parts.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>{i18n.number(value)}</dd>
        </div>
      ))}
      <div>
        <dt>
          <Trans>Size of the database</Trans>
        </dt>
        <dd>{size} MB</dd>
      </div>
      <div>
        <dt>
          <Trans>Version of the pages</Trans>
        </dt>
        <dd>{version}</dd>
      </div>
    </dl>
  )
}

export default HealthPage
