import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// As `account-texts.ts`, for the pages that are linked from emails and the footer.
await loadTexts('link', document.documentElement.lang as Locale)
