/** What a visitor may allow besides what is necessary. */
export const purposes = ['analytics', 'remarketing'] as const
export type Purpose = (typeof purposes)[number]

/**
 * What the posted form allows: one of the bar's two answers, all, none, or what each purpose's own control says.
 *
 * @returns undefined when the form holds no choice
 */
export const cookieChoice = (form: FormData): Record<Purpose, boolean> | undefined => {
  switch (form.get('cookiePolicy')) {
    case 'necessary': return { analytics: false, remarketing: false }
    case 'analytics': return { analytics: true, remarketing: false }
    case 'all': return { analytics: true, remarketing: true }
    case 'chosen': return { analytics: form.get('analytics') === 'true', remarketing: form.get('remarketing') === 'true' }
    default: return undefined
  }
}
