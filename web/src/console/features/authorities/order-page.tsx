import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { BackLink, OpeningPage } from '#console/parts/opening-page.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { Fact, Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { orderKindNames, outcomeNames, placeName, stepName } from './authority-texts.ts'
import type { OpenedOrder } from './opened-order.ts'
import { AddStep, GiveEffect } from './step-dialogs.tsx'

/** An order of an authority with its log. Each opening is recorded, so it is not read again by itself. */
export const OrderPage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['authority order', brand, id],
    queryFn: () => api('POST /admin/api/:brand/authority-orders/:id/open', { params: { brand, id }, body: {} }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data) return <Filled brand={brand} order={data} onChange={() => void refetch()} />
  return (
    <OpeningPage
      title={t`Order of an authority`}
      actions={<Back brand={brand} />}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

const Back = ({ brand }: { readonly brand: string }) => {
  const { t } = useLingui()
  return (
    <BackLink to={`/${brand}/authorities`} help={t`Back to the orders of authorities`}>
      <Trans>Authorities</Trans>
    </BackLink>
  )
}

type Dialog = 'acknowledged' | 'effect' | 'answered' | 'note'

const Filled = ({
  brand,
  order,
  onChange,
}: {
  readonly brand: string
  readonly order: OpenedOrder
  readonly onChange: () => void
}) => {
  const { t } = useLingui()
  const mayAct = isAllowed('answerAuthorities', rolesAt(useMe(), brand))
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const isOurs = order.kind === 'notification'
  const steps: readonly { kind: Dialog; key: string; name: string; isDue: boolean }[] = [
    {
      kind: 'acknowledged',
      key: 'a',
      name: isOurs ? t`Record its receipt` : t`Acknowledge receipt`,
      isDue: order.acknowledgedAt === null,
    },
    { kind: 'effect', key: 'e', name: t`Give effect`, isDue: !isOurs && order.effectAt === null },
    {
      kind: 'answered',
      key: 'i',
      name: isOurs ? t`Record its answer` : t`Inform the authority`,
      isDue: (isOurs || order.effectAt !== null) && order.answeredAt === null,
    },
  ]
  const due = steps.filter(({ isDue }) => isDue && mayAct)
  const open = (kind: Dialog) => () => setDialog(kind)
  const [first, second, third] = steps
  useShortcut('a', first?.name ?? '', open('acknowledged'), due.includes(first!))
  useShortcut('e', second?.name ?? '', open('effect'), due.includes(second!))
  useShortcut('i', third?.name ?? '', open('answered'), due.includes(third!))
  useShortcut('n', t`Add a note`, open('note'), mayAct)
  const done = () => {
    setDialog(null)
    void queries.invalidateQueries({ queryKey: ['authority orders'] })
    onChange()
  }
  return (
    <Page
      title={order.authority}
      actions={
        <>
          <Back brand={brand} />
          {mayAct && (
            <Button size="sm" variant="ghost" onClick={open('note')}>
              <Trans>Add a note</Trans>
            </Button>
          )}
          {due.map(({ kind, name }, n) => (
            <Button key={kind} size="sm" {...(n > 0 && { variant: 'sec' })} onClick={open(kind)}>
              {name}
            </Button>
          ))}
        </>
      }
    >
      {order.silentUntil !== null && (
        <Note tone="warn">
          <Trans>
            The member must not know of this order before <Moment at={order.silentUntil} />.
          </Trans>
        </Note>
      )}
      <div className={parts.columns}>
        <Section title={<Trans>What was done</Trans>}>
          <Log order={order} />
        </Section>
        <Section title={isOurs ? <Trans>What was sent</Trans> : <Trans>Order</Trans>}>
          <p className={parts.note}>{order.asks}</p>
          <Facts brand={brand} order={order} />
        </Section>
      </div>
      {dialog === 'effect' && <GiveEffect brand={brand} order={order} onClose={() => setDialog(null)} onDone={done} />}
      {dialog !== null && dialog !== 'effect' && (
        <AddStep brand={brand} order={order} kind={dialog} onClose={() => setDialog(null)} onDone={done} />
      )}
    </Page>
  )
}

const Log = ({ order }: { readonly order: OpenedOrder }) => {
  const { i18n } = useLingui()
  return (
    <ol className={parts.rows}>
      <li>
        <span className={parts.two}>
          <b>
            {order.kind === 'notification' ? (
              <Trans context="a notification, when">Sent</Trans>
            ) : (
              <Trans>Received</Trans>
            )}
          </b>
          <span>
            <Moment at={order.receivedAt} />
          </span>
        </span>
      </li>
      <li>
        <span className={parts.two}>
          <b>
            <Trans>Recorded</Trans>
          </b>
          <span>
            <Moment at={order.recordedAt} /> · {order.recordedBy}
          </span>
        </span>
      </li>
      {order.steps.map((step, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps are only added
        <li key={n}>
          <span className={parts.two}>
            <span className={parts.note}>
              <b>
                {i18n._(stepName(order.kind, step.kind))}
                {step.outcome !== null && <>: {i18n._(outcomeNames[step.outcome])}</>}
                {step.restriction !== null && <> ({i18n._(restrictionNames[step.restriction])})</>}
              </b>
              {step.text}
            </span>
            <span>
              <Moment at={step.at} />
              {step.by !== null && <> · {step.by}</>}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const Facts = ({ brand, order }: { readonly brand: string; readonly order: OpenedOrder }) => {
  const { i18n } = useLingui()
  const mayOpen = isAllowed('readMembers', rolesAt(useMe(), brand))
  return (
    <dl className={parts.facts}>
      <Fact name={<Trans>Kind</Trans>}>{i18n._(orderKindNames[order.kind])}</Fact>
      <Fact name={<Trans>Member state</Trans>}>{placeName(i18n, order.country)}</Fact>
      <Fact name={<Trans>Reference</Trans>}>{order.reference}</Fact>
      <Fact name={order.kind === 'notification' ? <Trans>Suspected crime</Trans> : <Trans>Legal ground</Trans>}>
        {order.legalGround}
      </Fact>
      {order.document !== null && <Fact name={<Trans>Document</Trans>}>{order.document}</Fact>}
      <Fact name={<Trans>Member</Trans>}>
        {order.member === null ? (
          <Trans>None of this brand</Trans>
        ) : mayOpen ? (
          <Link className={parts.link} to={`/${brand}/members/${order.member.id}`}>
            {order.member.name}
          </Link>
        ) : (
          order.member.name
        )}
      </Fact>
    </dl>
  )
}
