import { photoRefusals, reviewRefusals, contactTopics } from '@incontro/contract'
import type { EmailKind, EmailProps, ReceiptProps } from '../../email.ts'

export const link = 'http://battito.localhost:4300/confirmEmail?token=abc_-1&x=%20'
export const receipt: ReceiptProps = {
  order: '0199c0de-0000-7000-8000-000000000001',
  plan: 'Piano <3> & mesi',
  total: '49.80',
  vat: '8.98',
  vatRate: 22,
  currency: 'EUR',
  credits: 0,
  level: 2,
  paidAt: '2026-11-21T23:30:00.000Z',
  periodStart: '2026-11-21T23:30:00.000Z',
  periodEnd: '2027-02-21T23:30:00.000Z',
  renews: true,
  noticeDays: 30,
  withdrawUntil: '2026-12-05T23:30:00.000Z',
  descriptor: 'BATTITO',
  last4: '1111',
}
const about = { plan: 'Piano 3 mesi', total: '49.80', currency: 'EUR', link: 'http://battito.localhost:4300/profile' }
/** What each kind of email is about. */
export const samples: EmailProps = {
  'renewal-notice': {
    ...about,
    subscription: '0199c0de-0000-7000-8000-000000000002',
    renewsAt: '2027-02-21T23:30:00.000Z',
  },
  'renewal-failed': {
    ...about,
    graceUntil: '2027-02-28T23:30:00.000Z',
    nextTry: '2027-02-22T23:30:00.000Z',
    authentication: false,
  },
  'plan-ended': { ...about, reason: 'declined' },
  'order-unpaid': about,
  'payment-disputed': { ...about, outcome: 'open' },
  'plan-cancelled': { ...about, endsAt: '2027-02-21T23:30:00.000Z' },
  'plan-resumed': { ...about, renewsAt: '2027-02-21T23:30:00.000Z' },
  'plan-change': { ...about, before: 'Piano 6 mesi', startsAt: '2027-02-21T23:30:00.000Z' },
  'plan-change-undone': { ...about, renewsAt: '2027-02-21T23:30:00.000Z' },
  withdrawal: {
    order: receipt.order,
    plan: 'Piano 3 mesi',
    paid: '49.80',
    refund: '44.27',
    currency: 'EUR',
    credits: 500,
    receivedAt: '2026-11-30T10:00:00.000Z',
    planEnds: true,
  },
  'confirm-email': { link },
  'registered-again': { link },
  'reset-password': { link },
  welcome: { link },
  'sign-in-link': { link },
  receipt,
  'export-ready': { link },
  'report-upheld': { link },
  'report-dismissed': { link },
  'review-published': { link },
  'review-refused': { link, reason: 'personal_data' },
  'photo-refused': { link, reason: 'no_face' },
  'photo-verified': { link },
  'verification-refused': { link },
  'passkey-added': { link },
  'passkey-removed': { link },
  'google-linked': { link },
  'google-unlinked': { link },
  'confirm-new-email': { link },
  'email-changed': { link, newEmail: 'm•••@example.org' },
  'account-restored': { link },
  deleted: {},
  'new-device': { link, at: '2026-11-21T23:30:00.000Z', browser: null, system: 'Android' },
  'password-guesses': { link, at: '2026-11-21T23:30:00.000Z' },
  'account-disabled': { by: 'support', reason: 'spam', planEndsAt: '2027-02-21T23:30:00.000Z' },
  'deletion-started': { link, erasedOn: '2026-12-21T23:30:00.000Z', planEndsAt: null },
  contact: {
    name: 'Anna',
    email: 'anna@person.example.com',
    topic: 'payments',
    message: 'Buongiorno,\n<b>quando</b> si rinnova?',
    language: 'it',
    memberId: null,
  },
  'new-message': { link, unsubscribeLink: 'http://battito.localhost:4300/unsubscribe?token=xyz' },
}

type Variants = { readonly [K in EmailKind]?: readonly Partial<EmailProps[K]>[] }

/** What else an email says otherwise, by its kind: beside the sample. */
export const variants: Variants = {
  'renewal-failed': [{ nextTry: null }, { authentication: true }],
  'plan-ended': [{ reason: 'unpaid' }, { reason: 'no_notice' }],
  'payment-disputed': [{ outcome: 'won' }, { outcome: 'lost' }],
  withdrawal: [{ credits: 0 }, { credits: 1, planEnds: false }],
  receipt: [{ credits: 1500, periodStart: null, periodEnd: null, renews: false, last4: null, level: 1 }, { level: 0 }],
  'review-refused': reviewRefusals.map((reason) => ({ reason })),
  'photo-refused': photoRefusals.map((reason) => ({ reason })),
  'new-device': [{ browser: 'Firefox', system: null }, { browser: 'Firefox' }],
  'account-disabled': [{ reason: null }, { by: 'member', reason: null, planEndsAt: null }],
  'deletion-started': [{ planEndsAt: '2027-02-21T23:30:00.000Z' }],
  contact: [
    { memberId: '0199c0de-0000-7000-8000-000000000003', language: 'fr' },
    ...contactTopics.map((topic) => ({ topic })),
  ],
}
