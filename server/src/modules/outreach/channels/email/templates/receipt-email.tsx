import type { Locale } from '@incontro/contract'
import { Column, Row, Section, Text } from 'react-email'
import type { ReceiptProps } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { Frame, Line } from './frame.tsx'
import { receiptFacts } from './receipt-facts.ts'
import type { EmailTexts } from './texts.ts'

interface ReceiptEmailProps {
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly texts: EmailTexts
  readonly receipt: ReceiptProps
}

/** What was bought, what it cost, when it renews or ends, how to cancel and how to withdraw. */
export const ReceiptEmail = ({ brand, locale, texts, receipt }: ReceiptEmailProps) => {
  const { rows, notes } = receiptFacts({ brand, locale, texts, receipt })
  const cell = { color: brand.colours.text, fontSize: '15px', lineHeight: '22px', margin: 0 }
  return (
    <Frame
      brand={brand}
      locale={locale}
      texts={texts}
      preview={texts.receipt.intro(brand.title)}
      heading={texts.receipt.heading}
    >
      <Line brand={brand}>{texts.receipt.intro(brand.title)}</Line>
      <Section
        style={{
          backgroundColor: brand.colours.sunken,
          borderRadius: '12px',
          margin: '0 0 20px',
          padding: '12px 16px',
        }}
      >
        {rows.map(([label, value]) => (
          <Row key={label}>
            <Column style={{ padding: '5px 12px 5px 0', verticalAlign: 'top', width: '42%' }}>
              <Text style={{ ...cell, color: brand.colours['text-2'] }}>{label}</Text>
            </Column>
            <Column style={{ padding: '5px 0', verticalAlign: 'top' }}>
              <Text style={{ ...cell, wordBreak: 'break-word' }}>{value}</Text>
            </Column>
          </Row>
        ))}
      </Section>
      {notes.map((note) => (
        <Line key={note} brand={brand} quiet>
          {note}
        </Line>
      ))}
    </Frame>
  )
}
