import type { Locale, PhotoRefusal } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { EmailProps } from '../email.ts'
import type { EmailWords } from './email-words.ts'
import { appealButton, appealLine, statementLines } from './statement-lines.ts'

/**
 * The statement of reasons: the decision, its ground, who made it, and the member's options (regulation (EU) 2022/2065,
 * article 17).
 */
export const refusedPhoto = (
  i18n: I18n,
  title: string,
  { reason, statement }: Omit<EmailProps['photo-refused'], 'link'>,
  locale: Locale,
): EmailWords => ({
  subject: i18n._('One of your photos on {title} wasn’t accepted', { title }),
  heading: i18n._('We don’t show one of your photos'),
  lines: [
    i18n._('We’ve decided not to show a photo you uploaded to {title} because {ground}.', {
      title,
      ground: grounds(i18n)[reason],
    }),
    ...(statement ? statementLines(i18n, statement, locale) : []),
    i18n._('Nobody else can see it now. You can upload another one whenever you like.'),
    appealLine(i18n),
  ],
  ...appealButton(i18n),
})

/** The ground, as the end of a sentence with “because”. */
const grounds = (i18n: I18n): Readonly<Record<PhotoRefusal, string>> => ({
  not_the_member: i18n._('we have reason to believe that it shows someone else'),
  no_face: i18n._('you can’t be recognised in it'),
  nudity: i18n._('it shows nudity'),
  contact_details: i18n._('it contains a number, an address or other contact details'),
  minor: i18n._('it shows a person under age'),
  unlawful: i18n._('it contains something that the law forbids'),
  quality: i18n._('it’s too dark, blurred or small'),
})
