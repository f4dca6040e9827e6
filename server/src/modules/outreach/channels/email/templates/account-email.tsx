import type { Locale } from '@incontro/contract'
import { Button, Link } from 'react-email'
import type { AccountKind, EmailProps } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { type AccountTexts, accountTexts, type AccountWriting } from './account-texts.ts'
import { Frame, Line } from './frame.tsx'
import { regions } from './receipt-facts.ts'
import type { EmailTexts } from './texts.ts'

export type AboutAccount = {
  readonly [K in AccountKind]: { readonly kind: K; readonly props: EmailProps[K] }
}[AccountKind]

/** What happened to the account, and what to do where it was somebody else. */
export const AccountEmail = ({
  about,
  brand,
  locale,
  texts,
}: {
  readonly about: AboutAccount
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
}) => {
  const { heading, lines, button, after } = accountWords(about, brand, locale)
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
      {after !== '' && (
        <Line brand={brand} quiet>
          {after}
        </Line>
      )}
      {link !== null && (
        <Line brand={brand} quiet>
          {texts.frame.copyLink}
          <br />
          <Link href={link} style={{ color: c['primary-text'], wordBreak: 'break-all' }}>
            {link}
          </Link>
        </Line>
      )}
    </Frame>
  )
}

/** Subject, heading and sentences of an email about the account. */
export function accountWords(about: AboutAccount, brand: EmailBrand, locale: Locale) {
  const format = (options: Intl.DateTimeFormatOptions) => (iso: string) =>
    new Intl.DateTimeFormat(regions[locale], { ...options, timeZone: brand.timeZone }).format(new Date(iso))
  const writing: AccountWriting = {
    title: brand.title,
    support: brand.supportEmail,
    date: format({ dateStyle: 'long' }),
    moment: format({ dateStyle: 'long', timeStyle: 'short' }),
  }
  // The compiler does not see that the words of a kind take the facts of that kind.
  const words = accountTexts[locale][about.kind] as AccountTexts['email-changed']
  const facts = about.props as EmailProps['email-changed']
  return {
    subject: words.subject(facts, writing),
    heading: words.heading(facts, writing),
    lines: words.lines(facts, writing),
    button: words.button,
    after: words.after,
  }
}
