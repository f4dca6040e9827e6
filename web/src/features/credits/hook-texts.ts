import type { HookCode } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Coins, Heart, Layers, Lock, type LucideIcon, MapPin } from 'lucide-react'

export interface HookText {
  readonly icon: LucideIcon
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** The same where nothing was saved as a draft. */
  readonly withoutDraft?: MessageDescriptor
  /** The heading of the plans page when a member reaches it through this hook. */
  readonly plans: MessageDescriptor
}

/** The text of each hook: why the member cannot go on, and what would let them. */
export const hookTexts: Record<HookCode, HookText> = {
  fine_crediti: {
    icon: Coins,
    title: msg`Hai finito i crediti`,
    text: msg`Il messaggio è salvato come bozza. Lo trovi qui quando torni, con o senza crediti.`,
    withoutDraft: msg`Quello che stai inviando resta aperto qui sotto finché non lasci la pagina.`,
    plans: msg`Continua a scrivere`,
  },
  file_like: {
    icon: Heart,
    title: msg`Hai finito i mi piace`,
    text: msg`Con un piano o un pacchetto i tuoi mi piace sono illimitati.`,
    plans: msg`Mi piace illimitati`,
  },
  paginazione: {
    icon: Layers,
    title: msg`Qui finiscono le pagine gratuite`,
    text: msg`Con un piano o un pacchetto sfogli tutti i profili della tua zona.`,
    plans: msg`Sfoglia tutti i profili`,
  },
  blurred: {
    icon: Lock,
    title: msg`Questo messaggio è nascosto`,
    text: msg`Con un piano o un pacchetto leggi tutti i messaggi che ricevi, anche quelli già arrivati.`,
    plans: msg`Leggi tutti i messaggi`,
  },
  cambia_regione: {
    icon: MapPin,
    title: msg`Cambiare regione fa parte dei piani`,
    text: msg`La tua regione resta quella di adesso. Con un piano o un pacchetto cerchi dove vuoi.`,
    plans: msg`Cerca dove vuoi`,
  },
}

/** A hook's texts by its name in a URL; undefined for `cred` and for unknown names. */
export const hookTextOf = (name: string | undefined): HookText | undefined =>
  name !== undefined && Object.hasOwn(hookTexts, name) ? hookTexts[name as HookCode] : undefined
