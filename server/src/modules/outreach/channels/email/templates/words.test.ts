import { describe, expect, it } from 'vitest'
import { i18nFor } from '#platform/text/i18n.ts'
import type { EmailProps, ReceiptProps } from '../email.ts'
import { accountTexts } from './account-texts.ts'
import type { EmailWords } from './email-words.ts'
import { writingOf } from './email-words.ts'
import { planTexts } from './plan-texts.ts'
import { receiptFacts } from './receipt-facts.ts'

/* Which sentences an email has in each case, with every date and amount in its place. */

const i18n = i18nFor('en')
const where = { title: 'Battito', supportEmail: 'help@battito.example', timeZone: 'Europe/Rome' }
const writing = writingOf(where, 'en')
const about = { plan: 'Plan', total: '49.80', currency: 'EUR', link: 'https://battito.example/purchases' }
const textOf = ({ subject, heading, lines, after = '' }: EmailWords) => [subject, heading, ...lines, after].join('\n')
/** 23:30 UTC is the next day in Rome. */
const on = (day: string) => `2027-${day}T23:30:00.000Z`

function expectWords(text: string, has: readonly string[], hasNot: readonly string[] = []): void {
  for (const words of has) expect(text).toContain(words)
  for (const words of hasNot) expect(text).not.toContain(words)
}

describe('an unpaid renewal', () => {
  const failed = (changes: Partial<EmailProps['renewal-failed']>) =>
    textOf(
      planTexts['renewal-failed'](
        i18n,
        { ...about, graceUntil: on('02-27'), nextTry: on('02-21'), authentication: false, ...changes },
        writing,
      ),
    )
  it('has a date for the next attempt, and one until which the plan stays', () => {
    expectWords(failed({}), ['28 February 2027', '22 February 2027', '€49.80', 'Plan'])
  })
  it('has no next attempt if only the member can pay', () => {
    const [again, never] = [failed({}), failed({ nextTry: null })]
    expectWords(never, ['28 February 2027'], ['22 February 2027'])
    expect(never.split('\n').at(-2)).not.toBe(again.split('\n').at(-2))
  })
  it('states whether the bank requires the member or the card was declined', () => {
    const [bank, card] = [failed({ authentication: true }), failed({})]
    expect(bank.split('\n')[2]).toMatch(/bank/i)
    expect(card.split('\n')[2]).not.toMatch(/bank/i)
  })
  it('asks for another card where this one will not pay', () => {
    const [other, again] = [failed({ otherMethod: true, nextTry: null }), failed({})]
    expectWords(other.split('\n')[2] ?? '', ['another card', '€49.80', 'Plan'])
    expect(again).not.toContain('another card')
  })
})

it('a plan that ended states one of three reasons', () => {
  const lines = (['declined', 'unpaid', 'no_notice'] as const).map(
    (reason) => planTexts['plan-ended'](i18n, { ...about, reason }, writing).lines[0] ?? '',
  )
  expect(new Set(lines).size).toBe(3)
  expect(lines[0]).toMatch(/was refused/)
  expect(lines[1]).not.toMatch(/card|notice/i)
  expect(lines[2]).toMatch(/notice|reminder/i)
})

const order = '01976f5e-7d2a-7c3b-8f00-12ffffffffff'

it('a withdrawal states what was paid, refunded, revoked and ended', () => {
  const withdrawal = (changes: Partial<EmailProps['withdrawal']>) =>
    planTexts.withdrawal(
      i18n,
      {
        order,
        plan: 'Plan',
        paid: '49.80',
        refund: '44.27',
        currency: 'EUR',
        credits: 500,
        messages: 50,
        receivedAt: on('02-21'),
        planEnds: true,
        ...changes,
      },
      writing,
    ).lines
  const whole = withdrawal({})
  expect(whole).toHaveLength(5)
  expectWords(whole[0] ?? '', ['22 February 2027', '€49.80', 'ZZZZ-ZZZZ'], ['44.27'])
  expectWords(whole[1] ?? '', ['€44.27'], ['49.80'])
  expectWords(whole[2] ?? '', ['50 unused messages'], ['500'])
  expect(whole[4]).toContain('help@battito.example')
  expect(withdrawal({ messages: 0 })).toEqual([whole[0], whole[1], whole[3], whole[4]])
  expect(withdrawal({ planEnds: false })).toEqual([whole[0], whole[1], whole[2], whole[4]])
  expect(withdrawal({ messages: 1 })[2]).toMatch(/\b1\b.*message\b/)
})

describe('a deactivated account', () => {
  const disabled = (changes: Partial<EmailProps['account-disabled']>) =>
    accountTexts['account-disabled'](i18n, { by: 'support', reason: null, planEndsAt: null, ...changes }, writing).lines
  it('states by whom and why, and until when the paid time runs', () => {
    const bySupport = disabled({})
    expect(bySupport).toHaveLength(2)
    expectWords(disabled({ reason: 'spam' }).join('\n'), ['spam'])
    expect(bySupport.join('\n')).not.toMatch(/reason|null/i)
    const byMember = disabled({ by: 'member', reason: 'spam' })
    expect(byMember.join('\n')).not.toContain('spam')
    expect(byMember[0]).not.toBe(bySupport[0])
    expect(byMember[1]).not.toBe(bySupport[1])
    const paid = disabled({ by: 'member', planEndsAt: on('02-21') })
    expect(paid).toEqual([byMember[0], expect.stringContaining('22 February 2027'), byMember[1]])
  })
})

it('a deletion states its date, and the paid time if there is any', () => {
  const started = (planEndsAt: string | null) =>
    accountTexts['deletion-started'](i18n, { erasedOn: on('03-01'), planEndsAt, link: about.link }, writing)
  expect(started(null).subject).toContain('2 March 2027')
  expect(started(null).lines).toHaveLength(2)
  const [first, second, third] = started(on('02-21')).lines
  expectWords(first ?? '', ['2 March 2027'], ['22 February'])
  expectWords(second ?? '', ['22 February 2027'], ['2 March'])
  expect(third).toBe(started(null).lines[1])
})

it('a sign-in states its time in the brand’s time zone, and the browser as far as known', () => {
  const device = (browser: string | null, system: string | null) =>
    accountTexts['new-device'](i18n, { at: on('02-21'), browser, system, link: about.link }, writing).lines[0] ?? ''
  expectWords(device('Firefox', 'Android'), ['22 February 2027', '00:30', 'Firefox (Android)'])
  expectWords(device('Firefox', null), ['Firefox'], ['('])
  expectWords(device(null, 'Android'), ['(Android)'], ['Firefox'])
})

describe('a receipt', () => {
  const receipt: ReceiptProps = {
    order,
    plan: 'Plan',
    total: '49.80',
    vat: '8.98',
    vatRate: 22,
    currency: 'EUR',
    credits: 0,
    messages: 0,
    level: 2,
    paidAt: on('01-09'),
    periodStart: on('01-09'),
    periodEnd: on('02-08'),
    renews: true,
    noticeDays: 30,
    withdrawUntil: on('01-23'),
    descriptor: 'BATTITO',
    last4: '1111',
  }
  const factsOf = (changes: Partial<ReceiptProps>) =>
    receiptFacts({ ...receipt, ...changes }, { brand: { ...where } as never, locale: 'en', i18n, settingsLink: null })
  const valuesOf = (changes: Partial<ReceiptProps>) => factsOf(changes).rows.map(([, value]) => value)

  it('has a row for each known fact', () => {
    const paid = '10 January 2027'
    const until = '9 February 2027'
    expect(valuesOf({})).toEqual(['Plan', '€49.80', '€8.98', paid, until, '•••• 1111', 'BATTITO', 'ZZZZ-ZZZZ'])
    expect(valuesOf({ credits: 1500, messages: 150, periodEnd: null, last4: null })).toEqual([
      'Plan',
      '150',
      '€49.80',
      '€8.98',
      paid,
      'BATTITO',
      'ZZZZ-ZZZZ',
    ])
    expect(factsOf({}).rows[2]?.[0]).toContain('22%')
    expect(factsOf({ vatRate: 5.5 }).rows[2]?.[0]).toContain('5.5%')
  })

  it('announces the renewal itself if the term is shorter than the notice period', () => {
    const length = (changes: Partial<ReceiptProps>) => factsOf(changes).notes.length
    // Thirty days, with a notice period of thirty.
    expect(length({})).toBe(3)
    expect(length({ periodEnd: '2027-02-08T23:29:59.999Z' })).toBe(4)
    expect(length({ periodStart: null })).toBe(3)
    expect(length({ renews: false })).toBe(2)
    expect(length({ level: 0 })).toBe(0)
  })
})
