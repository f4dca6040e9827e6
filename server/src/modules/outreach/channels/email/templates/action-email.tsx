import type { Locale } from '@incontro/contract'
import { Button, Link } from 'react-email'
import type { AccountKind, EmailKind, PlanKind, ReviewKind } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { Frame, Line } from './frame.tsx'
import type { EmailTexts } from './texts.ts'

interface ActionEmailProps {
  readonly kind: Exclude<EmailKind, 'receipt' | 'contact' | PlanKind | ReviewKind | AccountKind>
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
  readonly link: string
  readonly unsubscribeLink?: string
}

/** An email with one thing to do: some lines, a button, and the same address in clear. */
export const ActionEmail = ({ kind, brand, locale, texts, link, unsubscribeLink }: ActionEmailProps) => {
  const words = texts[kind]
  const [preview = '', ...more] = words.lines(brand.title)
  const { colours: c } = brand
  return (
    <Frame
      brand={brand}
      locale={locale}
      texts={texts}
      preview={preview}
      heading={words.heading(brand.title)}
      {...(unsubscribeLink === undefined ? {} : { unsubscribeLink })}
    >
      {[preview, ...more].map((line) => (
        <Line key={line} brand={brand}>
          {line}
        </Line>
      ))}
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
        {words.button}
      </Button>
      <Line brand={brand} quiet>
        {words.after}
      </Line>
      <Line brand={brand} quiet>
        {texts.frame.copyLink}
        <br />
        <Link href={link} style={{ color: c['primary-text'], wordBreak: 'break-all' }}>
          {link}
        </Link>
      </Line>
    </Frame>
  )
}
