import type { Locale } from '@incontro/contract'
import { Button } from 'react-email'
import type { EmailProps, ReviewKind } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { Frame, Line } from './frame.tsx'
import { reviewTexts } from './review-texts.ts'
import type { EmailTexts } from './texts.ts'

export type AboutReview = {
  readonly [K in ReviewKind]: { readonly kind: K; readonly props: EmailProps[K] }
}[ReviewKind]

/** What was decided about the member's review: where it is read, or why it is not shown and what they can do. */
export const ReviewEmail = ({
  about,
  brand,
  locale,
  texts,
}: {
  readonly about: AboutReview
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
}) => {
  const { heading, lines, button } = reviewWords(about, brand, locale)
  const { colours: c } = brand
  return (
    <Frame brand={brand} locale={locale} texts={texts} preview={lines[0] ?? ''} heading={heading}>
      {lines.map((line) => (
        <Line key={line} brand={brand}>
          {line}
        </Line>
      ))}
      <Button
        href={about.props.link}
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
    </Frame>
  )
}

export function reviewWords(about: AboutReview, { title }: EmailBrand, locale: Locale) {
  const { published, refused, grounds } = reviewTexts[locale]
  return about.kind === 'review-published'
    ? {
        subject: published.subject(title),
        heading: published.heading,
        lines: published.lines(title),
        button: published.button,
      }
    : {
        subject: refused.subject(title),
        heading: refused.heading,
        lines: refused.lines(title, grounds[about.props.reason]),
        button: refused.button,
      }
}
