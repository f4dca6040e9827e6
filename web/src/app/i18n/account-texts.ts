import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// A module that imports this one runs after the texts have loaded. `web/page-texts` adds the import to the account's
// pages.
await loadTexts('account', document.documentElement.lang as Locale)
