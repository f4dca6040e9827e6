import type { Locale } from '@incontro/contract'
import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'
import {
  accountKinds,
  planKinds,
  reviewKinds,
  type EmailKind,
  type EmailProps,
  type PlanKind,
  type RenderedEmail,
} from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { type AboutAccount, AccountEmail, accountWords } from './account-email.tsx'
import { ActionEmail } from './action-email.tsx'
import { ContactEmail, contactSubject } from './contact-email.tsx'
import { PlanEmail, planWords } from './plan-email.tsx'
import { ReceiptEmail } from './receipt-email.tsx'
import { type AboutReview, ReviewEmail, reviewWords } from './review-email.tsx'
import { emailTexts } from './texts.ts'

/** Any email with the brand and the language it is written in. */
type Rendering = { readonly [K in EmailKind]: { readonly kind: K; readonly props: EmailProps[K] } }[EmailKind]
type PlanRendering = Extract<Rendering, { kind: PlanKind }>

export type RenderEmail = (email: Rendering, brand: EmailBrand, locale: Locale) => Promise<RenderedEmail>

/** Subject, HTML and plain text of an email. */
export const renderEmail: RenderEmail = async (email, brand, locale) => {
  const { subject, element } = written(email, brand, locale)
  const html = await render(element)
  return { subject, html, text: toPlainText(html) }
}

function written(email: Rendering, brand: EmailBrand, locale: Locale): { subject: string; element: ReactElement } {
  const texts = emailTexts[locale]
  if (isPlanEmail(email)) {
    return {
      subject: planWords(email, brand, locale, texts).subject,
      element: <PlanEmail about={email} brand={brand} locale={locale} texts={texts} />,
    }
  }
  if (isAccountEmail(email)) {
    return {
      subject: accountWords(email, brand, locale).subject,
      element: <AccountEmail about={email} brand={brand} locale={locale} texts={texts} />,
    }
  }
  if (isReviewEmail(email)) {
    return {
      subject: reviewWords(email, brand, locale).subject,
      element: <ReviewEmail about={email} brand={brand} locale={locale} texts={texts} />,
    }
  }
  if (email.kind === 'receipt') {
    return {
      subject: texts.receipt.subject(brand.title, email.props.plan),
      element: <ReceiptEmail brand={brand} locale={locale} texts={texts} receipt={email.props} />,
    }
  }
  if (email.kind === 'contact') {
    return {
      subject: contactSubject(email.props, brand, locale),
      element: <ContactEmail props={email.props} brand={brand} locale={locale} texts={texts} />,
    }
  }
  return {
    subject: texts[email.kind].subject(brand.title),
    element: <ActionEmail kind={email.kind} brand={brand} locale={locale} texts={texts} {...email.props} />,
  }
}

const isPlanEmail = (email: Rendering): email is PlanRendering => planKinds.some((kind) => kind === email.kind)
const isReviewEmail = (email: Rendering): email is AboutReview => reviewKinds.some((kind) => kind === email.kind)
const isAccountEmail = (email: Rendering): email is AboutAccount => accountKinds.some((kind) => kind === email.kind)
