import type { MailingTexts } from '@incontro/contract/admin'
import { newId } from '#platform/ids.ts'
import type { MailingDeps } from './deps.ts'

/** Written as a colleague would, so that a visitor of the demo can approve it and read it in the sandbox's mailbox. */
const texts: MailingTexts = {
  it: {
    subject: 'Tre domande che aprono una conversazione',
    body: 'Ciao {name},\n\nle conversazioni più lunghe su {brand} cominciano con una domanda su ciò che l’altra persona ha scritto nel profilo.\n\nProva con il suo libro preferito, il posto in cui tornerebbe, o la cosa che sa cucinare meglio.',
  },
  es: {
    subject: 'Tres preguntas que abren una conversación',
    body: 'Hola, {name}:\n\nLas conversaciones más largas en {brand} empiezan con una pregunta sobre lo que la otra persona ha escrito en su perfil.\n\nPrueba con su libro favorito, el lugar al que volvería o lo que mejor cocina.',
  },
  fr: {
    subject: 'Trois questions pour ouvrir une conversation',
    body: 'Bonjour {name},\n\nLes conversations les plus longues sur {brand} commencent par une question sur ce que l’autre personne a écrit dans son profil.\n\nDemandez son livre préféré, l’endroit où elle retournerait ou le plat qu’elle réussit le mieux.',
  },
  en: {
    subject: 'Three questions that open a conversation',
    body: 'Hi {name},\n\nthe longest conversations on {brand} begin with a question about what the other person wrote in their profile.\n\nTry their favourite book, the place they would go back to, or the dish they cook best.',
  },
}

/** In a demo without mailings: one that waits for a second person, at each brand. */
export async function addSampleMailings(deps: MailingDeps): Promise<void> {
  const author = await deps.sampleAuthor?.()
  if (author === undefined) return
  const at = deps.clock()
  const by = `staff:${author}`
  for (const { key } of deps.brands.list) {
    const any = await deps.db
      .selectFrom('mailings')
      .select('id')
      .where('brand_id', '=', key)
      .limit(1)
      .executeTakeFirst()
    if (any) continue
    await deps.db
      .insertInto('mailings')
      .values({
        brand_id: key,
        id: newId(),
        name: 'Conversation starters',
        segment: 'all',
        texts: JSON.stringify(texts),
        state: 'submitted',
        made_by: by,
        made_at: at,
        changed_by: by,
        changed_at: at,
      })
      .execute()
  }
}
