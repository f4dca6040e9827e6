import type { EmailBrand, EmailColour, EmailColours } from '../email-brand.ts'

type Property = 'color' | 'backgroundColor' | 'borderColor'

interface Coloured {
  readonly className: string
  readonly style: Readonly<Partial<Record<Property, string>>>
}

const letters: Readonly<Record<Property, string>> = { color: 'c', backgroundColor: 'b', borderColor: 'l' }
const names: Readonly<Record<Property, string>> = {
  color: 'color',
  backgroundColor: 'background-color',
  borderColor: 'border-color',
}
const properties = Object.keys(letters) as Property[]
const classOf = (property: Property, colour: EmailColour): string => `${letters[property]}-${colour}`

/**
 * Colours of an element: inline for the light theme, as mail programs drop style sheets, and as classes that the style sheet
 * of `darkSheet` overrides where there is one.
 */
export function coloured({ colours }: EmailBrand, chosen: Readonly<Partial<Record<Property, EmailColour>>>): Coloured {
  const entries = Object.entries(chosen) as [Property, EmailColour][]
  return {
    className: entries.map(([property, colour]) => classOf(property, colour)).join(' '),
    style: Object.fromEntries(entries.map(([property, colour]) => [property, colours[colour]])),
  }
}

/** The dark theme, for programs that have one and follow it. */
export const darkSheet = (dark: EmailColours): string => {
  const rules = (Object.entries(dark) as [EmailColour, string][]).flatMap(([colour, value]) =>
    properties.map((property) => `.${classOf(property, colour)}{${names[property]}:${value}!important}`),
  )
  // react-email puts the page into a table's cell, with the page's style and without its class.
  const cell = `body>table>tbody>tr>td{background-color:${dark.bg}!important}`
  return `@media (prefers-color-scheme:dark){${rules.join('')}${cell}}`
}
