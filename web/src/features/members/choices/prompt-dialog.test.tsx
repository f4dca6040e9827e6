import type { AnsweredPrompt } from '@incontro/contract'
import { promptIds } from '@incontro/contract/profile-choices'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import type { ChoiceTexts } from '#features/choices/index.ts'
import PromptDialog from './prompt-dialog.tsx'

componentTests()

const texts = {
  prompts: promptIds.map((id) => ({ id, text: `Text of ${id}`, example: `Example of ${id}` })),
} as unknown as ChoiceTexts

function openDialog({
  prompts = [],
  edited = null,
}: { prompts?: AnsweredPrompt[]; edited?: AnsweredPrompt | null } = {}) {
  const saved: AnsweredPrompt[][] = []
  let closed = 0
  const page = renderMemberPage(
    <PromptDialog
      texts={texts}
      prompts={prompts}
      edited={edited}
      save={async (all) => {
        saved.push(all)
        return true
      }}
      onClose={() => (closed += 1)}
    />,
  )
  return { ...page, saved, closed: () => closed }
}

describe('an answer on the profile', () => {
  it('begins with every prompt once, in three groups, each with an example', async () => {
    openDialog({ prompts: [{ id: 'song', answer: 'Azzurro' }] })
    const groups = await screen.findAllByRole('region')
    expect(groups).toHaveLength(3)
    const names = groups.flatMap((group) =>
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    )
    const open = promptIds.filter((id) => id !== 'song')
    expect(names.toSorted()).toEqual(open.map((id) => `Text of ${id}Example of ${id}`).toSorted())
  })

  it('is written after one press, and another prompt can be chosen without losing the words', async () => {
    const { user, saved, closed } = openDialog()
    await user.click(await screen.findByRole('button', { name: /Text of dish/ }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of dish' })
    expect(document.activeElement).toBe(field)
    await user.type(field, 'Parmigiana')
    await user.click(screen.getByRole('button', { name: 'Choose another sentence' }))
    await user.click(await screen.findByRole('button', { name: /Text of evening/ }))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of evening' })).value).toBe(
      'Parmigiana',
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect([saved, closed()]).toEqual([[[{ id: 'evening', answer: 'Parmigiana' }]], 1])
  })

  it('opens on the words when it is changed, and keeps its place among the others', async () => {
    const prompts: AnsweredPrompt[] = [
      { id: 'song', answer: 'Azzurro' },
      { id: 'dish', answer: 'Soup' },
    ]
    const { user, saved } = openDialog({ prompts, edited: prompts[0] ?? null })
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of song' })
    await user.type(field, '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved).toEqual([[{ id: 'song', answer: 'Azzurro!' }, prompts[1]]])
  })

  it('is not saved empty', async () => {
    const { user, saved } = openDialog()
    await user.click(await screen.findByRole('button', { name: /Text of dish/ }))
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await screen.findByText('Write a few words.')
    expect(saved).toEqual([])
  })
})
