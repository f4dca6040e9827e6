import type { ReactNode } from 'react'
import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from 'react-email'
import type { EmailBrand } from '../email-brand.ts'
import type { EmailContext } from './email-words.ts'
import { frameTexts } from './frame-texts.ts'

const typeface = 'Figtree, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

export interface FrameProps {
  readonly context: EmailContext
  readonly preview: string
  readonly heading: string
  /** Only notifications can be turned off; emails about contracts and accounts cannot. */
  readonly unsubscribeLink?: string | null
  /** Why the recipient gets it, if not because of their own account. */
  readonly because?: string
  readonly children: ReactNode
}

/** The frame of every email: brand above, company below. */
export const Frame = ({ context, preview, heading, unsubscribeLink = null, because, children }: FrameProps) => {
  const { brand, locale, i18n, settingsLink } = context
  const texts = frameTexts(i18n)
  const { colours: c } = brand
  const small = { color: c['text-2'], fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' }
  return (
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: c.bg, fontFamily: typeface, margin: 0, padding: '24px 12px' }}>
        <Container style={{ maxWidth: '520px' }}>
          <Text
            style={{
              color: c['primary-text'],
              fontSize: '22px',
              fontWeight: 700,
              lineHeight: '28px',
              margin: '0 0 16px',
            }}
          >
            {brand.title}
          </Text>
          <Section
            style={{
              backgroundColor: c.surface,
              border: `1px solid ${c.line}`,
              borderRadius: '16px',
              padding: '28px 24px 14px',
            }}
          >
            <Heading as="h1" style={{ color: c.text, fontSize: '24px', lineHeight: '31px', margin: '0 0 16px' }}>
              {heading}
            </Heading>
            {children}
          </Section>
          <Hr style={{ borderColor: c.line, margin: '24px 0 16px' }} />
          <Text style={small}>
            {unsubscribeLink === null ? (because ?? texts.because(brand.title)) : texts.notified(brand.title)}
          </Text>
          {unsubscribeLink !== null && (
            <Text style={small}>
              <Link href={unsubscribeLink} style={{ color: c['primary-text'] }}>
                {texts.unsubscribe}
              </Link>
            </Text>
          )}
          {settingsLink !== null && (
            <Text style={small}>
              <Link href={settingsLink} style={{ color: c['primary-text'] }}>
                {texts.choose}
              </Link>
            </Text>
          )}
          <Text style={small}>
            {texts.questions}{' '}
            <Link href={`mailto:${brand.supportEmail}`} style={{ color: c['primary-text'] }}>
              {brand.supportEmail}
            </Link>
          </Text>
          <Text style={small}>
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
}) => (
  <Text
    style={{
      color: brand.colours[quiet ? 'text-2' : 'text'],
      fontSize: quiet ? '14px' : '16px',
      lineHeight: quiet ? '22px' : '25px',
      margin: '0 0 16px',
    }}
  >
    {children}
  </Text>
)
