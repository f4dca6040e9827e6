import type { Locale } from '@incontro/contract'
import type { ReactElement } from 'react'
import { render } from 'react-email'
import { i18nFor } from '#platform/text/i18n.ts'
import {
  accountKinds,
  caseKinds,
  journeyKinds,
  type EmailKind,
  type EmailProps,
  planKinds,
  type RenderedEmail,
  noticeKinds,
  reviewKinds,
} from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import { accountTexts } from './account-texts.ts'
import { ActionEmail } from './action-email.tsx'
import { actionTexts } from './action-texts.ts'
import { caseTexts } from './case-texts.ts'
import { ContactEmail, contactSubject } from './contact-email.tsx'
import { type EmailContext, type EmailWords, writingOf } from './email-words.ts'
import { SupportAnswerEmail, supportAnswerSubject } from './support-answer-email.tsx'
import { refusedPhoto } from './photo-texts.ts'
import { journeyTexts } from './journey-texts.ts'
import { NewsletterEmail, newsletterSubject } from './newsletter-email.tsx'
import { noticeTexts } from './notice-texts.ts'
import { plainText } from './plain-text.ts'
import { planTexts } from './plan-texts.ts'
import { ReceiptEmail, receiptSubject } from './receipt-email.tsx'
import { publishedReview, refusedReview } from './review-texts.ts'

/** Any email with the brand and the language it is written in. */
type About<Kind extends EmailKind> = { readonly [K in Kind]: { readonly kind: K; readonly props: EmailProps[K] } }[Kind]
type Rendering = About<EmailKind>

export type RenderEmail = (email: Rendering, brand: EmailBrand, locale: Locale) => Promise<RenderedEmail>

/** Subject, HTML and plain text of an email. */
export const renderEmail: RenderEmail = async (email, brand, locale) => {
  const { settingsLink = null } = email.props as { settingsLink?: string }
  const { subject, element } = written(email, { brand, locale, i18n: i18nFor(locale), settingsLink })
  const html = await render(element)
  return { subject, html, text: plainText(html) }
}

function written(email: Rendering, context: EmailContext): { subject: string; element: ReactElement } {
  if (email.kind === 'receipt') {
    return {
      subject: receiptSubject(email.props, context),
      element: <ReceiptEmail context={context} receipt={email.props} />,
    }
  }
  if (email.kind === 'contact') {
    return {
      subject: contactSubject(email.props, context),
      element: <ContactEmail context={context} props={email.props} />,
    }
  }
  if (email.kind === 'support-answer') {
    return {
      subject: supportAnswerSubject(email.props, context),
      element: <SupportAnswerEmail context={context} props={email.props} />,
    }
  }
  const { link = null, unsubscribeLink = null } = email.props as { link?: string; unsubscribeLink?: string }
  if (email.kind === 'newsletter' || email.kind === 'newsletter-test') {
    const { content } = email.props
    if (!content || link === null) throw new Error('a newsletter has no text')
    return {
      subject: newsletterSubject(content, context),
      element: <NewsletterEmail {...{ context, content, link, unsubscribeLink }} />,
    }
  }
  const words = wordsOf(email, context)
  const showsAddress =
    !isPlan(email) &&
    !isReview(email) &&
    !isCase(email) &&
    !isNotice(email) &&
    !isJourney(email) &&
    email.kind !== 'photo-refused'
  return {
    subject: words.subject,
    element: (
      <ActionEmail {...{ context, words, link, unsubscribeLink, showsAddress, isPromotion: isJourney(email) }} />
    ),
  }
}

function wordsOf(email: Worded, { brand, locale, i18n }: EmailContext): EmailWords {
  const writing = writingOf(brand, locale)
  if (isReview(email)) {
    return email.kind === 'review-published'
      ? publishedReview(i18n, brand.title)
      : refusedReview(i18n, brand.title, email.props, locale)
  }
  if (email.kind === 'photo-refused') return refusedPhoto(i18n, brand.title, email.props, locale)
  // The compiler does not see that the words of a kind take the facts of that kind.
  if (isPlan(email)) return planTexts[email.kind](i18n, email.props as never, writing)
  if (isCase(email)) return caseTexts[email.kind](i18n, email.props as never, writing, locale)
  if (isNotice(email)) return noticeTexts[email.kind](i18n, email.props as never, brand.title)
  if (isJourney(email)) return journeyTexts[email.kind](i18n, brand.title)
  if (isAccount(email)) return accountTexts[email.kind](i18n, email.props as never, writing)
  return actionTexts[email.kind](i18n, brand.title)
}

type Worded = About<Exclude<EmailKind, 'receipt' | 'contact' | 'support-answer' | 'newsletter' | 'newsletter-test'>>
const isOf =
  <K extends EmailKind>(kinds: readonly K[]) =>
  (email: Rendering): email is Extract<Rendering, { kind: K }> =>
    kinds.some((kind) => kind === email.kind)
const isPlan = isOf(planKinds)
const isReview = isOf(reviewKinds)
const isNotice = isOf(noticeKinds)
const isAccount = isOf(accountKinds)
const isJourney = isOf(journeyKinds)
const isCase = isOf(caseKinds)
