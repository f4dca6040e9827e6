import { providerName } from '@incontro/contract/admin/order-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Note } from '#components/feedback/note.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { moneyText } from '#console/parts/money.ts'
import { planOf } from '#console/parts/order-texts.ts'
import { BackLink, OpeningPage } from '#console/parts/opening-page.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Fact, Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { TimeLine } from '#console/parts/time-line.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { StateBadge } from './dispute-list.tsx'
import { answerNames, factNames, noReason, reasonNames } from './dispute-texts.ts'
import styles from './disputes.module.css'
import { Due } from './due.tsx'
import { type Evidence, EvidenceForm } from './evidence-form.tsx'
import type { Opened } from './opened-dispute.ts'

/** A dispute with its order and what can be said of it. Each opening is recorded, so it is not read again by itself. */
export const DisputePage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['dispute', brand, id],
    queryFn: () => api('POST /admin/api/:brand/disputes/:order/open', { params: { brand, order: id }, body: {} }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data) return <Filled brand={brand} dispute={data} onChange={() => void refetch()} />
  return (
    <OpeningPage title={t`Dispute`} actions={<Back brand={brand} />} error={error} onRetry={() => void refetch()} />
  )
}

const Back = ({ brand }: { readonly brand: string }) => {
  const { t } = useLingui()
  return (
    <BackLink to={`/${brand}/disputes`} help={t`Back to the disputes`}>
      <Trans>Disputes</Trans>
    </BackLink>
  )
}

const Filled = ({
  brand,
  dispute,
  onChange,
}: {
  readonly brand: string
  readonly dispute: Opened
  readonly onChange: () => void
}) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const [answer, setAnswer] = useState<Evidence | 'accept' | null>(null)
  const [isSent, setSent] = useState(false)
  const roles = rolesAt(useMe(), brand)
  const canAnswer = dispute.stage === 'to_answer' && isAllowed('answerDisputes', roles)
  const amount = moneyText(
    dispute.contestedMinor ?? dispute.amountMinor,
    dispute.contestedCurrency ?? dispute.currency,
    i18n.locale,
  )
  const done = () => {
    setAnswer(null)
    setSent(true)
    void queries.invalidateQueries({ queryKey: ['disputes'] })
    void queries.invalidateQueries({ queryKey: ['waiting disputes'] })
    onChange()
  }
  return (
    <Page
      title={t`Dispute of ${amount}`}
      actions={
        <>
          <Back brand={brand} />
          {canAnswer && (
            <KeyButton keys="x" name={t`Accept the loss`} size="sm" variant="sec" onPress={() => setAnswer('accept')} />
          )}
        </>
      }
    >
      <Standing dispute={dispute} />
      <div className={styles.columns}>
        <div>
          {dispute.answers.length > 0 && <Answers of={dispute} />}
          {canAnswer && dispute.mostCharacters !== null ? (
            <EvidenceForm dispute={dispute} most={dispute.mostCharacters} isSent={isSent} onSend={setAnswer} />
          ) : (
            <Known of={dispute} />
          )}
        </div>
        <div>
          <Section title={<Trans>Dispute</Trans>}>
            <Facts brand={brand} dispute={dispute} />
          </Section>
          <Section title={<Trans>History</Trans>}>
            <TimeLine brand={brand} order={dispute} />
          </Section>
        </div>
      </div>
      {answer !== null && (
        <AnswerDialog
          brand={brand}
          dispute={dispute}
          evidence={answer === 'accept' ? null : answer}
          onClose={() => setAnswer(null)}
          onDone={done}
          onRefused={onChange}
        />
      )}
    </Page>
  )
}

/** What stands, and what a person does next. */
const Standing = ({ dispute }: { readonly dispute: Opened }) => {
  const link = (text: ReactNode) =>
    dispute.page === null ? null : (
      <a className={parts.link} href={dispute.page} target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  switch (dispute.stage) {
    case 'to_answer':
      return (
        <Note tone="warn">
          <Trans>
            Send evidence while it counts, or accept the loss. What was unused of the purchase is held back until it is
            decided.
          </Trans>
        </Note>
      )
    case 'elsewhere':
      return (
        <Note tone="warn">
          <Trans>
            This provider takes answers in its own console only: what can be said is below, to be copied there. The
            outcome comes back here by itself.
          </Trans>{' '}
          {link(<Trans>Open the provider’s console</Trans>)}
        </Note>
      )
    case 'overdue':
      return (
        <Note tone="bad">
          <Trans>The day on which an answer was due is past, and nothing was sent. The provider decides.</Trans>
        </Note>
      )
    case 'with_provider':
      return (
        <Note>
          <Trans>The provider waits for no answer at the moment. The outcome comes here by itself.</Trans>{' '}
          {link(<Trans>Open the provider’s console</Trans>)}
        </Note>
      )
    case 'sending':
      return (
        <Note>
          <Trans>The provider hasn’t confirmed the answer yet. It is sent again until it does, and counts once.</Trans>
        </Note>
      )
    case 'answered':
      return (
        <Note tone="ok">
          <Trans>The evidence is with the provider. The outcome comes here by itself, often after weeks.</Trans>
        </Note>
      )
    case 'accepted':
      return (
        <Note>
          <Trans>
            The loss is accepted: the provider pays the money back, and the order can’t be refunded any more.
          </Trans>
        </Note>
      )
    case 'decided':
      return <Outcome state={dispute.state} />
  }
}

const Outcome = ({ state }: { readonly state: Opened['state'] }) => {
  if (state === 'won')
    return (
      <Note tone="ok">
        <Trans>Won: the money stays, and the member has again what was held back.</Trans>
      </Note>
    )
  if (state === 'lost')
    return (
      <Note tone="bad">
        <Trans>Lost: the payer has the money back. What they had used is a claim, unless the loss was accepted.</Trans>
      </Note>
    )
  return (
    <Note>
      <Trans>The order was refunded while it was contested.</Trans>
    </Note>
  )
}

/** What our records say, where nothing can be sent from here. */
const Known = ({ of: { facts } }: { readonly of: Opened }) => {
  const { i18n } = useLingui()
  return (
    <Section title={<Trans>Facts from our records</Trans>}>
      {facts.map(({ kind, text }) => (
        <div key={kind}>
          <h3 className={parts.legend}>{i18n._(factNames[kind])}</h3>
          <pre className={styles.text}>{text}</pre>
        </div>
      ))}
    </Section>
  )
}

const Answers = ({ of: { answers } }: { readonly of: Opened }) => {
  const { i18n } = useLingui()
  return (
    <Section title={<Trans>Our side</Trans>}>
      <ol className={styles.answers}>
        {answers.map((one) => (
          <li key={one.at}>
            <span className={parts.two}>
              <b>{i18n._(answerNames[one.kind][one.state])}</b>
              <span>
                {one.by} · <Moment at={one.at} />
              </span>
            </span>
            {one.refusal !== null && <Note tone="bad">{one.refusal}</Note>}
            {one.reason !== null && <span>{one.reason}</span>}
            {one.text !== null && <pre className={styles.text}>{one.text}</pre>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Facts = ({ brand, dispute }: { readonly brand: string; readonly dispute: Opened }) => {
  const { i18n } = useLingui()
  const mayOpen = isAllowed('readMembers', rolesAt(useMe(), brand))
  const money = (minor: number, currency = dispute.currency) => moneyText(minor, currency, i18n.locale)
  return (
    <dl className={parts.facts}>
      <Fact name={<Trans>State</Trans>}>
        <StateBadge of={dispute} />
      </Fact>
      <Fact name={<Trans>Answer until</Trans>}>
        <Due at={dispute.dueAt} isOpen={dispute.state === 'open'} />
      </Fact>
      <Fact name={<Trans>Why</Trans>}>{i18n._(dispute.reason === null ? noReason : reasonNames[dispute.reason])}</Fact>
      {dispute.contestedMinor !== null && (
        <Fact name={<Trans>Contested amount</Trans>}>
          {money(dispute.contestedMinor, dispute.contestedCurrency ?? undefined)}
        </Fact>
      )}
      <Fact name={<Trans>Amount of the order</Trans>}>{money(dispute.amountMinor)}</Fact>
      {dispute.refundedMinor > 0 && <Fact name={<Trans>Refunded</Trans>}>{money(dispute.refundedMinor)}</Fact>}
      <Fact name={<Trans>Used before the dispute</Trans>}>{money(dispute.usedMinor)}</Fact>
      <Fact name={<Trans>Method</Trans>}>{providerName(dispute.provider)}</Fact>
      <Fact name={<Trans>Merchant account</Trans>}>{dispute.connection}</Fact>
      <Fact name={<Trans>Provider’s reference</Trans>}>{dispute.providerRef ?? '—'}</Fact>
      <Fact name={<Trans>Order</Trans>}>
        <Link className={parts.link} to={`/${brand}/orders/${dispute.order}`}>
          {planOf(dispute, i18n.locale)} · {dispute.number}
        </Link>
      </Fact>
      <Fact name={<Trans>Member</Trans>}>
        {!dispute.hasMember && <Trans>Erased; the payment stays for the books</Trans>}
        {dispute.hasMember && mayOpen && (
          <Link className={parts.link} to={`/${brand}/members/${dispute.memberId}`}>
            <Trans>Open the file</Trans>
          </Link>
        )}
        {dispute.hasMember && !mayOpen && dispute.memberId}
      </Fact>
    </dl>
  )
}
