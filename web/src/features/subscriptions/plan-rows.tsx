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
import { usePending } from '#app/api/use-pending.ts'
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
            <Trans>{plan.planName}</Trans>
          </p>
          <p className={styles.small}>
            <Course plan={plan} />
          </p>
          {plan.reminded && (
            <a className={classNames(text.link, styles.invoice)} href="/pay/subscription/reminder" download>
              <Icon of={FileText} size={16} />
              <Trans>Renewal reminder (PDF)</Trans>
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
              <Trans>Pay for the renewal</Trans>
            </p>
            <p className={styles.small}>
              {plan.nextTryAt === null ? (
                <Trans>
                  The method that pays the renewals no longer works: choose a plan and pay with another card or another
                  method. It takes the place of this one.
                </Trans>
              ) : (
                <Trans>
                  We try again on {date(new Date(plan.nextTryAt), 'on')}. If you prefer, choose a plan and pay with the
                  card you like: it takes the place of this one.
                </Trans>
              )}
            </p>
          </div>
          <ButtonLink href="/vip_plan/cred" size="sm" variant="sec">
            <Trans>Pay</Trans>
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
              <Trans>The card expires before the renewal</Trans>
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
              <Trans>Another length?</Trans>
            </p>
            <p className={styles.small}>
              <Trans>
                A longer one begins now, with credit for the days you haven’t used; a shorter one at the renewal.
              </Trans>
            </p>
          </div>
          <ButtonLink href="/vip_plan/cred" size="sm" variant="sec">
            <Trans>Change plan</Trans>
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
              <Trans>Cancellation</Trans>
            </p>
            <p className={styles.small}>
              {plan.state === 'past_due' ? (
                <Trans>Two clicks. It ends straight away and we won’t try to charge you again.</Trans>
              ) : (
                <Trans>Two clicks. It stays active until {paidUntil}.</Trans>
              )}
            </p>
          </div>
          <Button size="sm" variant="dangerOutline" onClick={() => setCancelling(true)}>
            <Trans>Cancel plan</Trans>
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
      It’s valid until {name}. If the bank declines it at renewal, the plan stays active for a few more days and you can
      pay with another card.
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
      <Trans>The renewal of {price} hasn’t been paid yet.</Trans>
    ) : (
      <Trans>
        The renewal of {price} wasn’t paid. The plan stays until {to(plan.graceUntil)}.
      </Trans>
    )
  }
  if (plan.renewsAt !== null) {
    return (
      <>
        {plan.next ? (
          <Trans>
            Paid until {to(plan.paidUntil)}. That day it becomes {plan.next.planName} at {price}
          </Trans>
        ) : (
          <Trans>
            Paid until {to(plan.paidUntil)}. Renews on that day at {price}
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
  return <Trans>Active until {to(plan.paidUntil)}, then there’s nothing more to pay.</Trans>
}

const StateBadge = ({ plan }: { plan: Plan }) => {
  if (plan.state === 'past_due')
    return (
      <Badge tone="warn">
        <Trans>To be paid</Trans>
      </Badge>
    )
  if (plan.state === 'renewing')
    return (
      <Badge tone="ok">
        <Trans>Active</Trans>
      </Badge>
    )
  return <Badge>{plan.resumable ? <Trans>Cancelled</Trans> : <Trans>Doesn’t renew</Trans>}</Badge>
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
  const [busy, run] = usePending()
  const click = async () => {
    const isDone = await run(async () => {
      const isDone = await act().then(
        () => true,
        // The toast below informs the member.
        () => false,
      )
      if (isDone) await refreshPlan()
      return isDone
    })
    toast({ text: isDone ? done : <Trans>That didn’t work. Try again shortly.</Trans> })
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
      name={<Trans>Changed your mind?</Trans>}
      words={
        <Trans>
          You can resume the plan: it’ll renew on {day} at {price}.
        </Trans>
      }
      label={<Trans>Resume the plan</Trans>}
      busyLabel={<Trans>Resuming…</Trans>}
      act={() => api('POST /pay/orders/resumeUser', { body: { clickid } })}
      done={
        <Trans>
          The plan will renew again on {day} at {price}.
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
      name={<Trans>Change of plan: {next.planName}</Trans>}
      words={
        <Trans>
          It begins on {day}. Until the day before, you can undo it and keep the {planName}.
        </Trans>
      }
      label={<Trans>Undo the change</Trans>}
      busyLabel={<Trans>Undoing…</Trans>}
      act={() => api('POST /pay/orders/undoPlanChange', { body: { clickid } })}
      done={
        <Trans>
          You keep the {planName}, and it renews on {day} at {price}.
        </Trans>
      }
    />
  )
}
