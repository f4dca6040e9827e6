import type { countries } from '@incontro/contract'

type Country = (typeof countries)[number]

/** What a line is for; the page says it in words. */
export type HelpKind = 'emergency' | 'violence' | 'victims' | 'fraud' | 'bank'

export interface HelpLine {
  /** As it is dialled inside the country, in the groups in which it is written there. */
  readonly number: string
  readonly kind: HelpKind
  /** The line's own name, in its own language; an emergency number has none. */
  readonly name?: string
}

/**
 * Lines that a government runs, funds or names as its own. Only numbers that are certain are here: a wrong one is worse
 * than none, so a country may lack a kind.
 */
export const helpLines: Readonly<Record<Country, readonly HelpLine[]>> = {
  IT: [
    { number: '112', kind: 'emergency' },
    { number: '1522', kind: 'violence', name: 'Numero antiviolenza e stalking' },
  ],
  ES: [
    { number: '112', kind: 'emergency' },
    { number: '016', kind: 'violence', name: 'Atención a víctimas de violencia de género' },
    { number: '017', kind: 'fraud', name: 'Tu Ayuda en Ciberseguridad, INCIBE' },
  ],
  FR: [
    { number: '112', kind: 'emergency' },
    { number: '3919', kind: 'violence', name: 'Violences Femmes Info' },
    { number: '116 006', kind: 'victims', name: 'France Victimes' },
    { number: '0 805 805 817', kind: 'fraud', name: 'Info Escroqueries' },
  ],
  GB: [
    { number: '999', kind: 'emergency' },
    { number: '0808 2000 247', kind: 'violence', name: 'National Domestic Abuse Helpline, Refuge' },
    { number: '159', kind: 'bank', name: 'Stop Scams UK' },
  ],
  IE: [
    { number: '112', kind: 'emergency' },
    { number: '1800 341 900', kind: 'violence', name: 'Women’s Aid' },
  ],
}

/** A member's or brand's own country first. */
export const countriesFrom = (own: string): readonly Country[] => {
  const all = Object.keys(helpLines) as Country[]
  return all.toSorted((one, other) => Number(other === own) - Number(one === own))
}

export const telephone = (number: string): string => `tel:${number.replaceAll(' ', '')}`
