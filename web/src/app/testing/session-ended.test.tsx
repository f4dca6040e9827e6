import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { storedMessages, storeMessage } from '../outbox/outbox-store.ts'
import { stubIndexedDb } from '../storage/testing/memory-database.ts'
import { componentTests, renderMemberPage } from './member-page.tsx'
import { useSession } from '../session/session.tsx'

componentTests()
beforeEach(() => {
  stubIndexedDb()
  // A page of another test may have been left: this one is open again.
  dispatchEvent(new Event('pageshow'))
})

const Refresh = () => {
  const { refresh } = useSession()
  return (
    <button type="button" onClick={() => void refresh()}>
      refresh
    </button>
  )
}

it('a page that hears that its session has ended deletes what was not sent, and leaves', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const message = { memberId: 'her', memberName: 'Ada', text: 'Ciao', icebreaker: false, code: null }
  await storeMessage({ ...message, clientMessageId: 'a', owner: 'local/tracker', time: '2026-11-23T12:00:00.000Z' })
  renderMemberPage(<Refresh />, {
    answers: (what) => (what === 'POST /api/users/verify' ? { verify: 0 } : undefined),
  })
  await userEvent.click(await screen.findByText('refresh'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(await storedMessages('local/tracker')).toEqual([])
})
