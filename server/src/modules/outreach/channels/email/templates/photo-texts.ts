import type { PhotoRefusal } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { EmailWords } from './email-words.ts'

/**
 * The statement of reasons: the decision, its ground, who made it, and the member's options (regulation (EU) 2022/2065,
 * article 17).
 */
export const refusedPhoto = (
  i18n: I18n,
  title: string,
  reason: PhotoRefusal,
  readIn: 'email' | 'page' = 'email',
): EmailWords => ({
  subject: i18n._('One of your photos on {title} wasn’t accepted', { title }),
  heading: i18n._('We don’t show one of your photos'),
  lines: [
    i18n._('We’ve decided not to show a photo you uploaded to {title} because {ground}.', {
      title,
      ground: grounds(i18n)[reason],
    }),
    i18n._('A person looked at it and decided, not a program. Nobody else can see it now.'),
    readIn === 'page'
      ? i18n._(
          'You can upload another one whenever you like. If you think we’re wrong, write to us on the contact page within six months: another person will look at it again, free of charge. You can also turn to an out-of-court dispute settlement body or to a court.',
        )
      : i18n._(
          'You can upload another one whenever you like. If you think we’re wrong, reply to this email within six months: another person will look at it again, free of charge. You can also turn to an out-of-court dispute settlement body or to a court.',
        ),
  ],
  button: i18n._('Upload another photo'),
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
