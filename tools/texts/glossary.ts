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
    { concept: 'hidden message', say: 'nascosto', avoid: /\bcopert[oaie]\b/i },
    {
      concept: 'a date in a sentence',
      say: 'the date alone, as `dateWords` puts il, al or dal before it (l’11, all’8)',
      avoid: /\b(?:il|al|dal|del) (?:<\w+>)?\{(?!\{)/i,
    },
    { concept: 'a way to pay that is no card', say: 'un altro metodo', avoid: /fondi insufficienti.*carta/i },
    { concept: 'a filter that finds nobody', say: 'togliendo «…» ne trovi …', avoid: /più stretto/i },
    {
      concept: 'the button that shows the profiles found',
      say: 'mostra i profili (meno di …)',
      avoid: /^mostra (?:meno|più) di/i,
    },
    { concept: 'the payment provider', say: 'il servizio di pagamento', avoid: /riceve i pagamenti per noi/i },
    { concept: 'withdrawing from a purchase', say: 'recedere da «…»', avoid: /^ripensamento: /i },
    { concept: 'renews automatically', say: 'automaticamente', avoid: /\brinnov\w+ da sol[oa]\b/i },
    { concept: 'not found', say: 'non trovato, non trovata', avoid: /^Quest[oa] \w+ non c’è$/ },
    { concept: 'a valid link', say: 'valido', avoid: /link resta buono/i },
    { concept: 'someone like you', say: 'qualcuno come te', avoid: /una persona come te/i },
    { concept: 'quotation marks', say: '«…»', avoid: /[“”]/ },
    { concept: 'a like', say: 'mi piace', avoid: /Mi Piace/ },
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
    { concept: 'those who help members', say: 'support', avoid: /customer care/i },
    { concept: 'saying no', say: 'decline; what is no good is refused', avoid: /\breject(?:s|ed|ing)?\b/i },
    { concept: 'a plan by its length', say: '3-month plan', avoid: /\b\d months? plan\b/i },
    { concept: 'a freely chosen name', say: 'a nickname is fine', avoid: /can be made up/i },
    { concept: 'where a text is', say: 'is next to, is shown', avoid: /\bstands? (?:beside|where)\b/i },
    { concept: 'how members sign in', say: 'sign-in details', avoid: /\bways in\b/i },
    { concept: 'ended, of an account', say: 'deactivated', avoid: /profile is disabled/i },
    { concept: 'meeting people', say: 'connections', avoid: /\bencounters?\b/i },
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
    { concept: 'a plan', say: 'formule', avoid: /\bforfaits?\b|\babonnements?\b/i },
    { concept: 'a pack of credits', say: 'pack', avoid: /\blots? de (?:crédits|messages)\b|\bd’un lot\b/i },
    { concept: 'those who help members', say: 'l’assistance', avoid: /service client/i },
    { concept: 'a link that works once', say: 'ne sert qu’une fois', avoid: /\bet sert une fois/i },
    {
      concept: 'the reader',
      say: 'vous',
      avoid: /(?<![\p{L}’-])(?:tu|toi|ton|tes|t’\p{L}+|te (?:lit|reconnaît|vois|voit))(?![\p{L}’])/iu,
    },
    {
      concept: 'a reader of either gender',
      say: 'words without a gender (aucune connexion, blocage)',
      avoid:
        /\bvous (?:êtes|étiez|serez) (?:connecté|inscrit|rétracté|seul)\b|\bvous vous êtes (?:déjà )?(?:connecté|rétracté)\b|\bpour vous seul\b|^bloquée /i,
    },
    {
      concept: 'recording',
      say: 'commencer l’enregistrement, as enregistrer is to save',
      avoid: /enregistrer (?:un|le) (?:son|vocal)/i,
    },
    { concept: 'profiles of real people', say: 'authentiques', avoid: /profils sont-ils vrais/i },
    {
      concept: 'until a date',
      say: 'jusqu’{…}, as `dateWords` puts au before it',
      avoid: /\b(?:le|au|du) (?:<\w+>)?\{(?:date|day|until|moment|next)\}/i,
    },
  ],
  es: [
    { concept: 'a conversation', say: 'conversación; la sección se llama Mensajes', avoid: /\bchats?\b/i },
    { concept: 'a review', say: 'reseña', avoid: /\bopiniones\b/i },
    { concept: 'the spam folder', say: 'spam', avoid: /correo no deseado/i },
    { concept: 'opening a session', say: 'iniciar sesión', avoid: /\bentrar\b|\bEntra\b/ },
    { concept: 'ending a session', say: 'cerrar sesión', avoid: /^Salir\b/ },
    { concept: 'hidden message', say: 'oculto', avoid: /\btapado\b/i },
    { concept: 'liking back', say: 'corresponder', avoid: /devolver el me gusta/i },
    { concept: 'renews automatically', say: 'automáticamente', avoid: /\brenueva solo\b/i },
    {
      concept: 'those who help members',
      say: 'atención al cliente',
      avoid: /\b(?:la|de) asistencia\b|equipo de ayuda|la atención al cliente/i,
    },
    { concept: 'a digital wallet', say: 'la cartera digital', avoid: /monedero|\bcartera\b(?! digital)/i },
    { concept: 'an email', say: 'correo', avoid: /(?<![<{])\bemails?\b(?![>}])/i },
    { concept: 'quotation marks', say: '«…»', avoid: /[“”]/ },
    { concept: 'VAT, which is masculine', say: 'IVA incluido', avoid: /IVA (?:\{\w+\} )?incluida/i },
    {
      concept: 'a date in a sentence',
      say: 'the date alone, as `dateWords` puts el before it',
      avoid: /\b(?:el|al|del) (?:<\w+>)?\{(?:date|day|until|moment|next)\}/i,
    },
    { concept: 'withdrawing from a purchase', say: 'desistir de «…»', avoid: /^desistimiento: /i },
  ],
}
