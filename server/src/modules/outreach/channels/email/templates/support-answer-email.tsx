import type { EmailProps } from '../email.ts'
import { contactTexts } from './contact-texts.ts'
import { type EmailContext, writingOf } from './email-words.ts'
import { Frame, Line, Lines } from './frame.tsx'

interface SupportAnswerEmailProps {
  readonly context: EmailContext
  readonly props: EmailProps['support-answer']
}

/** Prefixes of an answer, in the languages of mail programs. */
const answerMarks = /^\s*(?:(?:re|r|aw|rif|res|sv|tr|fwd?|i|rv)\s*(?:\[\d+\])?\s*:\s*)+/i
const longest = 120

/** The same in all mails of a thread but for “Re:”: mail programs show them together by it. */
export function supportAnswerSubject(
  { topic, subject, isFirst }: EmailProps['support-answer'],
  { brand, i18n }: EmailContext,
): string {
  const theirs = subject?.replace(answerMarks, '').trim().slice(0, longest)
  const about =
    theirs || i18n._('{topic}: our answer ({title})', { topic: contactTexts(i18n).topics[topic], title: brand.title })
  return isFirst ? about : `Re: ${about}`
}

/** What support answers: its text unchanged, and below it the question. */
export const SupportAnswerEmail = ({ props, context }: SupportAnswerEmailProps) => {
  const { brand, i18n, locale } = context
  const { title } = brand
  const date = writingOf(brand, locale).date(props.askedAt, 'on')
  return (
    <Frame
      context={context}
      preview={props.text.slice(0, 120)}
      heading={contactTexts(i18n).topics[props.topic]}
      because={i18n._('You get this email because you wrote to {title}.', { title })}
    >
      {props.text.split(/\n{2,}/).map((paragraph, at) => (
        <Line key={`${at} ${paragraph}`} brand={brand}>
          <Lines text={paragraph} />
        </Line>
      ))}
      {props.canReply && (
        <Line brand={brand} quiet>
          {i18n._('If something is still open, reply to this email.')}
        </Line>
      )}
      {props.question !== '' && (
        <Line brand={brand} quiet>
          <b>{i18n._('What you wrote on {date}:', { date })}</b>
          <br />
          <Lines text={props.question} />
        </Line>
      )}
    </Frame>
  )
}
