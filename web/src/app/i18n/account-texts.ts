import type { Locale } from '@incontro/contract'
import { loadAccountTexts } from './i18n.client.ts'

// A module that imports this one runs once the texts are there: `web/account-texts` puts it into the account's pages.
await loadAccountTexts(document.documentElement.lang as Locale)
