import type { Locale } from '@incontro/contract'
import { loadTexts } from './i18n.client.ts'

// A module that imports this one runs once the texts are there: `web/page-texts` puts it into the account's pages.
await loadTexts('account', document.documentElement.lang as Locale)
