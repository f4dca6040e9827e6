import type { StaffRole } from '@incontro/contract'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createContext, type ReactNode, use } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { ToastProvider } from '#components/feedback/toast.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { type Me, MeProvider } from '../me.tsx'
import { ShortcutProvider } from '../shortcuts.tsx'

const Shown = createContext<ReactNode>(null)
const Page = () => use(Shown)

/**
 * A page of the console in English, of a person with one role at the brand `local`.
 *
 * @param answers answers to requests, `GET /admin/api/…` with their body. One that has none is not found, a `Response`
 * is sent as it is
 */
export const renderConsolePage = (
  page: ReactNode,
  { answers, role }: { readonly answers: (what: string, body: unknown) => unknown; readonly role: StaffRole },
) => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const what = `${init?.method ?? 'GET'} ${path}`
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    sent.push([what, body])
    const answer = await answers(what, body)
    if (answer instanceof Response) return answer
    return answer === undefined ? Response.json({ code: 'unknown' }, { status: 404 }) : Response.json(answer)
  })
  const me = {
    name: 'Ada',
    locale: 'en',
    roles: [{ brand: 'local', role }],
    brands: [{ key: 'local', title: 'Local' }],
  } as unknown as Me
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <>
          <LeaveGuard />
          <Page />
        </>
      ),
    },
  ])
  const within = (shown: ReactNode) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <MeProvider me={me}>
          <ShortcutProvider>
            <ToastProvider>
              <Shown value={shown}>
                <RouterProvider router={router} />
              </Shown>
            </ToastProvider>
          </ShortcutProvider>
        </MeProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
  const { rerender } = render(within(page))
  return {
    queries,
    navigate: (to: string | number) => act(() => router.navigate(to as string)),
    path: () => router.state.location.pathname,
    /** Presses and types as a person does. */
    user: userEvent.setup(),
    /** What the page sent, in order. */
    sent,
    /** Shows another page instead: what was kept for the whole console stays. */
    show: (other: ReactNode) => rerender(within(other)),
  }
}
