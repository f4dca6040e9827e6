import { Column, Row, Section } from 'react-email'
import type { ReceiptProps } from '../email.ts'
import { coloured } from './colours.ts'
import type { EmailContext } from './email-words.ts'
import { Frame, Line } from './frame.tsx'
import { factClass, factNameClass, factValueClass } from './plain-text.ts'
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
  const box = coloured(brand, { backgroundColor: 'sunken' })
  const [name, fact] = [coloured(brand, { color: 'text-2' }), coloured(brand, { color: 'text' })]
  const cell = { fontSize: '15px', lineHeight: '22px', verticalAlign: 'top' }
  return (
    <Frame context={context} preview={intro} heading={i18n._('Your receipt')}>
      <Line brand={brand}>{intro}</Line>
      <Section
        className={box.className}
        style={{
          ...box.style,
          borderRadius: '12px',
          margin: '0 0 20px',
          padding: '12px 16px',
        }}
      >
        {rows.map(([label, value]) => (
          <Row key={label} className={factClass}>
            <Column
              className={`${factNameClass} ${name.className}`}
              style={{ ...cell, ...name.style, padding: '5px 12px 5px 0', width: '42%' }}
            >
              {label}
            </Column>
            <Column
              className={`${factValueClass} ${fact.className}`}
              style={{ ...cell, ...fact.style, padding: '5px 0', wordBreak: 'break-word' }}
            >
              {value}
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
