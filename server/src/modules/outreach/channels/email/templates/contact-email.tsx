import type { EmailProps } from '../email.ts'
import { contactTexts } from './contact-texts.ts'
import type { EmailContext } from './email-words.ts'
import { Frame, Line } from './frame.tsx'

interface ContactEmailProps {
  readonly context: EmailContext
  readonly props: EmailProps['contact']
}

export const contactSubject = ({ topic, name }: EmailProps['contact'], { brand, i18n }: EmailContext): string =>
  `[${brand.title}] ${contactTexts(i18n).topics[topic]}: ${name}`

/** A message from the contact form, for the support team: sender, topic and unchanged text. */
export const ContactEmail = ({ props, context }: ContactEmailProps) => {
  const { brand, i18n } = context
  const words = contactTexts(i18n)
  return (
    <Frame
      context={context}
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
  words: ReturnType<typeof contactTexts>,
): readonly (readonly [string, string])[] => [
  [words.from, `${name} (${email})`],
  [words.language, words.languages[language]],
  [words.member, memberId ?? words.visitor],
]
