import { timeZoneOf } from '@incontro/contract'
import { type Brand, toHex } from '#modules/brands/index.ts'

/** What an email shows of a brand. Colours are `#rrggbb`: mail programs support neither custom properties nor OKLCH. */
export interface EmailBrand {
  readonly title: string
  /** URL of the brand's icon; the same for every reader, so that loading it tells nothing about who reads. */
  readonly icon: string
  readonly company: string
  readonly address: string
  readonly vatNumber: string
  readonly supportEmail: string
  /** IANA name, of the reader's country. */
  readonly timeZone: string
  readonly colours: EmailColours
  /** For readers whose mail program is dark. */
  readonly dark: EmailColours
}

const colours = ['bg', 'surface', 'line', 'text', 'text-2', 'primary', 'on-primary', 'primary-text', 'sunken'] as const
export type EmailColour = (typeof colours)[number]
export type EmailColours = Readonly<Record<EmailColour, string>>

/** @param country of the member's account; a stranger reads the times of the brand's */
export function emailBrand(brand: Brand, country: string = brand.country): EmailBrand {
  const coloursIn = (theme: 'light' | 'dark'): EmailColours => {
    const hex = (name: EmailColour): string => {
      const colour = brand.palette[theme].get(name)
      if (!colour) throw new Error(`${brand.key} has no colour --${name}`)
      return toHex(colour)
    }
    return Object.fromEntries(colours.map((name) => [name, hex(name)])) as Record<EmailColour, string>
  }
  return {
    title: brand.title,
    icon: `${brand.origin}/brand/icon.png?size=180&v=${brand.assets.picturesHash}`,
    company: brand.company.name,
    address: brand.company.address,
    vatNumber: brand.company.vatNumber,
    supportEmail: brand.support.email,
    timeZone: timeZoneOf(country),
    colours: coloursIn('light'),
    dark: coloursIn('dark'),
  }
}
