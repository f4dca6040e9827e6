import type { TicketView } from '@incontro/contract/admin'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useParams } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import { type Me, MeProvider } from '#console/base/me.tsx'
import { ShortcutProvider } from '#console/base/shortcuts.tsx'
import { TicketPage } from './ticket-page.tsx'

componentTests()

const me = {
  name: 'Ada',
  locale: 'en',
  roles: [{ brand: 'local', role: 'support' }],
  brands: [{ key: 'local', title: 'Local' }],
} as unknown as Me

type Message = TicketView['messages'][number]
const question = { id: 'q', kind: 'member', via: 'form', at: '2026-05-04T08:00:00Z', body: 'How?', undoUntil: null }
const ticketOf = (id: string, messages: readonly Partial<Message>[]) => ({
  id,
  name: `Person ${id}`,
  email: 'person@example.com',
  answersTo: 'person@example.com',
  topic: 'payments',
  subject: 'How?',
  state: 'open',
  version: 1,
  locale: 'en',
  isMember: false,
  member: null,
  others: [],
  assignedTo: null,
  heldBy: null,
  readsMail: true,
  openedAt: question.at,
  waitingSince: question.at,
  lastAt: question.at,
  messages: messages.map((one) => ({ by: null, quoted: null, leftOut: [], outcome: null, ...one })),
})

/** What the server has of each ticket, and what it answers to what staff send, by the path's last word. */
let messages: Record<string, Partial<Message>[]>
let answers: Record<string, (id: string, body: Record<string, unknown>) => unknown>
let sent: [string, string, unknown][]
beforeEach(() => {
  messages = { one: [question] as Partial<Message>[], two: [question] as Partial<Message>[] }
  answers = {}
  sent = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const [, id = '', what = ''] = /\/tickets\/([^/?]+)(?:\/(\w+))?/.exec(path) ?? []
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (what === 'open') return Response.json(ticketOf(id, messages[id] ?? []))
    if (id === 'desk') return Response.json({ answers: [], colleagues: [] })
    sent.push([id, what, body])
    const given = await answers[what]?.(id, body)
    return given instanceof Response ? given : Response.json(given ?? { result: 'OK', tickets: [], more: false })
  })
})

const Opened = () => {
  const { id = '' } = useParams()
  return <TicketPage brand="local" id={id} />
}

const openTicket = (id: string) => {
  const user = userEvent.setup()
  const page = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/local/support/${id}`]}>
          <MeProvider me={me}>
            <ShortcutProvider>
              <Routes>
                <Route path=":brand/support/:id" element={<Opened />} />
              </Routes>
            </ShortcutProvider>
          </MeProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { user, leave: page.unmount }
}
const answerField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer in English' })
const noteField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' })

it('a note that was not added comes back as a note, and never stands in the answer', async () => {
  const first = openTicket('one')
  await first.user.type(await answerField(), 'Dear person')
  await first.user.keyboard('{Escape}n')
  await first.user.type(await noteField(), 'They asked twice.')
  first.leave()

  const other = openTicket('two')
  expect((await answerField()).value).toBe('')
  other.leave()

  const { user } = openTicket('one')
  expect((await noteField()).value).toBe('They asked twice.')
  await user.click(screen.getByRole('button', { name: /^Answer/ }))
  expect((await answerField()).value).toBe('Dear person')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await vi.waitFor(() =>
    expect(sent).toContainEqual(['one', 'answer', { text: 'Dear person', version: 1, close: false }]),
  )
  await user.click(screen.getByRole('button', { name: /^Note/ }))
  expect((await noteField()).value).toBe('They asked twice.')
})

it('takes an answer back once however often it is pressed, below what was written since, and the next one too', async () => {
  let reply = () => {}
  const pending = (id: string, body: string) => ({
    ...question,
    id,
    kind: 'answer' as const,
    via: 'console' as const,
    body,
    outcome: 'pending' as const,
    undoUntil: new Date(Date.now() + 60_000).toISOString(),
  })
  let count = 0
  answers = {
    answer: (id, { text }) => {
      count += 1
      messages[id]!.push(pending(`a${count}`, String(text)))
      return { message: `a${count}`, undoUntil: new Date(Date.now() + 60_000).toISOString() }
    },
    undo: async (id, { message }) => {
      await new Promise<void>((resolve) => (reply = resolve))
      const at = messages[id]!.findIndex((one) => one.id === message)
      if (at < 0) return Response.json({ code: 'sent_already' }, { status: 409 })
      return { text: messages[id]!.splice(at, 1)[0]!.body }
    },
  }
  const undone = () => sent.filter(([, what]) => what === 'undo').length
  const { user } = openTicket('two')
  const field = await answerField()
  const say = async (text: string) => {
    await user.type(field, text)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/^Answered/)
  }
  await say('First')
  await user.type(field, 'Also')
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await vi.waitFor(() => expect(undone()).toBe(1))
  await user.keyboard('{Escape}z')
  await user.click(screen.getByText(/^Answered/).parentElement!.querySelector('button')!)
  reply()
  await vi.waitFor(() => expect(field.value).toBe('Also\n\nFirst'))
  expect(undone()).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()

  // Sent by another tab or taken back there: it says so, and the next answer has its bar.
  await say('!')
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await vi.waitFor(() => expect(undone()).toBe(2))
  messages['two']!.pop()
  reply()
  await screen.findByRole('alert')
  await say('Third')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
})
