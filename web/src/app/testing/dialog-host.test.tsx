import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { componentTests, renderMemberPage } from './member-page.tsx'
import { useOpenDialog } from '../shell/dialogs.ts'

componentTests()

const Question = ({ words, onClose }: { readonly words: string; readonly onClose: () => void }) => (
  <Dialog open onClose={onClose} title={words}>
    <Button onClick={onClose}>No</Button>
  </Dialog>
)

const Page = ({ onClosed }: { readonly onClosed?: () => void }) => {
  const openDialog = useOpenDialog()
  return <Button onClick={() => openDialog(Question, { words: 'Sure?' }, onClosed)}>Ask</Button>
}

it('a dialog opens, takes the focus, and gives it back to the button when it is closed', async () => {
  let closed = 0
  const { user } = renderMemberPage(<Page onClosed={() => (closed += 1)} />)
  const ask = screen.getByRole('button', { name: 'Ask' })
  await user.click(ask)
  const dialog = await screen.findByRole('dialog', { name: 'Sure?' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.click(screen.getByRole('button', { name: 'No' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(ask))
  expect(closed).toBe(1)
})

it('a dialog goes with the page that opened it', async () => {
  let closed = 0
  const { user, navigate } = renderMemberPage(<Page onClosed={() => (closed += 1)} />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog')
  await navigate('/elsewhere')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(closed).toBe(0)
})
