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
