import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'
import type { EmailBrand } from '../email-brand.ts'
import type { EmailContext } from './email-words.ts'
import { coloured, darkSheet } from './colours.ts'
import { frameTexts } from './frame-texts.ts'

const typeface = 'Figtree, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

export interface FrameProps {
  readonly context: EmailContext
  readonly preview: string
  readonly heading: string
  /** Only notifications can be turned off; emails about contracts and accounts cannot. */
  readonly unsubscribeLink?: string | null
  /** It is sent by consent. */
  readonly isPromotion?: boolean
  /** Why the recipient gets it, if not because of their own account. */
  readonly because?: string
  readonly children: ReactNode
}

/** The frame of every email: brand above, company below. */
export const Frame = ({
  context,
  preview,
  heading,
  unsubscribeLink = null,
  isPromotion = false,
  because,
  children,
}: FrameProps) => {
  const { brand, locale, i18n, settingsLink } = context
  const texts = frameTexts(i18n)
  const stoppable = isPromotion ? texts.promoted(brand.title) : texts.notified(brand.title)
  const why = unsubscribeLink === null ? (because ?? texts.because(brand.title)) : stoppable
  const quiet = coloured(brand, { color: 'text-2' })
  const small = {
    className: quiet.className,
    style: { ...quiet.style, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' },
  }
  const link = coloured(brand, { color: 'primary-text' })
  const page = coloured(brand, { backgroundColor: 'bg' })
  const sheet = coloured(brand, { backgroundColor: 'surface', borderColor: 'line' })
  const title = coloured(brand, { color: 'text' })
  const rule = coloured(brand, { borderColor: 'line' })
  return (
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkSheet(brand.dark)}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className={page.className} style={{ ...page.style, fontFamily: typeface, margin: 0, padding: '24px 12px' }}>
        <Container style={{ maxWidth: '520px' }}>
          <Text
            className={link.className}
            style={{
              ...link.style,
              fontSize: '22px',
              fontWeight: 700,
              lineHeight: '28px',
              margin: '0 0 16px',
            }}
          >
            <Img
              src={brand.icon}
              alt=""
              width="32"
              height="32"
              style={{ display: 'inline-block', verticalAlign: 'middle', borderRadius: '8px', marginRight: '10px' }}
            />
            {brand.title}
          </Text>
          <Section
            className={sheet.className}
            style={{
              borderStyle: 'solid',
              borderWidth: '1px',
              ...sheet.style,
              borderRadius: '16px',
              padding: '28px 24px 14px',
            }}
          >
            <Heading
              as="h1"
              className={title.className}
              style={{ ...title.style, fontSize: '24px', lineHeight: '31px', margin: '0 0 16px' }}
            >
              {heading}
            </Heading>
            {children}
          </Section>
          <Hr className={rule.className} style={{ ...rule.style, margin: '24px 0 16px' }} />
          <Text {...small}>{why}</Text>
          {unsubscribeLink !== null && (
            <Text {...small}>
              <Link href={unsubscribeLink} {...link}>
                {isPromotion ? texts.leave : texts.unsubscribe}
              </Link>
            </Text>
          )}
          {settingsLink !== null && (
            <Text {...small}>
              <Link href={settingsLink} {...link}>
                {texts.choose}
              </Link>
            </Text>
          )}
          <Text {...small}>
            {texts.questions}{' '}
            <Link href={`mailto:${brand.supportEmail}`} {...link}>
              {brand.supportEmail}
            </Link>
          </Text>
          <Text {...small}>
            {brand.company} · {brand.address} · {texts.vatNumber} {brand.vatNumber}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

/** A paragraph of the sheet. */
export const Line = ({
  brand,
  quiet = false,
  children,
}: {
  brand: EmailBrand
  quiet?: boolean
  children: ReactNode
}) => {
  const { className, style } = coloured(brand, { color: quiet ? 'text-2' : 'text' })
  return (
    <Text
      className={className}
      style={{
        ...style,
        fontSize: quiet ? '14px' : '16px',
        lineHeight: quiet ? '22px' : '25px',
        margin: '0 0 16px',
      }}
    >
      {children}
    </Text>
  )
}

/** The one thing to do. */
export const ActionButton = ({
  brand,
  link,
  children,
}: {
  readonly brand: EmailBrand
  readonly link: string
  readonly children: ReactNode
}) => {
  const { className, style } = coloured(brand, { color: 'on-primary', backgroundColor: 'primary' })
  return (
    <Button
      href={link}
      className={className}
      style={{
        ...style,
        borderRadius: '14px',
        fontSize: '16px',
        fontWeight: 650,
        margin: '8px 0 24px',
        padding: '15px 24px',
      }}
    >
      {children}
    </Button>
  )
}

/** The lines of a text that a person wrote, as they wrote them. */
export const Lines = ({ text }: { readonly text: string }) =>
  text.split(/\r?\n/).map((line, at) => (
    <span key={`${at} ${line}`}>
      {at > 0 && <br />}
      {line}
    </span>
  ))
