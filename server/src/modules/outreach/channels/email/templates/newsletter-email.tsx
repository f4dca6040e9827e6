import type { NewsletterContent } from '../email.ts'
import type { EmailContext } from './email-words.ts'
import { ActionButton, Frame, Line, Lines } from './frame.tsx'

interface NewsletterEmailProps {
  readonly context: EmailContext
  readonly content: NewsletterContent
  readonly link: string
  readonly unsubscribeLink: string | null
}

/** One pass: a name that contains a placeholder stays as it is. */
const filled = (text: string, { name }: NewsletterContent, { brand }: EmailContext): string =>
  text.replace(/\{(name|brand)\}/g, (_, word: string) => (word === 'name' ? name : brand.title))

const neutral = ({ i18n, brand: { title } }: EmailContext): string => i18n._('News from {title}', { title })

/** Of a discreet member, what a locked phone shows says nothing. */
export const newsletterSubject = (content: NewsletterContent, context: EmailContext): string =>
  content.discreet ? neutral(context) : filled(content.subject, content, context)

/** A newsletter: paragraphs as they were written, with a button that opens the brand. */
export const NewsletterEmail = ({ context, content, link, unsubscribeLink }: NewsletterEmailProps) => {
  const { brand, i18n } = context
  const paragraphs = filled(content.body, content, context)
    .trim()
    .split(/\n{2,}/)
  return (
    <Frame
      context={context}
      preview={content.discreet ? neutral(context) : (paragraphs[0] ?? '').slice(0, 120)}
      heading={filled(content.subject, content, context)}
      unsubscribeLink={unsubscribeLink}
      isPromotion
      because={i18n._('This is a test: only you got it.')}
    >
      {paragraphs.map((paragraph, at) => (
        <Line key={`${at} ${paragraph}`} brand={brand}>
          <Lines text={paragraph} />
        </Line>
      ))}
      <ActionButton {...{ brand, link }}>{i18n._('Open {title}', { title: brand.title })}</ActionButton>
    </Frame>
  )
}
