import type { ConsentView, OptionalConsent } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { BellRing, ChartColumn, Handshake, type LucideIcon, Megaphone } from 'lucide-react'

/** The name of each consent. */
export const consentNames: Record<ConsentView['kind'], MessageDescriptor> = {
  terms: msg`Condizioni d’uso`,
  data: msg`Dati su chi cerchi`,
  clauses: msg`Clausole dell’articolo 14`,
  adult: msg`Dichiarazione di maggiore età`,
  renewal: msg`Rinnovo del piano`,
  immediate_start: msg`Inizio immediato del servizio acquistato`,
  promotion: msg`Novità e offerte`,
  third_party: msg`Offerte dei partner`,
  analytics: msg`Statistiche`,
  remarketing: msg`Promemoria promozionali`,
}

/** The optional consents and their meaning. */
export const optionalTexts: Record<OptionalConsent, { readonly icon: LucideIcon; readonly means: MessageDescriptor }> =
  {
    promotion: { icon: Megaphone, means: msg`Ti scriviamo per email quando c’è una novità o un’offerta.` },
    third_party: { icon: Handshake, means: msg`Anche i nostri partner possono scriverti offerte.` },
    analytics: {
      icon: ChartColumn,
      means: msg`Contano le visite alle pagine, senza pubblicità e senza passare dati ad altri.`,
    },
    remarketing: {
      icon: BellRing,
      means: msg`Ricordano che hai cominciato un’iscrizione o un acquisto, per scriverti una volta.`,
    },
  }

/** The consents that an account requires, and what would be missing without each. */
export const requiredTexts = {
  terms: msg`Senza condizioni accettate non c’è contratto.`,
  data: msg`Senza sapere chi cerchi non possiamo proporti nessuno.`,
  clauses: msg`Fanno parte delle condizioni, e la legge chiede di approvarle a parte.`,
  adult: msg`Il servizio è solo per maggiorenni.`,
} as const satisfies Partial<Record<ConsentView['kind'], MessageDescriptor>>
