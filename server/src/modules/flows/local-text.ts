import type { Locale } from '@incontro/contract'

export type LocalText = Readonly<Record<Locale, string>>
