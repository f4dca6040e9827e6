import { Trans } from '@lingui/react/macro'
import {
  ArrowLeftRight,
  Calendar,
  CalendarX2,
  CircleX,
  CreditCard,
  FileText,
  type LucideIcon,
  RotateCcw,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useMoney } from '#app/i18n/money.ts'
import { Every } from '#features/credits/index.ts'
import { useDate, useMonth } from '#app/i18n/date.ts'
import { useRefreshPlan, type Plan } from './orders-query.ts'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import styles from './subscription.module.css'

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx'))

/** The current plan and its actions. */
export const PlanRows = ({ plan }: { plan: Plan }) => {
  useIdlePreload(CancelDialog)
  const [cancelling, setCancelling] = useState(false)
  const date = useDate()
  const paidUntil = date(new Date(plan.paidUntil), 'to')
  return (
    <>
      <li className={styles.row}>
        <span className={styles.icon}>
          <Icon of={Calendar} />
        </span>
        <div className={styles.words}>
          <p className={styles.name}>
            <Trans>Piano {plan.planName}</Trans>
          </p>
          <p className={styles.small}>
            <Course plan={plan} />
          </p>
          {plan.reminded && (
            <a className={classNames(text.link, styles.invoice)} href="/pay/subscription/reminder" download>
              <Icon of={FileText} size={16} />
              <Trans>Avviso di rinnovo (PDF)</Trans>
            </a>
          )}
        </div>
        <StateBadge plan={plan} />
      </li>
      {plan.state === 'past_due' && (
        <li className={styles.row}>
          <span className={styles.icon}>
            <Icon of={CreditCard} />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>
              <Trans>Paga il rinnovo</Trans>
            </p>
            <p className={styles.small}>
              {plan.nextTryAt === null ? (
                <Trans>
                  Il metodo che paga i rinnovi non basta più: scegli un piano e paga con un’altra carta o un altro
                  metodo. Prende il posto di questo.
                </Trans>
              ) : (
                <Trans>
                  Riproviamo {date(new Date(plan.nextTryAt), 'on')}. Se preferisci, scegli un piano e paga con la carta
                  che vuoi: prende il posto di questo.
                </Trans>
              )}
            </p>
          </div>
          <ButtonLink href="/vip_plan/cred" size="sm" variant="sec">
            <Trans>Paga</Trans>
          </ButtonLink>
        </li>
      )}
      {plan.cardExpires !== null && (
        <li className={styles.row}>
          <span className={styles.icon}>
            <Icon of={CalendarX2} />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>
              <Trans>La carta scade prima del rinnovo</Trans>
            </p>
            <p className={styles.small}>
              <CardExpires month={plan.cardExpires} />
            </p>
          </div>
        </li>
      )}
      {plan.state === 'renewing' && !plan.next && (
        <li className={styles.row}>
          <span className={styles.icon}>
            <Icon of={ArrowLeftRight} />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>
              <Trans>Un’altra durata?</Trans>
            </p>
            <p className={styles.small}>
              <Trans>
                Una più lunga comincia subito, con il credito dei giorni non usati; una più corta dal rinnovo.
              </Trans>
            </p>
          </div>
          <ButtonLink href="/vip_plan/cred" size="sm" variant="sec">
            <Trans>Cambia piano</Trans>
          </ButtonLink>
        </li>
      )}
      {plan.next && <ChangeRow plan={plan} next={plan.next} />}
      {plan.resumable && <ResumeRow plan={plan} />}
      {plan.cancellable && (
        <li className={styles.row}>
          <span className={styles.icon}>
            <Icon of={CircleX} />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>
              <Trans>Disdetta</Trans>
            </p>
            <p className={styles.small}>
              {plan.state === 'past_due' ? (
                <Trans>Due clic. Finisce subito e non riproviamo ad addebitare.</Trans>
              ) : (
                <Trans>Due clic. Resta attivo fino {paidUntil}.</Trans>
              )}
            </p>
          </div>
          <Button size="sm" variant="dangerOutline" onClick={() => setCancelling(true)}>
            <Trans>Disdici il piano</Trans>
          </Button>
        </li>
      )}
      <Suspense fallback={null}>
        {cancelling && <CancelDialog plan={plan} onClose={() => setCancelling(false)} />}
      </Suspense>
    </>
  )
}

const CardExpires = ({ month }: { month: string }) => {
  const name = useMonth()(month)
  return (
    <Trans>
      Vale fino a {name}. Se al rinnovo la banca la rifiuta, il piano resta attivo ancora qualche giorno e puoi pagare
      con un’altra carta.
    </Trans>
  )
}

/** When the plan renews or ends, and for how much. */
const Course = ({ plan }: { plan: Plan }) => {
  const date = useDate()
  const money = useMoney()
  const to = (iso: string) => date(new Date(iso), 'to')
  const { price: due, currency, period } = plan.next ?? plan
  const price = money(due, currency)
  if (plan.state === 'past_due') {
    return plan.graceUntil === null ? (
      <Trans>Il rinnovo di {price} non è ancora pagato.</Trans>
    ) : (
      <Trans>
        Il rinnovo di {price} non è stato pagato. Il piano resta fino {to(plan.graceUntil)}.
      </Trans>
    )
  }
  if (plan.renewsAt !== null) {
    return (
      <>
        {plan.next ? (
          <Trans>
            Pagato fino {to(plan.paidUntil)}. Quel giorno diventa {plan.next.planName} a {price}
          </Trans>
        ) : (
          <Trans>
            Pagato fino {to(plan.paidUntil)}. Si rinnova quel giorno a {price}
          </Trans>
        )}
        {period && (
          <>
            , <Every period={period} />
          </>
        )}
        .
      </>
    )
  }
  return <Trans>Attivo fino {to(plan.paidUntil)}, poi non paghi più nulla.</Trans>
}

const StateBadge = ({ plan }: { plan: Plan }) => {
  if (plan.state === 'past_due')
    return (
      <Badge tone="warn">
        <Trans>Da pagare</Trans>
      </Badge>
    )
  if (plan.state === 'renewing')
    return (
      <Badge tone="ok">
        <Trans>Attivo</Trans>
      </Badge>
    )
  return <Badge>{plan.resumable ? <Trans>Disdetto</Trans> : <Trans>Non si rinnova</Trans>}</Badge>
}

/** A row with one action on the plan, and what came of it as a toast. */
const ActionRow = ({
  icon,
  name,
  words,
  label,
  busyLabel,
  act,
  done,
}: {
  icon: LucideIcon
  name: ReactNode
  words: ReactNode
  label: ReactNode
  busyLabel: ReactNode
  act: () => Promise<unknown>
  done: ReactNode
}) => {
  const refreshPlan = useRefreshPlan()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const click = async () => {
    setBusy(true)
    const isDone = await act().then(
      () => true,
      // The toast below informs the member.
      () => false,
    )
    if (isDone) await refreshPlan()
    setBusy(false)
    toast({ text: isDone ? done : <Trans>Non ha funzionato. Riprova tra poco.</Trans> })
  }
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.small}>{words}</p>
      </div>
      <Button size="sm" variant="sec" busy={busy && busyLabel} onClick={() => void click()}>
        {label}
      </Button>
    </li>
  )
}

const ResumeRow = ({ plan }: { plan: Plan }) => {
  const {
    session: { clickid },
  } = useSession()
  const date = useDate()
  const money = useMoney()
  const day = date(new Date(plan.paidUntil), 'on')
  const price = money(plan.price, plan.currency)
  return (
    <ActionRow
      icon={RotateCcw}
      name={<Trans>Hai cambiato idea?</Trans>}
      words={
        <Trans>
          Puoi riprendere il piano: si rinnova {day} a {price}.
        </Trans>
      }
      label={<Trans>Riprendi il piano</Trans>}
      busyLabel={<Trans>Riprendo…</Trans>}
      act={() => api('POST /pay/orders/resumeUser', { body: { clickid } })}
      done={
        <Trans>
          Il piano si rinnova di nuovo, {day} a {price}.
        </Trans>
      }
    />
  )
}

/** The change of plan that is due at the next renewal. */
const ChangeRow = ({ plan, next }: { plan: Plan; next: NonNullable<Plan['next']> }) => {
  const {
    session: { clickid },
  } = useSession()
  const date = useDate()
  const money = useMoney()
  const { planName } = plan
  const day = date(new Date(plan.paidUntil), 'on')
  const price = money(plan.price, plan.currency)
  return (
    <ActionRow
      icon={ArrowLeftRight}
      name={<Trans>Cambio di piano: {next.planName}</Trans>}
      words={
        <Trans>
          Comincia {day}. Fino al giorno prima puoi annullarlo e tenere il piano {planName}.
        </Trans>
      }
      label={<Trans>Annulla il cambio</Trans>}
      busyLabel={<Trans>Annullo…</Trans>}
      act={() => api('POST /pay/orders/undoPlanChange', { body: { clickid } })}
      done={
        <Trans>
          Il piano resta {planName} e si rinnova {day} a {price}.
        </Trans>
      }
    />
  )
}
