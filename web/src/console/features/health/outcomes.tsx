import { outcomeNames } from '@incontro/contract/admin/health-words'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { ReplyOf } from '#console/base/api.ts'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { channelTexts, outcomeAdvice, outcomeTexts } from './health-texts.ts'
import { StateCell } from './state-cell.tsx'

type Outcomes = ReplyOf<'GET /admin/api/:brand/health'>['outcomes']

export interface BrandOutcomes extends Outcomes {
  readonly brand: string
  readonly title: string
}

/** What became of each brand's messages. */
export const OutcomeList = ({ of }: { readonly of: readonly BrandOutcomes[] }) => {
  const { t, i18n } = useLingui()
  const rows = of.flatMap(({ brand, title, channels }) => channels.map((one) => ({ ...one, brand, title })))
  const oldest = of.flatMap(({ countedAt }) => countedAt ?? []).toSorted()[0]
  return (
    <>
      <TitledList
        label={t`What became of messages`}
        columns={[
          {
            name: t`Brand`,
            cell: (one) => (
              <span className={parts.two}>
                <span>{i18n._(channelTexts[one.channel])}</span>
                <span>{one.title}</span>
              </span>
            ),
          },
          {
            name: t`State`,
            cell: (one) =>
              one.fault ? (
                <StateCell word={msg`Look`} tone="bad" advice={outcomeAdvice[one.fault]} />
              ) : (
                <StateCell word={msg`In order`} tone="ok" />
              ),
          },
          ...outcomeNames.map((name) => ({
            name: i18n._(outcomeTexts[name]),
            isNumber: true,
            cell: (one: (typeof rows)[number]) =>
              one.day[name] === null ? (
                '—'
              ) : (
                <span className={parts.two}>
                  <span>{i18n.number(one.day[name])}</span>
                  <span>{i18n.number(one.week[name] ?? 0)}</span>
                </span>
              ),
          })),
        ]}
        rows={rows}
        keyOf={(one) => `${one.brand} ${one.channel}`}
        empty={{ icon: CircleCheck, title: t`None yet` }}
      />
      <p className={parts.muted}>
        <Trans>Above since yesterday, below within seven days.</Trans>{' '}
        {oldest === undefined ? (
          <Trans>They’re counted once an hour, and this hour isn’t over yet.</Trans>
        ) : (
          <Trans>
            Counted on <Moment at={oldest} />.
          </Trans>
        )}
      </p>
    </>
  )
}
