import { orderNumberOf } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { EmailProps, PlanKind } from '../email.ts'
import type { EmailWords, Writing } from './email-words.ts'

/** The emails about a plan: sentences made from what happened, and a button where there is something to do. */
export const planTexts: { readonly [K in PlanKind]: (i18n: I18n, p: EmailProps[K], w: Writing) => EmailWords } = {
  'renewal-notice': (i18n, p, w) => ({
    subject: i18n._('{title}: your plan renews on {date}', { title: w.title, date: w.date(p.renewsAt, 'on') }),
    heading: i18n._('Your plan is about to renew'),
    lines: [
      i18n._('“{plan}” renews on {date}, and on that day we charge {total} to the method that pays for renewals.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      ...(p.cardExpires ? [cardLine(i18n, w.month(p.cardExpires))] : []),
      i18n._(
        'To keep it there’s nothing to do. If you no longer want it, cancel in two clicks under Plan and purchases before that day: it stays until its end and you pay nothing more.',
      ),
    ],
    button: i18n._('See or cancel the plan'),
  }),
  'card-expiring': (i18n, p, w) => ({
    subject: i18n._('{title}: your card expires before the renewal', { title: w.title }),
    heading: i18n._('The card that pays the renewals is about to expire'),
    lines: [
      i18n._('“{plan}” renews on {date} for {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      cardLine(i18n, w.month(p.cardExpires)),
    ],
    button: i18n._('See your plan'),
  }),
  'renewal-failed': (i18n, p, w) => ({
    subject: i18n._('{title}: the renewal didn’t go through', { title: w.title }),
    heading: i18n._('The renewal hasn’t been paid'),
    lines: [
      p.authentication
        ? i18n._(
            'To renew “{plan}” your bank wants you to confirm: you need to make the payment of {total} yourself.',
            {
              plan: w.plan(p.plan),
              total: w.money(p.total, p.currency),
            },
          )
        : p.otherMethod === true
          ? i18n._(
              'The method that pays the renewals of “{plan}” was refused: to pay {total} we need another card or another method. Nothing was charged.',
              { total: w.money(p.total, p.currency), plan: w.plan(p.plan) },
            )
          : i18n._('The payment of {total} for “{plan}” wasn’t accepted. Nothing was charged.', {
              total: w.money(p.total, p.currency),
              plan: w.plan(p.plan),
            }),
      i18n._('The plan stays active until {date}.', { date: w.date(p.graceUntil, 'to') }),
      p.nextTry === null
        ? i18n._(
            'We won’t try again by ourselves: to keep it, pay on the site by then. Otherwise it ends and you pay nothing.',
          )
        : i18n._(
            'We try again on {date}. You can also pay on the site with another method, or cancel under Plan and purchases.',
            {
              date: w.date(p.nextTry, 'on'),
            },
          ),
    ],
    button: i18n._('Pay on the site'),
  }),
  'plan-ended': (i18n, p, w) => ({
    subject: i18n._('{title}: your plan has ended', { title: w.title }),
    heading: i18n._('Your plan has ended'),
    lines: [
      p.reason === 'declined'
        ? i18n._('The payment for the renewal of “{plan}” was refused. Nothing was charged and we won’t try again.', {
            plan: w.plan(p.plan),
          })
        : p.reason === 'unpaid'
          ? i18n._('The renewal of “{plan}” wasn’t paid. Nothing was charged and we won’t try again.', {
              plan: w.plan(p.plan),
            })
          : i18n._(
              '“{plan}” has ended. As we can’t confirm that the renewal reminder reached you in time, we haven’t charged anything.',
              { plan: w.plan(p.plan) },
            ),
      i18n._('Your profile, conversations and remaining messages stay yours.'),
    ],
    button: i18n._('See the plans'),
  }),
  'order-unpaid': (i18n, p, w) => ({
    subject: i18n._('{title}: your order wasn’t paid', { title: w.title }),
    heading: i18n._('The payment didn’t go through'),
    lines: [
      i18n._('The bank didn’t approve the payment of {total} for “{plan}” that was pending.', {
        total: w.money(p.total, p.currency),
        plan: w.plan(p.plan),
      }),
      i18n._('Nothing was charged and we won’t try again. If you like, order again with another method.'),
    ],
    button: i18n._('See the plans'),
  }),
  'order-paid-twice': (i18n, p, w) => ({
    subject: i18n._('{title}: a payment that wasn’t needed', { title: w.title }),
    heading:
      p.accountClosed === true
        ? i18n._('We’ve received a payment for a closed account')
        : i18n._('We’ve received an extra payment'),
    lines: paidTwiceLines(i18n, p, w),
    button: p.accountClosed === true ? i18n._('Write to support') : i18n._('See your orders'),
  }),
  'payment-disputed': (i18n, p, w) => ({
    subject:
      p.outcome === 'open'
        ? i18n._('{title}: one of your payments is disputed', { title: w.title })
        : i18n._('{title}: the dispute has been decided', { title: w.title }),
    heading: p.outcome === 'open' ? i18n._('A payment is disputed') : i18n._('The payment dispute has been decided'),
    lines: disputeLines(i18n, p, w),
    button: i18n._('Write to support'),
  }),
  'plan-cancelled': (i18n, p, w) => ({
    subject: i18n._('{title}: you cancelled your plan', { title: w.title }),
    heading: i18n._('Plan cancelled'),
    lines: [
      i18n._('“{plan}” stays active until {date}, then there’s nothing more to pay.', {
        plan: w.plan(p.plan),
        date: w.date(p.endsAt, 'to'),
      }),
      i18n._(
        'Until that day you can change your mind under Plan and purchases. Your profile, conversations and remaining messages stay yours afterwards too.',
      ),
    ],
    button: i18n._('Open your profile'),
  }),
  'plan-resumed': (i18n, p, w) => ({
    subject: i18n._('{title}: your plan renews again', { title: w.title }),
    heading: i18n._('Your plan continues'),
    lines: [
      i18n._('You’ve undone the cancellation: “{plan}” renews on {date} at {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      i18n._(
        'You can cancel again in two clicks under Plan and purchases. If this wasn’t you, do so at once and write to us.',
      ),
    ],
    button: i18n._('Open your profile'),
  }),
  'plan-change': (i18n, p, w) => ({
    subject: i18n._('{title}: your plan changes on {date}', { title: w.title, date: w.date(p.startsAt, 'on') }),
    heading: i18n._('Your plan will change'),
    lines: [
      i18n._(
        'On {date} “{before}” ends and “{plan}” begins: that day we charge {total} to the method that pays for renewals. Until then nothing changes.',
        {
          date: w.date(p.startsAt, 'On'),
          before: w.plan(p.before),
          plan: w.plan(p.plan),
          total: w.money(p.total, p.currency),
        },
      ),
      i18n._(
        'Before that day you can undo the change or cancel, in two clicks under Plan and purchases. If you didn’t ask for it, do so now and write to us.',
      ),
    ],
    button: i18n._('Open your profile'),
  }),
  'plan-change-undone': (i18n, p, w) => ({
    subject: i18n._('{title}: your plan stays as it is', { title: w.title }),
    heading: i18n._('Your plan stays as it is'),
    lines: [
      i18n._('You’ve undone the change: “{plan}” renews on {date} at {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      i18n._(
        'You can cancel in two clicks under Plan and purchases. If you didn’t ask for it, do so now and write to us.',
      ),
    ],
    button: i18n._('Open your profile'),
  }),
  withdrawal: (i18n, p, w) => ({
    subject: i18n._('{title}: receipt of your withdrawal', { title: w.title }),
    heading: i18n._('Withdrawal received'),
    lines: [
      i18n._('On {date} you withdrew from “{plan}”, paid {paid}. Order: {order}.', {
        date: w.date(p.receivedAt, 'On'),
        plan: p.plan,
        paid: w.money(p.paid, p.currency),
        order: orderNumberOf(p.order),
      }),
      i18n._(
        'We refund {refund} to the method you paid with, within 14 days. Your bank may take a few days to show it.',
        { refund: w.money(p.refund, p.currency) },
      ),
      ...(p.messages
        ? [
            i18n._('{messages, plural, one {We took back # unused message.} other {We took back # unused messages.}}', {
              messages: p.messages,
            }),
          ]
        : []),
      ...(p.planEnds
        ? [i18n._('The unused time on this order has ended and there’ll be no more charges for it.')]
        : []),
      ...(p.restoredUntil === undefined
        ? []
        : [
            i18n._('You get back the unused time on your previous plan: it lasts until {date} and doesn’t renew.', {
              date: w.date(p.restoredUntil, 'to'),
            }),
          ]),
      i18n._('Questions? Write to {support}. Please keep this email.', { support: w.support }),
    ],
  }),
}

function paidTwiceLines(i18n: I18n, p: EmailProps['order-paid-twice'], w: Writing): readonly string[] {
  const payment = { total: w.money(p.total, p.currency), plan: w.plan(p.plan) }
  if (p.accountClosed === true)
    return [
      i18n._(
        'We’ve received {total} for an order of “{plan}” when your account was already closed. It has added nothing to your profile.',
        payment,
      ),
      p.keepUntil === null
        ? i18n._('We refund all of it to the same payment method. You don’t have to do anything.')
        : i18n._(
            'We’ll refund it in full to the same payment method on {moment}. You don’t have to do anything. If your account is open again before then, you can still keep the purchase under Plan and purchases.',
            { moment: w.moment(p.keepUntil, 'on') },
          ),
    ]
  return [
    i18n._(
      'We’ve received {total} for an order of “{plan}” that was already closed or replaced by another one. So far it has added nothing to your profile.',
      payment,
    ),
    p.keepUntil === null
      ? i18n._('We refund all of it to the same payment method. You don’t have to do anything.')
      : i18n._(
          'Unless you tell us otherwise, we’ll refund it in full to the same payment method on {moment}. If you’d rather keep this purchase too, choose that under Plan and purchases before then.',
          { moment: w.moment(p.keepUntil, 'on') },
        ),
  ]
}

function disputeLines(i18n: I18n, p: EmailProps['payment-disputed'], w: Writing): readonly string[] {
  const payment = { total: w.money(p.total, p.currency), plan: w.plan(p.plan) }
  switch (p.outcome) {
    case 'open':
      return [
        i18n._('Your bank disputes the payment of {total} for “{plan}”.', payment),
        i18n._('Until it’s decided, what you haven’t used of that purchase is on hold and the plan doesn’t renew.'),
        i18n._('If it’s a mistake, ask the bank to withdraw the dispute. If you didn’t open it, write to us.'),
      ]
    case 'won':
      return [
        i18n._('The dispute over the payment of {total} for “{plan}” is closed: the payment stands.', payment),
        i18n._('What was on hold is yours again. The plan doesn’t renew automatically.'),
      ]
    case 'lost':
      return [
        i18n._('The bank has upheld the dispute over the payment of {total} for “{plan}”.', payment),
        i18n._('What was on hold doesn’t come back. Your profile, conversations and other messages stay yours.'),
      ]
  }
}

const cardLine = (i18n: I18n, month: string): string =>
  i18n._(
    'The card that pays for it is valid until {month}: at the renewal the bank may refuse it. In that case the plan stays active for a few more days, in which you can pay with another card.',
    { month },
  )
