import type { Locale } from '@incontro/contract'
import type { EmailProps } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { type ContactTexts, contactTexts } from './contact-texts.ts'
import { Frame, Line } from './frame.tsx'
import type { EmailTexts } from './texts.ts'

interface ContactEmailProps {
  readonly props: EmailProps['contact']
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
}

export const contactSubject = (props: EmailProps['contact'], brand: EmailBrand, locale: Locale): string =>
  contactTexts[locale].subject(brand.title, contactTexts[locale].topics[props.topic], props.name)

/** What somebody wrote in the contact form, for the people of the support: who, about what, and their words as they are. */
export const ContactEmail = ({ props, brand, locale, texts }: ContactEmailProps) => {
  const words = contactTexts[locale]
  return (
    <Frame
      brand={brand}
      locale={locale}
      texts={texts}
      preview={props.message.slice(0, 120)}
      heading={words.topics[props.topic]}
      because={words.because(brand.title)}
    >
      <Line brand={brand} quiet>
        {facts(props, words).map(([name, value], at) => (
          <span key={name}>
            {at > 0 && <br />}
            <b>{name}:</b> {value}
          </span>
        ))}
      </Line>
      <Line brand={brand}>
        {props.message.split(/\r?\n/).map((line, at) => (
          <span key={`${at} ${line}`}>
            {at > 0 && <br />}
            {line}
          </span>
        ))}
      </Line>
    </Frame>
  )
}

const facts = (
  { name, email, language, memberId }: EmailProps['contact'],
  words: ContactTexts,
): readonly (readonly [string, string])[] => [
  [words.from, `${name} (${email})`],
  [words.language, words.languages[language]],
  [words.member, memberId ?? words.visitor],
]
