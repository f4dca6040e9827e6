import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MailingView } from '@incontro/contract/admin'
import { componentTests } from '#app/testing/member-page.tsx'
import { renderConsolePage } from '#console/base/testing/console-page.tsx'
import { MailingPage } from './mailing-page.tsx'

componentTests()

const [read, newer] = ['a'.repeat(64), 'b'.repeat(64)]
const mailing: MailingView = {
  id: 'x',
  name: 'Winter walks',
  segment: 'all',
  startsAt: null,
  state: 'draft',
  changedBy: 'Mara',
  changedAt: '2026-03-01T10:00:00.000Z',
  // Not written: there is no preview, which needs a browser.
  texts: {},
  languages: ['en'],
  madeBy: 'Mara',
  approvedBy: null,
  approvedAt: null,
  mayApprove: true,
  begunAt: null,
  endedAt: null,
  digest: read,
  figures: { waiting: 0, queued: 0, sent: 0, failed: 0, dropped: 0, bounced: 0, complained: 0, unsubscribed: 0 },
}

it('what is approved is what was on the page when the dialog opened, not what a colleague saves behind it', async () => {
  let stored: MailingView = { ...mailing, state: 'submitted' }
  const { user, queries, sent } = renderConsolePage(<MailingPage brand="local" id="x" />, {
    role: 'owner',
    answers: (what) => (what === 'GET /admin/api/local/mailings/x' ? stored : undefined),
  })
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve “Winter walks”?' })
  await user.type(within(dialog).getByLabelText('Reason'), 'Read it')
  stored = { ...stored, name: 'Summer walks', digest: newer }
  await act(() => queries.refetchQueries({ queryKey: ['mailing'] }))
  await screen.findByRole('heading', { name: 'Summer walks' })
  within(dialog).getByText('Approve “Winter walks”?')
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sent.find(([what]) => what.startsWith('POST'))).toEqual([
      'POST /admin/api/local/mailings/x/decide',
      { approve: true, digest: read, reason: 'Read it' },
    ]),
  )
})

const address = '/admin/api/local/mailings/x'
const asksToStay = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** The page of a draft, whose saving waits until it is let through. */
function openDraft() {
  let stored = mailing
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const shown = renderConsolePage(<MailingPage brand="local" id="x" />, {
    role: 'marketing',
    async answers(what, body) {
      if (what === `GET ${address}`) return stored
      if (what !== `PUT ${address}`) return undefined
      await answered
      const { digest, ...content } = body as MailingView
      if (digest !== stored.digest) return Response.json({ code: 'mailing_changed' }, { status: 409 })
      stored = { ...stored, ...content, digest: String(Number(stored.digest.at(-1) === 'b')).repeat(64) }
      return { digest: stored.digest }
    },
  })
  return {
    ...shown,
    stored: () => stored,
    save: (change: Partial<MailingView>) => (stored = { ...stored, ...change }),
    letThrough: () => act(async () => answer()),
    puts: () => shown.sent.filter(([what]) => what.startsWith('PUT')).map(([, body]) => body),
  }
}
const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Name/)
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

it('what is typed while a mailing is saved stays, and can be saved', async () => {
  const { user, letThrough, stored, puts } = openDraft()
  await user.type(await nameField(), ' one')
  await user.click(saveButton())
  await user.type(await nameField(), ' two')
  await letThrough()
  await screen.findByRole('heading', { name: 'Winter walks one' })
  expect((await nameField()).value).toBe('Winter walks one two')
  expect(screen.queryByText(/meanwhile/)).toBeNull()
  await user.click(saveButton())
  await waitFor(() => expect(stored().name).toBe('Winter walks one two'))
  expect(puts()).toMatchObject([{ digest: read }, { digest: '0'.repeat(64) }])
  await waitFor(() => expect(saveButton().disabled).toBe(true))
})

it('what is typed of a mailing is kept while another page is looked at, and leaving the console asks', async () => {
  const { user, show } = openDraft()
  expect(asksToStay()).toBe(false)
  await user.type(await nameField(), ' one')
  expect(asksToStay()).toBe(true)
  show(<p>Another page</p>)
  expect(asksToStay()).toBe(true)
  show(<MailingPage brand="local" id="x" />)
  expect((await nameField()).value).toBe('Winter walks one')
  await user.click(screen.getByRole('button', { name: 'Forget it' }))
  expect((await nameField()).value).toBe('Winter walks')
  expect(asksToStay()).toBe(false)
})

it('a mailing that a colleague has saved meanwhile is not saved over, but can be loaded', async () => {
  const { user, queries, save, puts } = openDraft()
  await user.type(await nameField(), ' one')
  save({ name: 'Theirs', changedBy: 'Bea', digest: newer })
  await act(() => queries.refetchQueries({ queryKey: ['mailing'] }))
  await screen.findByText(/Bea has changed this meanwhile/)
  expect((await nameField()).value).toBe('Winter walks one')
  expect(saveButton().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Load it' }))
  expect((await nameField()).value).toBe('Theirs')
  expect(puts()).toEqual([])
})

it('a language of which only the subject or the text is written is not dropped by saving: the page says what is missing', async () => {
  const { user, save, queries, stored, puts, letThrough } = openDraft()
  save({ languages: ['en', 'it'] })
  await letThrough()
  await nameField()
  await act(() => queries.refetchQueries({ queryKey: ['mailing'] }))
  await user.click(await screen.findByRole('button', { name: /^Italian/ }))
  await user.type(screen.getByLabelText('Subject in Italian'), 'Ciao')
  await user.click(screen.getByRole('button', { name: /^English/ }))
  await user.type(screen.getByLabelText(/^Text in English/), 'Hello')
  await user.click(saveButton())
  screen.getByText('Not saved: the subject in English is missing. Write it, or empty the text.')
  screen.getByText('Not saved: the text in Italian is missing. Write it, or empty the subject.')
  screen.getByText('Missing')
  await user.type(screen.getByLabelText('Subject in English'), 'Hi')
  await user.click(saveButton())
  // It shows the language that is not whole.
  const italian = await screen.findByLabelText(/^Text in Italian/)
  expect(puts()).toEqual([])
  await user.type(italian, 'Buongiorno')
  expect(screen.queryByText(/^Not saved/)).toBeNull()
  await user.click(saveButton())
  await waitFor(() =>
    expect(stored().texts).toEqual({
      en: { subject: 'Hi', body: 'Hello' },
      it: { subject: 'Ciao', body: 'Buongiorno' },
    }),
  )
})
