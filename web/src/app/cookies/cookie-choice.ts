import { choiceCookie } from './cookies.ts'

/** What a visitor may allow besides what is necessary. */
export const purposes = ['analytics', 'remarketing'] as const
export type Purpose = (typeof purposes)[number]
export type Allowed = Readonly<Record<Purpose, boolean>>

/**
 * What the posted form allows: one of the bar's two answers, all, none, or what each purpose's own control says. What the brand
 * does not ask for is not allowed.
 *
 * @returns undefined when the form holds no choice
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

/** The cookies that keep a choice: that there was one, what it allows, and to which text, in which language and when it was made. */
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
    /** How long it holds. */
    readonly days: number
    readonly secure: boolean
    readonly at: Date
  },
): string[] => [
  choiceCookie('cookiePolicy', 'true', secure, days),
  choiceCookie('cookieChoice', `${version}.${locale}.${Math.floor(at.getTime() / 1000)}`, secure, days),
  ...purposes.map((purpose) => choiceCookie(purpose, String(allowed[purpose]), secure, days)),
]
