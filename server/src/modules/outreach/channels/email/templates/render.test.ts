import { locales } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { brandsFolder } from '#test/support/brands-folder.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { emailKinds, journeyKinds, noticeKinds, type EmailKind, type ReceiptProps } from '../email.ts'
import { emailBrand } from '../email-brand.ts'
import { renderEmail } from './render.tsx'
import { link, receipt, samples } from './testing/samples.ts'

const all = loadBrands(brandsFolder).list.map((one) => emailBrand(one))
const brand = all.find(({ title }) => title === 'Battito') ?? expect.fail('no Battito')
const write = (kind: EmailKind, locale: (typeof locales)[number], by = brand) =>
  renderEmail({ kind, props: samples[kind] } as Parameters<typeof renderEmail>[0], by, locale)
const receiptText = async (change: Partial<ReceiptProps>, locale: (typeof locales)[number] = 'en') =>
  (await renderEmail({ kind: 'receipt', props: { ...receipt, ...change } }, brand, locale)).text

describe.each(emailKinds)('the email %s', (kind) => {
  it('has all its content in each language, in HTML and plain text, translated', async () => {
    const mails = await Promise.all(locales.map((locale) => write(kind, locale)))
    for (const { subject, html, text } of mails) {
      expect(subject.trim()).not.toBe('')
      expect(`${subject} ${text}`).not.toMatch(/undefined|\bnull\b|NaN|\[object|\{\{|=>/)
      expect(html).not.toMatch(/undefined|NaN|\[object|<script/)
      expect(text).toContain(brand.company)
      expect(text).toContain(brand.vatNumber)
      expect(text).toContain(brand.supportEmail)
    }
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length)
    expect(new Set(mails.map(({ text }) => text)).size).toBe(locales.length)
    expect(mails[0]?.html).toContain('lang="it"')
  })

  it('uses the brand’s colours and its icon, which is the same for every reader', async () => {
    for (const one of all) {
      const { html } = await write(kind, 'en', one)
      const pictures = [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag.replaceAll('&amp;', '&'))
      expect(pictures).toEqual([expect.stringContaining(`alt="" height="32" src="${one.icon}"`)])
      expect(html).toContain(one.colours['primary-text'])
      // For those who read in the dark: every class of the page has its colour there.
      expect(html).toContain('content="light dark"')
      const [, sheet = ''] = /<style>(@media \(prefers-color-scheme:dark\).*?)<\/style>/.exec(html) ?? []
      expect(sheet).toContain(`.b-surface{background-color:${one.dark.surface}!important}`)
      const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
      for (const name of classes.filter((one) => /^[cbl]-/.test(one))) expect(sheet).toContain(`.${name}{`)
    }
  })
})

it('has the whole link as a button and as text, in both parts', async () => {
  const { html, text } = await write('confirm-email', 'en')
  expect(html.split(link.replace('&', '&amp;')).length - 1).toBeGreaterThanOrEqual(3)
  expect(text).toContain(link)
})

it('has an unsubscribe link only if it is a notification or promotion', async () => {
  const offers = await Promise.all(
    emailKinds.map(async (kind) => (await write(kind, 'en')).text.includes('unsubscribe?token=xyz')),
  )
  const stoppable: readonly string[] = ['new-message', 'newsletter', ...noticeKinds, ...journeyKinds]
  expect(offers).toEqual(emailKinds.map((kind) => stoppable.includes(kind)))
})

describe('a receipt', () => {
  it('escapes names, and formats money and dates for language and country', async () => {
    const { html, text, subject } = await write('receipt', 'it')
    expect(html).toContain('Piano &lt;3&gt; &amp; mesi')
    expect(subject).toBe('Ricevuta Battito: Piano <3> & mesi')
    // A name and its value share a line.
    expect(text).toMatch(/^Totale pagato: 49,80\s€$/m)
    // 23:30 UTC is the next day in Rome.
    expect(text).toContain('22 novembre 2026')
    expect(await receiptText({})).toMatch(/€49\.80[\s\S]*22 November 2026/)
  })

  it('states renewal date and price, how to cancel and the withdrawal deadline', async () => {
    const text = await receiptText({})
    expect(text).toContain(
      'Renews automatically on 22 February 2027 at €49.80, until you cancel. We’ll email you 30 days before',
    )
    expect(text).toContain('Cancel in two clicks')
    expect(text).toContain('withdraw until 6 December 2026')
    expect(text).not.toContain('shorter than the notice')
  })

  it('announces a term shorter than the notice period', async () => {
    expect(await receiptText({ periodEnd: '2026-12-20T23:30:00.000Z' })).toContain('shorter than the notice of 30 days')
  })

  it('states that a term without renewal ends, and that a pack is paid once', async () => {
    expect(await receiptText({ renews: false })).toContain('Doesn’t renew: it ends on 22 February 2027')
    const pack = await receiptText({
      renews: false,
      periodStart: null,
      periodEnd: null,
      level: 1,
      credits: 1500,
      messages: 150,
    })
    expect(pack).toContain('Paid once, no renewal')
    expect(pack).toContain('150')
    expect(pack).not.toContain('Renews')
  })

  it('says nothing of renewals or withdrawal for an age check', async () => {
    expect(
      await receiptText({ level: 0, total: '0.00', vat: '0.00', renews: false, periodStart: null, periodEnd: null }),
    ).not.toMatch(/renew|withdraw/i)
  })
})

it.each([
  ['IT', '1 March 2027', '15 March 2027'],
  ['GB', '28 February 2027', '15 March 2027'],
])('a receipt is dated by the calendar of the member’s country: %s', async (country, periodEnd, withdrawUntil) => {
  const battito = loadBrands(brandsFolder).byKey('battito') ?? expect.fail('no Battito')
  const props = {
    ...receipt,
    paidAt: '2027-02-28T23:30:00.000Z',
    periodEnd: '2027-02-28T23:30:00.000Z',
    withdrawUntil: country === 'IT' ? '2027-03-15T22:59:59.999Z' : '2027-03-15T23:59:59.999Z',
  }
  const { text } = await renderEmail({ kind: 'receipt', props }, emailBrand(battito, country), 'en')
  expect(text).toContain(periodEnd)
  expect(text).toContain(withdrawUntil)
})
