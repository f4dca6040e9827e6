import { maxMessageLength } from '@incontro/contract/limits'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import type { OtherMember } from '../messages/use-other-member.ts'
import { Composer } from './composer.tsx'
import type { Task } from './composer-task.tsx'

componentTests()

const ada = { id: 'ada', memberName: 'Ada', writable: true } as OtherMember

/** A composer whose messages the test reads. Its other member and its task come when the test presses for them. */
const openComposer = ({ isKnown = true, covers = false }: { isKnown?: boolean; covers?: boolean } = {}) => {
  const messages: [string, boolean][] = []
  const saved: string[] = []
  const Page = () => {
    const [otherMember, setOther] = useState(isKnown ? ada : null)
    const [task, setTask] = useState<Task | null>(null)
    const edit = {
      kind: 'edit',
      message: { msg: 'Hello' },
      save: async (words: string) => {
        saved.push(words)
        return true
      },
    } as unknown as Task
    return (
      <>
        <button onClick={() => setOther(ada)}>Ada is known</button>
        <button onClick={() => setTask(edit)}>Edit</button>
        <Composer
          memberId="ada"
          otherMember={otherMember}
          empty={false}
          ideas={false}
          onSend={(text, prefilled) => messages.push([text, prefilled])}
          task={task}
          onTaskEnd={() => setTask(null)}
          takesMedia={false}
          covers={covers}
          onMedia={() => undefined}
        />
      </>
    )
  }
  const page = renderMemberPage(<Page />, {
    answers: (what) =>
      what.startsWith('GET /api/draft/') ? { text: '' } : what.startsWith('PUT /api/draft/') ? {} : undefined,
  })
  return { ...page, messages, saved }
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' })

describe('the composer', () => {
  it('sends with Enter and with its button, begins a line with Shift, and is empty afterwards', async () => {
    const { user, messages } = openComposer()
    await user.type(field(), 'Hi Ada{Shift>}{Enter}{/Shift}how are you?{Enter}')
    expect([messages, field().value]).toEqual([[['Hi Ada\nhow are you?', false]], ''])
    await user.type(field(), 'Tomorrow?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect([messages.at(-1), field().value]).toEqual([['Tomorrow?', false], ''])
    expect(document.activeElement).toBe(field())
  })

  it('sends nothing that is empty or only space', async () => {
    const { user, messages } = openComposer()
    expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(field(), '{Enter}   {Enter}')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(messages).toEqual([])
  })

  it('sends a message that was written before the other member was loaded, once they are', async () => {
    const { user, messages } = openComposer({ isKnown: false })
    await user.type(field(), 'Hi{Enter}')
    expect([messages, field().value]).toEqual([[], 'Hi'])
    await user.click(screen.getByRole('button', { name: 'Ada is known' }))
    await waitFor(() => expect(field().value).toBe(''))
    expect(messages).toEqual([['Hi', false]])
  })

  it('keeps for the next message what is too much for one', async () => {
    const { user, messages } = openComposer()
    fireEvent.change(field(), { target: { value: 'a'.repeat(maxMessageLength) + ' more' } })
    expect(field().value).toBe('a'.repeat(maxMessageLength))
    screen.getByText('0 characters left')
    await user.type(field(), '{Enter}')
    expect(messages.map(([text]) => text.length)).toEqual([maxMessageLength])
    await waitFor(() => expect(field().value.trim()).toBe('more'))
  })

  it('edits a message in place of the draft, which is there again afterwards', async () => {
    const { user, messages, saved } = openComposer()
    await user.type(field(), 'A draft')
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(field().value).toBe('Hello')
    screen.getByText('Editing is free')
    await user.type(field(), ' Ada{Enter}')
    await waitFor(() => expect(field().value).toBe('A draft'))
    expect([saved, messages]).toEqual([['Hello Ada'], []])
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(field(), '{Escape}')
    expect(field().value).toBe('A draft')
  })

  it('says what is covered until the other member has written, and only of contacts', async () => {
    const { user } = openComposer({ covers: true })
    await user.type(field(), 'Call me at 347 123 4567')
    expect((await screen.findByText(/^Hidden until they reply/)).textContent).toContain('347 123 4567')
    await user.clear(field())
    await user.type(field(), 'Fine thanks.I am from Milan')
    expect(screen.queryByText(/^Hidden until/)).toBeNull()
  })
})
