import type { Session } from '@incontro/contract/domain'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { ToastProvider } from '#components/feedback/toast.tsx'
import type { Site } from '../brand/site.ts'
import type { Connection } from '../session/connection.ts'
import type { ConnectionStatus } from '../session/connection-state.ts'
import { createQueryClient } from '../session/query-client.ts'
import { type Counts, SessionProvider } from '../session/session.tsx'
import { SharedConnection } from '../session/socket.tsx'
import { DialogHost } from '../shell/dialog-host.tsx'
import { createStore } from '../store/store.ts'

/** Takes each test's page away, and lets React know that tests wait for what it renders. */
export const componentTests = () => {
  // A dialog's file is compiled when it opens for the first time.
  configure({ asyncUtilTimeout: 15_000 })
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    // What is preloaded when a browser is idle loads when a test asks for it.
    vi.stubGlobal('requestIdleCallback', () => 0)
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    // Every animation has ended, once its caller listens.
    Element.prototype.animate = () => {
      const animation = { cancel: () => undefined, onfinish: () => undefined }
      setTimeout(() => animation.onfinish())
      return animation as unknown as Animation
    }
    i18n.load('en', {})
    i18n.activate('en')
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}

const aMember = {
  clickid: 'tracker',
  photos: [],
  memberId: 'me',
  memberName: 'Me',
  flowId: '7',
  premiumLevel: 0,
  likeCredits: 3,
  icebreakerCredits: 4,
  totalCredits: 20,
  messageCost: 10,
  listedAll: ['uomo'],
  seeks: 'donna',
  seeksAll: ['donna'],
  searchRegion: 'Lazio',
  searchCity: '',
  country: 'IT',
  flow: { ageCheck: 0, messageInvites: 0, hooks: {}, hookTexts: {} },
} as unknown as Session

const counts = {
  likedMemberIds: [],
  unreadMessages: 0,
  unreadLikes: 0,
  unreadVisits: 0,
  navigation: { nextLikeAt: null },
} as unknown as Counts

/** What a request or a socket's event is answered with. */
type Answer = (what: string, data: unknown) => unknown

/**
 * A page of a signed-in member in English, with its dialogs and toasts.
 *
 * @param page what it shows
 * @param answers answers to requests, `POST /api/…` with their body, and to events, by name with their data. A request
 * that has none is not found, a `Response` is sent as it is, and an event is refused as without a network
 * @param loaded the data of the page's loader
 * @param route the path of its route, and `address` where it is opened
 * @param member what is different of the member, who is in a flow with everything and has a few credits
 */
export const renderMemberPage = (
  page: ReactNode,
  {
    answers = () => undefined,
    loaded = null,
    member = {},
    route = '*',
    address = '/here',
  }: {
    readonly answers?: Answer
    readonly loaded?: unknown
    readonly member?: Partial<Session>
    readonly route?: string
    readonly address?: string
  } = {},
) => {
  const session: Session = { ...aMember, ...member }
  const sent: [string, unknown][] = []
  const answer = async (what: string, data: unknown) => {
    sent.push([what, data])
    return answers(what, data)
  }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = await answer(
      `${init?.method ?? 'GET'} ${path}`,
      typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    )
    if (body instanceof Response) return body
    return body === undefined ? Response.json({ code: 'unknown' }, { status: 404 }) : Response.json(body)
  })
  const { read, subscribe } = createStore<ConnectionStatus>('online')
  const connection = {
    read,
    subscribe,
    emit: async (event: string, data: unknown) =>
      (await answer(event, data)) ?? { ok: false, code: 'offline', message: '' },
    on: () => () => undefined,
    open: () => () => undefined,
    resume: () => undefined,
    setPolling: () => undefined,
  } as Connection
  const site = {
    brand: { key: 'local', title: 'Local', country: 'IT', signupElsewhere: [] },
    locale: 'en',
    wordmarkBox: '148 40',
    session,
  } as unknown as Site
  const client = createQueryClient()
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: () => site,
        path: '/',
        element: (
          <QueryClientProvider client={client}>
            <SessionProvider session={session} counts={counts}>
              <SharedConnection value={connection}>
                <ToastProvider>
                  <Outlet />
                  <DialogHost />
                </ToastProvider>
              </SharedConnection>
            </SessionProvider>
          </QueryClientProvider>
        ),
        children: [{ id: 'page', path: route, loader: () => loaded, element: page }],
      },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { root: site, page: loaded } } },
  )
  const shown = render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  )
  return {
    ...shown,
    client,
    /** Presses and types as a member does. */
    user: userEvent.setup(),
    /** What the page sent, in order. */
    sent,
    path: () => router.state.location.pathname,
    navigate: (to: string) => act(() => router.navigate(to)),
  }
}
