import { Link } from 'react-email'
import { coloured } from './colours.ts'
import type { EmailContext, EmailWords } from './email-words.ts'
import { ActionButton, Frame, Line } from './frame.tsx'
import { frameTexts } from './frame-texts.ts'

interface ActionEmailProps {
  readonly context: EmailContext
  readonly words: EmailWords
  /** Target of the button; null for no button. */
  readonly link: string | null
  /** Whether the URL is also shown as text: sign-in and confirmation links must work in any browser. */
  readonly showsAddress: boolean
  readonly unsubscribeLink: string | null
  readonly isPromotion?: boolean
}

/** An email of a few lines, with at most one button. */
export const ActionEmail = ({
  context,
  words,
  link,
  showsAddress,
  unsubscribeLink,
  isPromotion = false,
}: ActionEmailProps) => {
  const { brand, i18n } = context
  const { heading, lines, button: label, after } = words
  const address = coloured(brand, { color: 'primary-text' })
  return (
    <Frame context={context} preview={lines[0] ?? ''} {...{ heading, unsubscribeLink, isPromotion }}>
      {lines.map((line) => (
        <Line key={line} brand={brand}>
          {line}
        </Line>
      ))}
      {link !== null && <ActionButton {...{ brand, link }}>{label}</ActionButton>}
      {after !== undefined && (
        <Line brand={brand} quiet>
          {after}
        </Line>
      )}
      {link !== null && showsAddress && (
        <Line brand={brand} quiet>
          {frameTexts(i18n).copyLink}
          <br />
          <Link href={link} className={address.className} style={{ ...address.style, wordBreak: 'break-all' }}>
            {link}
          </Link>
        </Line>
      )}
    </Frame>
  )
}
