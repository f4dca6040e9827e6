import type { OfferDraft, OfferView } from '@incontro/contract/admin'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import { renderConsolePage } from '#console/base/testing/console-page.tsx'
import { OfferPage } from './offer-page.tsx'

componentTests()

const [read, newer] = ['a'.repeat(64), 'b'.repeat(64)]
const draft: OfferDraft = {
  version: 2,
  state: 'draft',
  changedBy: 'Mara',
  changedAt: '2026-03-01T10:00:00.000Z',
  publishAt: null,
  content: '# Terms\n\nNew',
  note: '',
  answer: null,
  madeBy: 'Mara',
  approvedBy: null,
  approvedAt: null,
  mayApprove: true,
  digest: read,
  faults: [],
}
const view: OfferView = {
  kind: 'legal',
  key: 'terms',
  live: { version: 1, publishedBy: 'Olga', publishedAt: '2026-02-01T10:00:00.000Z' },
  open: null,
  content: '# Terms\n\nOld',
  draft,
  versions: [
    {
      version: 1,
      state: 'live',
      note: '',
      madeBy: 'Mara',
      approvedBy: 'Olga',
      publishedBy: 'Olga',
      publishedAt: '2026-02-01T10:00:00.000Z',
    },
  ],
  rollBackTo: null,
  currencies: ['EUR'],
}
const address = '/admin/api/local/offers/legal/terms'
const page = <OfferPage brand="local" kind="legal" name="terms" />

/** Opens the dialog of a button, lets a colleague change what is stored, and confirms. */
async function confirmOver(before: OfferView, after: OfferView, button: string, tab?: string) {
  let stored = before
  const { user, queries, sent } = renderConsolePage(page, {
    role: 'owner',
    answers: (what) => (what === `GET ${address}` ? stored : undefined),
  })
  if (tab) await user.click(await screen.findByRole('link', { name: tab }))
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Reason'), 'Read it')
  stored = after
  await act(() => queries.refetchQueries({ queryKey: ['offer'] }))
  const [confirm] = within(dialog).getAllByRole('button', { name: /Approve|Publish|Roll back/ })
  if (confirm) await user.click(confirm)
  await waitFor(() => expect(sent.find(([what]) => what.startsWith('POST'))).toBeDefined())
  return sent.find(([what]) => what.startsWith('POST'))
}

it('what is approved is what was on the page when the dialog opened', async () => {
  const submitted: OfferDraft = { ...draft, state: 'submitted' }
  const changed = (one: OfferDraft) => ({ ...view, draft: { ...one, content: '# Terms\n\nTheirs', digest: newer } })
  expect(await confirmOver({ ...view, draft: submitted }, changed(submitted), 'Approve')).toEqual([
    `POST ${address}/decide`,
    { approve: true, digest: read, reason: 'Read it' },
  ])
})

it('what is published is what was on the page when the dialog opened', async () => {
  const approved: OfferDraft = { ...draft, state: 'approved', approvedBy: 'Ada' }
  const after = { ...view, draft: { ...approved, content: '# Terms\n\nTheirs', digest: newer } }
  expect(await confirmOver({ ...view, draft: approved }, after, 'Publish now')).toEqual([
    `POST ${address}/publish`,
    { digest: read, at: null, reason: 'Read it' },
  ])
})

it('what is rolled back is the version that was on the page when the dialog opened', async () => {
  const [first] = view.versions
  const after: OfferView = {
    ...view,
    live: { version: 2, publishedBy: 'Eva', publishedAt: '2026-03-02T10:00:00.000Z' },
    versions: first
      ? [
          { ...first, version: 2 },
          { ...first, state: 'past' },
        ]
      : [],
    rollBackTo: 1,
  }
  expect(await confirmOver({ ...view, draft: null }, after, 'Roll back', 'Versions')).toEqual([
    `POST ${address}/roll-back`,
    { version: 1, reason: 'Read it' },
  ])
})

it('what is typed while a draft is saved stays, based on what was saved', async () => {
  let answer: (given: { digest: string; faults: [] }) => void = () => undefined
  const saved = new Promise((resolve) => (answer = resolve))
  let stored: OfferView = view
  const { user, sent } = renderConsolePage(page, {
    role: 'marketing',
    answers: (what) => (what === `GET ${address}` ? stored : what === `PUT ${address}/draft` ? saved : undefined),
  })
  const note = () => screen.findByLabelText<HTMLInputElement>(/What is changed and why/)
  await user.type(await note(), 'one')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(await note(), ' two')
  stored = { ...view, draft: { ...draft, note: 'one', digest: newer } }
  await act(async () => answer({ digest: newer, faults: [] }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  expect((await note()).value).toBe('one two')
  expect(screen.queryByText(/meanwhile/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const puts = sent.flatMap(([what, body]) => (what.startsWith('PUT') ? [body] : []))
  expect(puts).toMatchObject([
    { note: 'one', digest: read },
    { note: 'one two', digest: newer },
  ])
})
