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
  subject: i18n._('Una tua foto su {title} non è stata accettata', { title }),
  heading: i18n._('Non mostriamo una delle tue foto'),
  lines: [
    i18n._('Abbiamo deciso di non mostrare una foto che hai caricato su {title} perché {ground}.', {
      title,
      ground: grounds(i18n)[reason],
    }),
    i18n._('L’ha guardata e deciso una persona, non un programma. Da ora non la vede nessun altro.'),
    readIn === 'page'
      ? i18n._(
          'Puoi caricarne un’altra quando vuoi. Se pensi che ci siamo sbagliati, scrivici dalla pagina dei contatti entro sei mesi: la riguarda gratis una persona diversa. Puoi anche rivolgerti a un organismo di risoluzione delle controversie o al giudice.',
        )
      : i18n._(
          'Puoi caricarne un’altra quando vuoi. Se pensi che ci siamo sbagliati, rispondi a questa email entro sei mesi: la riguarda gratis una persona diversa. Puoi anche rivolgerti a un organismo di risoluzione delle controversie o al giudice.',
        ),
  ],
  button: i18n._('Carica un’altra foto'),
})

/** The ground, as the end of a sentence with “because”. */
const grounds = (i18n: I18n): Readonly<Record<PhotoRefusal, string>> => ({
  not_the_member: i18n._('abbiamo elementi per credere che mostri un’altra persona'),
  no_face: i18n._('non ti si riconosce'),
  nudity: i18n._('mostra nudità'),
  contact_details: i18n._('contiene un numero, un indirizzo o altri contatti'),
  minor: i18n._('mostra una persona minorenne'),
  unlawful: i18n._('contiene qualcosa che la legge vieta'),
  quality: i18n._('è troppo scura, sfocata o piccola'),
})
