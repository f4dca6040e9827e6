import type { Locale } from '@incontro/contract'
import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'
import type { EmailKind, EmailProps, RenderedEmail } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { ActionEmail } from './action-email.tsx'
import { ReceiptEmail } from './receipt-email.tsx'
import { emailTexts } from './texts.ts'

/** Any email with the brand and the language it is written in. */
type Rendering = { readonly [K in EmailKind]: { readonly kind: K; readonly props: EmailProps[K] } }[EmailKind]

export type RenderEmail = (email: Rendering, brand: EmailBrand, locale: Locale) => Promise<RenderedEmail>

/** Subject, HTML and plain text of an email. */
export const renderEmail: RenderEmail = async (email, brand, locale) => {
  const texts = emailTexts[locale]
  const subject = email.kind === 'receipt' ? texts.receipt.subject(brand.title, email.props.plan) : texts[email.kind].subject(brand.title)
  const element: ReactElement = email.kind === 'receipt'
    ? <ReceiptEmail brand={brand} locale={locale} texts={texts} receipt={email.props} />
    : <ActionEmail kind={email.kind} brand={brand} locale={locale} texts={texts} {...email.props} />
  const html = await render(element)
  return { subject, html, text: toPlainText(html) }
}
