/** A visitor's page to which a link leads. */
export const entries = ['/', '/signup', '/asignup', '/ms'] as const
export type Entry = (typeof entries)[number]

export interface LandingLink {
  readonly origin: string
  readonly entry: Entry
  /** Empty: the brand's usual one. */
  readonly flow: string
  readonly source: string
  readonly campaign: string
  /** What the affiliate's tracker replaces with the id of a click, as it writes it: `{click_id}`. */
  readonly click: string
}

/** A placeholder of a tracker, or a tracker id: whatever it becomes, it stays one value. */
export const isClick = (text: string): boolean => /^[A-Za-z0-9._{}[\]$%-]{0,64}$/.test(text)

/** The address of an advertisement, with the parameters that a landing page reads. */
export function landingLink({ origin, entry, flow, source, campaign, click }: LandingLink): string {
  const parameters = [
    ['src', encodeURIComponent(source)],
    ['campid', encodeURIComponent(campaign)],
    ['fluxid', encodeURIComponent(flow)],
    // As it is: a tracker would not find its placeholder otherwise.
    ['tid', click],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]))
  return `${origin}${entry}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
