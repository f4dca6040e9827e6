/**
 * One word for each concept in each language, in the pages, the card form, the emails and the texts of brands. `say` is
 * our word for the concept, and `avoid` matches words that were used for it before. A test checks the catalogues and
 * the emails. A new concept needs a line in each language in which another word is likely.
 */
export interface Term {
  readonly concept: string
  readonly say: string
  readonly avoid: RegExp
  /** Only checked in texts of the interface, because legal texts are worded differently. */
  readonly spoken?: true
}

export const glossary: Readonly<Record<'it' | 'en' | 'fr' | 'es', readonly Term[]>> = {
  it: [
    { concept: 'saved', say: 'salvato, salvata', avoid: /\b(è|sono) salv[aei]\b/i },
    { concept: 'hidden message', say: 'nascosto', avoid: /messaggio è coperto/i },
    { concept: 'renews automatically', say: 'automaticamente', avoid: /\brinnov\w+ da sol[oa]\b/i },
    { concept: 'not found', say: 'non trovato, non trovata', avoid: /^Quest[oa] \w+ non c’è$/ },
    { concept: 'a valid link', say: 'valido', avoid: /link resta buono/i },
    { concept: 'someone like you', say: 'qualcuno come te', avoid: /una persona come te/i },
  ],
  en: [
    { concept: 'a conversation', say: 'conversation; the section is called Messages', avoid: /\bchats?\b/i },
    { concept: 'opening a session', say: 'sign in', avoid: /\blog(ging|ged)?[ -]?in\b/i },
    { concept: 'making a profile', say: 'sign up', avoid: /\bregister(ing|ed)?\b/i },
    { concept: 'hidden message', say: 'hidden', avoid: /message is covered/i },
    { concept: 'renews automatically', say: 'automatically', avoid: /renews? by itself/i },
    { concept: 'a valid link', say: 'valid', avoid: /link (is|stays) good/i },
    {
      concept: 'contractions, as people speak',
      say: 'isn’t, can’t, we’ll',
      avoid: /\b(do|does|is|are|was|were|did|could|will|would|have|has) not\b|\bcannot\b/i,
      spoken: true,
    },
    { concept: 'someone', say: 'someone, anyone', avoid: /\b(some|any)body\b/i },
  ],
  fr: [
    {
      concept: 'a conversation',
      say: 'conversation ; la rubrique s’appelle Messages',
      // Except for “Chats” as the interest, which means cats.
      avoid: /\bchats?\b(?<!^Chats(?=$))(?<!^Les chats(?= me plaisent))|\bdiscussions?\b/i,
    },
    { concept: 'a like', say: 'like ; « X a aimé votre profil »', avoid: /\bj[’']aimes?\b/i },
    { concept: 'the space before ? ! : ; »', say: 'a no-break space, U+00A0', avoid: / [?!:;»]|« / },
    { concept: 'an email', say: 'e-mail', avoid: /(?<![<{])\bemails?\b(?![>}])/i },
    { concept: 'renews automatically', say: 'automatiquement', avoid: /renouvelle toute? seule?/i },
  ],
  es: [
    { concept: 'a conversation', say: 'conversación; la sección se llama Mensajes', avoid: /\bchats?\b/i },
    { concept: 'a review', say: 'reseña', avoid: /\bopiniones\b/i },
    { concept: 'the spam folder', say: 'spam', avoid: /correo no deseado/i },
    { concept: 'opening a session', say: 'iniciar sesión', avoid: /\bentrar\b|\bEntra\b/ },
    { concept: 'ending a session', say: 'cerrar sesión', avoid: /^Salir\b/ },
    { concept: 'hidden message', say: 'oculto', avoid: /\btapado\b/i },
    { concept: 'liking back', say: 'devolver el me gusta', avoid: /\bcorresponder\b/i },
    { concept: 'renews automatically', say: 'automáticamente', avoid: /\brenueva solo\b/i },
  ],
}
