import type { Locale } from '@incontro/contract'
import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadI18n } from '#app/i18n/i18n.client.ts'
import { reportError, watchErrors } from '#app/api/report-error.ts'

watchErrors()
const i18n = await loadI18n(document.documentElement.lang as Locale)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedRouter onError={(error) => reportError(error)} />
      </I18nProvider>
    </StrictMode>,
  )
})
