import { Button, Link } from 'react-email'
import type { EmailContext, EmailWords } from './email-words.ts'
import { Frame, Line } from './frame.tsx'
import { frameTexts } from './frame-texts.ts'

interface ActionEmailProps {
  readonly context: EmailContext
  readonly words: EmailWords
  /** Where the button leads; without one there is no button. */
  readonly link: string | null
  /** Whether the address stands below in clear, too: a link that signs in or confirms has to work wherever it is opened. */
  readonly showsAddress: boolean
  readonly unsubscribeLink: string | null
}

/** An email in sentences, with at most one thing to do. */
export const ActionEmail = ({ context, words, link, showsAddress, unsubscribeLink }: ActionEmailProps) => {
  const { brand, i18n } = context
  const { heading, lines, button, after } = words
  const { colours: c } = brand
  return (
    <Frame context={context} preview={lines[0] ?? ''} heading={heading} unsubscribeLink={unsubscribeLink}>
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
      {after !== undefined && (
        <Line brand={brand} quiet>
          {after}
        </Line>
      )}
      {link !== null && showsAddress && (
        <Line brand={brand} quiet>
          {frameTexts(i18n).copyLink}
          <br />
          <Link href={link} style={{ color: c['primary-text'], wordBreak: 'break-all' }}>
            {link}
          </Link>
        </Line>
      )}
    </Frame>
  )
}
