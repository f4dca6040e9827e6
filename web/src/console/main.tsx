import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { ToastProvider } from '#components/feedback/toast.tsx'
import '#styles/base.css'
import { ApiProblem } from '#console/base/api.ts'
import { browserLanguage, i18n, showLanguage } from '#console/base/i18n.ts'
import { App } from './shell/app.tsx'
import { showTheme, storedTheme } from '#console/base/theme.ts'

showTheme(storedTheme())
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // What is refused stays refused.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status > 0),
    },
  },
})

/** Its pages are in `App`: as one route it can ask before a page is left (`base/leave-guard.tsx`). */
const router = createBrowserRouter([
  {
    path: '*',
    element: (
      <ToastProvider>
        <App />
      </ToastProvider>
    ),
    errorElement: <ErrorState onRetry={() => location.reload()} />,
  },
])

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
await showLanguage(browserLanguage())
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </I18nProvider>,
)
