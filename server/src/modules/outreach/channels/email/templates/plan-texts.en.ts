import type { EmailTexts } from './texts.ts'

export const planTexts: EmailTexts['plan'] = {
  'renewal-notice': {
    subject: (p, w) => `${w.title}: your plan renews on ${w.date(p.renewsAt)}`,
    heading: () => 'Your plan is about to renew',
    lines: (p, w) => [
      `“${p.plan}” renews on ${w.date(p.renewsAt)}, and on that day we charge ${w.money(p.total, p.currency)} to the card you used.`,
      'To keep it there’s nothing to do. If you no longer want it, cancel in two clicks in your profile before that day: it stays until its end and you pay nothing more.',
    ],
    button: 'See or cancel the plan',
  },
  'renewal-failed': {
    subject: (_, w) => `${w.title}: the renewal didn’t go through`,
    heading: () => 'The renewal hasn’t been paid',
    lines: (p, w) => [
      p.authentication
        ? `To renew “${p.plan}” your bank wants you to confirm: the payment of ${w.money(p.total, p.currency)} has to be made by you.`
        : `The card didn’t accept the payment of ${w.money(p.total, p.currency)} for “${p.plan}”. Nothing was charged.`,
      `The plan stays active until ${w.date(p.graceUntil)}.`,
      p.nextTry === null
        ? 'We won’t try again by ourselves: to keep it, pay on the site by then. Otherwise it ends and you pay nothing.'
        : `We try again on ${w.date(p.nextTry)}. You can also pay on the site with another card, or cancel in your profile.`,
    ],
    button: 'Pay on the site',
  },
  'plan-ended': {
    subject: (_, w) => `${w.title}: your plan has ended`,
    heading: () => 'Your plan has ended',
    lines: (p) => [
      p.reason === 'declined'
        ? `The card refused the renewal of “${p.plan}”. Nothing was charged and we won’t try again.`
        : p.reason === 'unpaid'
          ? `The renewal of “${p.plan}” wasn’t paid. Nothing was charged and we won’t try again.`
          : `“${p.plan}” has come to its end. As we can’t confirm that the notice of its renewal reached you in time, we have charged nothing.`,
      'Your profile, conversations and credits stay yours.',
    ],
    button: 'See the plans',
  },
  'plan-cancelled': {
    subject: (_, w) => `${w.title}: you cancelled your plan`,
    heading: () => 'Plan cancelled',
    lines: (p, w) => [
      `“${p.plan}” stays active until ${w.date(p.endsAt)}, then nothing more to pay.`,
      'Until that day you can change your mind in your profile. Your profile, conversations and credits stay yours afterwards too.',
    ],
    button: 'Open your profile',
  },
  'plan-resumed': {
    subject: (_, w) => `${w.title}: your plan renews again`,
    heading: () => 'The plan goes on',
    lines: (p, w) => [
      `You took the cancellation back: “${p.plan}” renews on ${w.date(p.renewsAt)} at ${w.money(p.total, p.currency)}.`,
      'You can cancel again in two clicks in your profile. If this wasn’t you, do so at once and write to us.',
    ],
    button: 'Open your profile',
  },
  withdrawal: {
    subject: (_, w) => `${w.title}: receipt of your withdrawal`,
    heading: () => 'Withdrawal received',
    lines: (p, w) => [
      `On ${w.date(p.receivedAt)} you withdrew from “${p.plan}”, paid ${w.money(p.paid, p.currency)}. Order: ${p.order}.`,
      `We refund ${w.money(p.refund, p.currency)} to the card used, within 14 days. Your bank may take a few days to show it.`,
      ...(p.credits > 0 ? [`We took back ${p.credits} unused credits.`] : []),
      ...(p.planEnds ? ['The unused time of this order has ended and there will be no more charges for it.'] : []),
      `Questions? Write to ${w.support}. Please keep this email.`,
    ],
    button: '',
  },
}
