import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// As `account-texts.ts`, for the pages that links of emails and of the footer lead to.
await loadTexts('link', document.documentElement.lang as Locale)
