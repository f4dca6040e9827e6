import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// As `account-texts.ts`, for pages before one is signed in.
await loadTexts('visitor', document.documentElement.lang as Locale)
