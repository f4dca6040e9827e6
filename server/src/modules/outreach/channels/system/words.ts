import { timeZoneOf } from '@incontro/contract'
import type { Locale } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import { i18nFor } from '#platform/text/i18n.ts'
import { type Brand, renderMarkdown } from '#modules/brands/index.ts'
import { actionTexts } from '../email/templates/action-texts.ts'
import { caseTexts } from '../email/templates/case-texts.ts'
import type { PlanKind } from '../email/email.ts'
import { type EmailWords, writingOf } from '../email/templates/email-words.ts'
import { refusedPhoto } from '../email/templates/photo-texts.ts'
import { planTexts } from '../email/templates/plan-texts.ts'
import { publishedReview, refusedReview } from '../email/templates/review-texts.ts'
import type { SystemConversation, SystemMessageFacts, SystemMessageKind } from './kinds.ts'

/** A kind with its values. */
export type SystemMessageContent = {
  readonly [K in SystemMessageKind]: { readonly kind: K; readonly facts: SystemMessageFacts[K] }
}[SystemMessageKind]

export interface SystemMessageWords {
  /** One line, for the list. */
  readonly heading: string
  /** Plain text, or for `benvenuto` limited HTML: paragraphs, lists, emphasis and links to pages of the brand. */
  readonly body: string
}

/** Whose language and whose country's calendar a text has. */
interface Reader {
  readonly locale: Locale
  readonly country: string
}

/** The name of a system conversation, in the list and its header. */
export function systemConversationName(conversation: SystemConversation, brand: Brand, locale: Locale): string {
  const i18n = i18nFor(locale)
  if (conversation === '000000') return brand.title
  return conversation === '111111' ? i18n._('Plans and purchases') : i18n._('Moderation')
}

/** The text of a system message: that of the corresponding email, if there is one. */
export function systemMessageWords(
  message: SystemMessageContent,
  brand: Brand,
  { locale, country }: Reader,
): SystemMessageWords {
  const i18n = i18nFor(locale)
  if (message.kind === 'benvenuto') return welcome(i18n, brand.title)
  const { heading, lines } = sentences(message, brand, { locale, country }, i18n)
  return { heading, body: [heading, ...lines].join('\n\n') }
}

function sentences(
  message: Exclude<SystemMessageContent, { kind: 'benvenuto' }>,
  brand: Brand,
  reader: Reader,
  i18n: I18n,
): { readonly heading: string; readonly lines: readonly string[] } {
  const { title } = brand
  const { kind, facts } = message
  switch (kind) {
    case 'spending-refunded':
      return refunded(i18n, facts.messages)
    case 'credits-granted':
      return granted(i18n, facts)
    case 'review-published':
      return publishedReview(i18n, title)
    case 'review-refused':
      return refusedReview(i18n, title, facts, reader.locale)
    case 'photo-refused':
      return refusedPhoto(i18n, title, facts, reader.locale)
    case 'restriction':
    case 'appeal-decided':
    case 'restriction-lifted':
    case 'authority-order':
    case 'reports-warning':
      return caseTexts[kind](
        i18n,
        // The compiler does not see that the texts of a kind take the values of that kind.
        facts as never,
        writingOf({ title, supportEmail: brand.support.email, timeZone: timeZoneOf(reader.country) }, reader.locale),
        reader.locale,
      )
    case 'report-upheld':
    case 'report-dismissed':
    case 'report-gone':
    case 'photo-verified':
    case 'verification-refused':
      return actionTexts[kind](i18n, title)
    default:
      return planWords({ kind, props: facts }, brand, reader)
  }
}

/** What an email about a plan or an order says, as in the system conversation. */
export const planWords = (
  { kind, props }: { readonly kind: PlanKind; readonly props: object },
  { title, support }: Pick<Brand, 'title' | 'support'>,
  { locale, country }: Reader,
): EmailWords =>
  planTexts[kind](
    i18nFor(locale),
    // The compiler does not see that the texts of a kind take the values of that kind.
    props as never,
    writingOf({ title, supportEmail: support.email, timeZone: timeZoneOf(country) }, locale),
  )

const refunded = (i18n: I18n, messages: number) => ({
  heading: i18n._('You’ve been refunded'),
  lines: [
    i18n._(
      '{messages, plural, one {Someone you wrote to has been removed from the service. What you spent on your message is yours again.} other {Someone you wrote to has been removed from the service. What you spent on your # messages is yours again.}}',
      { messages },
    ),
    i18n._('You’ll find the refund in your balance history.'),
  ],
})

const granted = (i18n: I18n, { account, count }: SystemMessageFacts['credits-granted']) => ({
  heading: i18n._('A gift from support'),
  lines: [
    account === 'messages'
      ? i18n._('{count, plural, one {We’ve given you # more message.} other {We’ve given you # more messages.}}', {
          count,
        })
      : account === 'icebreakers'
        ? i18n._(
            '{count, plural, one {We’ve given you # more first message.} other {We’ve given you # more first messages.}}',
            { count },
          )
        : i18n._('{count, plural, one {We’ve given you # more like.} other {We’ve given you # more likes.}}', {
            count,
          }),
    i18n._('You’ll find it in your balance history too.'),
  ],
})

/** Markdown, so that we control the tags. */
const welcome = (i18n: I18n, title: string): SystemMessageWords => {
  const heading = i18n._('Good to have you on {title}', { title })
  const source = [
    `**${heading}**`,
    i18n._('Three things to start with:'),
    [
      i18n._('[Complete your profile](/profile): a photo and a few lines about you.'),
      i18n._('[See who’s there](/find) in your area.'),
      i18n._('Write the first hello: a question about something you’ve read is enough.'),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    i18n._(
      'The service’s notices arrive here; you can’t reply to them. To talk to us there’s the [contact page](/contactUs).',
    ),
  ].join('\n\n')
  return { heading, body: renderMarkdown(source).trim() }
}
