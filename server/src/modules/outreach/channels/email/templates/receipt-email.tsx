import { Column, Row, Section, Text } from 'react-email'
import type { ReceiptProps } from '../email.ts'
import type { EmailContext } from './email-words.ts'
import { Frame, Line } from './frame.tsx'
import { receiptFacts } from './receipt-facts.ts'

interface ReceiptEmailProps {
  readonly context: EmailContext
  readonly receipt: ReceiptProps
}

export const receiptSubject = ({ plan }: ReceiptProps, { brand, i18n }: EmailContext): string =>
  i18n._('{title} receipt: {plan}', { title: brand.title, plan })

/** Plan, price, renewal or end, how to cancel and how to withdraw. */
export const ReceiptEmail = ({ context, receipt }: ReceiptEmailProps) => {
  const { brand, i18n } = context
  const { rows, notes } = receiptFacts(receipt, context)
  const intro = i18n._('Thank you. This email confirms your purchase on {title}: please keep it.', {
    title: brand.title,
  })
  const cell = { color: brand.colours.text, fontSize: '15px', lineHeight: '22px', margin: 0 }
  return (
    <Frame context={context} preview={intro} heading={i18n._('Your receipt')}>
      <Line brand={brand}>{intro}</Line>
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
