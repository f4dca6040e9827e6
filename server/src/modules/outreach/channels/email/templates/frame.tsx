import type { ReactNode } from 'react'
import { Body, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email'
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
  /** Why the recipient gets it, if not because of their own account. */
  readonly because?: string
  readonly children: ReactNode
}

/** The frame of every email: brand above, company below. */
export const Frame = ({ context, preview, heading, unsubscribeLink = null, because, children }: FrameProps) => {
  const { brand, locale, i18n, settingsLink } = context
  const texts = frameTexts(i18n)
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
          <Text {...small}>
            {unsubscribeLink === null ? (because ?? texts.because(brand.title)) : texts.notified(brand.title)}
          </Text>
          {unsubscribeLink !== null && (
            <Text {...small}>
              <Link href={unsubscribeLink} {...link}>
                {texts.unsubscribe}
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
