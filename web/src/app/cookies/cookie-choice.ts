import { choiceCookie } from './cookies.ts'

/** The optional purposes that a visitor may allow, besides necessary cookies. */
export const purposes = ['analytics', 'remarketing'] as const
export type Purpose = (typeof purposes)[number]
export type Allowed = Readonly<Record<Purpose, boolean>>

/**
 * What the posted form allows: the bar's single purpose or nothing, all, none, or the state of each purpose's own
 * control. A purpose that the brand does not ask for is not allowed.
 *
 * @returns undefined if the form contains no choice
 */
export const cookieChoice = (form: FormData, asked: readonly Purpose[] = purposes): Allowed | undefined => {
  const allow = (wanted: (purpose: Purpose) => boolean) => ({
    analytics: asked.includes('analytics') && wanted('analytics'),
    remarketing: asked.includes('remarketing') && wanted('remarketing'),
  })
  switch (form.get('cookiePolicy')) {
    case 'necessary':
      return allow(() => false)
    case 'analytics':
      return allow((purpose) => purpose === 'analytics')
    case 'remarketing':
      return allow((purpose) => purpose === 'remarketing')
    case 'all':
      return allow(() => true)
    case 'chosen':
      return allow((purpose) => form.get(purpose) === 'true')
    default:
      return undefined
  }
}

/**
 * The cookies that store a choice: what it allows, and the version of the text, the language and the time at which it
 * was made.
 */
export const choiceCookies = (
  allowed: Allowed,
  {
    version,
    locale,
    days,
    secure,
    at,
  }: {
    readonly version: string
    readonly locale: string
    /** How long the choice is valid. */
    readonly days: number
    readonly secure: boolean
    readonly at: Date
  },
): string[] => [
  choiceCookie('cookiePolicy', 'true', secure, days),
  choiceCookie('cookieChoice', `${version}.${locale}.${Math.floor(at.getTime() / 1000)}`, secure, days),
  ...purposes.map((purpose) => choiceCookie(purpose, String(allowed[purpose]), secure, days)),
]
