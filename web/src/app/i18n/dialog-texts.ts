import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// As `account-texts.ts`, for what members open from the list and from conversations.
await loadTexts('dialog', document.documentElement.lang as Locale)
