import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { returnToDraft, useDraft } from './drafts.ts'

componentTests()

const Composer = () => {
  const [text, setText] = useDraft('her')
  const client = useQueryClient()
  return (
    <>
      <textarea aria-label="message" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={() => void returnToDraft(client, 'her', 'You wrote: tea')}>Reply to this</button>
    </>
  )
}

/** A composer whose server keeps a draft, and says so when the test lets it. */
const openComposer = (draft: string) => {
  let stored = draft
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const { user } = renderMemberPage(<Composer />, {
    answers: (what, body) => {
      if (what === 'GET /api/draft/her') return asked.then(() => ({ text: stored }))
      stored = (body as { text: string }).text
      return { result: 'OK' }
    },
  })
  const field = screen.getByLabelText<HTMLTextAreaElement>('message')
  return { user, field, stored: () => stored, answer: () => answer() }
}
const press = (user: ReturnType<typeof openComposer>['user']) => user.click(screen.getByText('Reply to this'))

it('a text that is brought keeps the draft of an earlier visit that is not there yet', async () => {
  const { user, field, stored, answer } = openComposer('See you on')
  await press(user)
  expect(field.value).toBe('You wrote: tea')
  answer()
  await waitFor(() => expect(field.value).toBe('You wrote: tea\nSee you on'))
  await waitFor(() => expect(stored()).toBe('You wrote: tea\nSee you on'), { timeout: 3000 })
})

it('a text that comes back from being sent is there once, whatever older text the server still has', async () => {
  const { user, field, stored, answer } = openComposer('You wrote: te')
  await user.type(field, 'x')
  await user.clear(field)
  answer()
  await press(user)
  await waitFor(() => expect(stored()).toBe('You wrote: tea'), { timeout: 3000 })
  expect(field.value).toBe('You wrote: tea')
})

it('a text that is brought comes before what is being written', async () => {
  const { user, field, stored } = openComposer('')
  await user.type(field, 'Milk?')
  await press(user)
  expect(field.value).toBe('You wrote: tea\nMilk?')
  await waitFor(() => expect(stored()).toBe('You wrote: tea\nMilk?'), { timeout: 3000 })
})
