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
import { useMegabytes } from './megabytes.ts'
import { OutcomeList } from './outcomes.tsx'
import { Outages, Services } from './services.tsx'
import { Tables, Upkeep } from './upkeep.tsx'
import { Statements, Tasks } from './work.tsx'

const refreshMs = 15_000

type Health = ReplyOf<'GET /admin/api/:brand/health'>

/** `oldestQueuedMailSeconds` as words: the figures name themselves, as in `/metrics`. */
const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

/** Rows of several brands, those that they share once. */
const once = <Row,>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Whether the services outside answer, what became of messages, and the state of each brand's database. */
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
  const read = keys.flatMap((key, n) => {
    const data = found[n]?.data
    return data ? [{ brand: key, title: titleOf(key), data }] : []
  })
  const services = once(
    read.flatMap(({ data }) => data.services),
    ({ service }) => service,
  )
  const outages = once(
    read.flatMap(({ data }) => data.outages),
    ({ service, beganAt }) => `${service} ${beganAt}`,
  ).toSorted((one, other) => other.beganAt.localeCompare(one.beganAt))
  return (
    <Page title={t`Health`}>
      {read.length > 0 && (
        <>
          <Services services={services} titleOf={titleOf} />
          <Outages services={services} titleOf={titleOf} outages={outages} />
          <OutcomeList of={read.map(({ brand, title, data }) => ({ brand, title, ...data.outcomes }))} />
        </>
      )}
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
                <Upkeep of={data} />
                <FailedJobs brand={keys[at]!} jobs={data.failed} onDone={() => void refetch()} />
                <Tasks of={data} />
                <Tables of={data.database} />
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
  const megabytes = useMegabytes()
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
        <dd>{megabytes(database.bytes / 1_000_000)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Version of the program</Trans>
        </dt>
        <dd>{version.program}</dd>
      </div>
      <div>
        <dt>
          <Trans>Version of the pages</Trans>
        </dt>
        <dd>{version.pages}</dd>
      </div>
      <div>
        <dt>
          <Trans>Version of the schema</Trans>
        </dt>
        <dd>{version.schema.replace(/\.sql$/, '')}</dd>
      </div>
    </dl>
  )
}

export default HealthPage
