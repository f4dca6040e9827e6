import type { Locale } from '@incontro/contract'
import { Button } from 'react-email'
import type { EmailProps, PlanKind } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { Frame, Line } from './frame.tsx'
import { regions } from './receipt-facts.ts'
import type { EmailTexts, PlanTexts, Writing } from './texts.ts'

/** An email about a plan and its words: kind and facts belong together. */
type About = { readonly [K in PlanKind]: { readonly kind: K; readonly props: EmailProps[K] } }[PlanKind]

interface PlanEmailProps {
  readonly about: About
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
}

/** What happened to a plan or to an order, in sentences, and where to act on it. */
export const PlanEmail = ({ about, brand, locale, texts }: PlanEmailProps) => {
  const { heading, lines, button } = planWords(about, brand, locale, texts)
  const link = 'link' in about.props ? about.props.link : null
  const { colours: c } = brand
  return (
    <Frame brand={brand} locale={locale} texts={texts} preview={lines[0] ?? ''} heading={heading}>
      {lines.map((line) => (
        <Line key={line} brand={brand}>
          {line}
        </Line>
      ))}
      {link !== null && (
        <Button
          href={link}
          style={{
            backgroundColor: c.primary,
            borderRadius: '14px',
            color: c['on-primary'],
            fontSize: '16px',
            fontWeight: 650,
            margin: '8px 0 24px',
            padding: '15px 24px',
          }}
        >
          {button}
        </Button>
      )}
    </Frame>
  )
}

/** Subject, heading and sentences of an email about a plan. */
export function planWords(about: About, brand: EmailBrand, locale: Locale, texts: EmailTexts) {
  const writing: Writing = {
    title: brand.title,
    support: brand.supportEmail,
    money: (amount, currency) =>
      new Intl.NumberFormat(regions[locale], { style: 'currency', currency }).format(Number(amount)),
    date: (iso) =>
      new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: brand.timeZone }).format(new Date(iso)),
  }
  // The compiler does not see that the words of a kind take the facts of that kind.
  const words = texts.plan[about.kind] as PlanTexts<PlanKind>
  const facts = about.props as EmailProps[PlanKind] as never
  return {
    subject: words.subject(facts, writing),
    heading: words.heading(facts, writing),
    lines: words.lines(facts, writing),
    button: words.button,
  }
}
