import { useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { ReplyOf } from '#console/base/api.ts'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { faultWords, kindTexts, serviceAdvice, serviceWords } from './health-texts.ts'
import { StateCell } from './state-cell.tsx'

type Health = ReplyOf<'GET /admin/api/:brand/health'>
export type Service = Health['services'][number]
export type Outage = Health['outages'][number]

interface Named {
  readonly services: readonly Service[]
  readonly titleOf: (brand: string) => string
}

/** What a service is called, and below it what it is or whose. */
const ServiceName = ({
  of,
  titleOf,
  fallback,
}: {
  readonly of: Service | undefined
  readonly titleOf: Named['titleOf']
  readonly fallback: string
}) => {
  const { i18n } = useLingui()
  if (!of) return fallback
  const kind = i18n._(kindTexts[of.kind])
  const about = [...(of.name === null ? [] : [kind]), ...(of.brand === null ? [] : [titleOf(of.brand)])]
  return (
    <span className={parts.two}>
      <span>{of.name ?? kind}</span>
      {about.length > 0 && <span>{about.join(' · ')}</span>}
    </span>
  )
}

/** Whether the services outside answer now. */
export const Services = ({ services, titleOf }: Named) => {
  const { t } = useLingui()
  return (
    <TitledList
      label={t`Services outside`}
      columns={[
        { name: t`Service`, cell: (one) => <ServiceName of={one} titleOf={titleOf} fallback={one.service} /> },
        {
          name: t`State`,
          cell: (one) => (
            <StateCell
              {...serviceWords[one.state]}
              advice={one.fault ? serviceAdvice[one.kind][one.fault] : undefined}
            />
          ),
        },
        { name: t`Last answer`, cell: (one) => (one.okAt === null ? '—' : <Moment at={one.okAt} />) },
      ]}
      rows={services}
      keyOf={(one) => one.service}
      empty={{ icon: CircleCheck, title: t`No service is set up` }}
    />
  )
}

const minute = 60_000

/** When they did not answer within thirty days. */
export const Outages = ({ services, titleOf, outages }: Named & { readonly outages: readonly Outage[] }) => {
  const { t, i18n } = useLingui()
  const lasted = (one: Outage): string => {
    if (one.endedAt === null) return t`Lasts`
    const minutes = Math.max(1, Math.round((Date.parse(one.endedAt) - Date.parse(one.beganAt)) / minute))
    const [unit, value] = minutes < 120 ? (['minute', minutes] as const) : (['hour', Math.round(minutes / 60)] as const)
    return i18n.number(value, { style: 'unit', unit, unitDisplay: 'long' })
  }
  return (
    <TitledList
      label={t`Outages of the last 30 days`}
      columns={[
        {
          name: t`Service`,
          cell: (one) => (
            <ServiceName
              of={services.find(({ service }) => service === one.service)}
              titleOf={titleOf}
              fallback={one.service}
            />
          ),
        },
        { name: t`Began`, cell: (one) => <Moment at={one.beganAt} /> },
        { name: t`Ended`, cell: (one) => (one.endedAt === null ? '—' : <Moment at={one.endedAt} />) },
        { name: t`Lasted`, cell: lasted },
        { name: t`Why`, isExtra: true, cell: (one) => i18n._(faultWords[one.fault]) },
      ]}
      rows={outages}
      keyOf={(one) => `${one.service} ${one.beganAt}`}
      empty={{ icon: CircleCheck, title: t`All services have answered` }}
    />
  )
}
