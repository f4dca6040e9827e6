import { screen, waitFor } from '@testing-library/react'
import { Link, useNavigate } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { forgetDrafts } from '#console/base/ticket-drafts.ts'
import { useKept } from '#console/base/unsaved.ts'
import { renderConsolePage } from '#console/base/testing/console-page.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'

componentTests()
// Other tests write answers of support, too.
beforeEach(forgetDrafts)

const asksToStay = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
const leaveQuestion = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

/** A dialog, at `/dialog`, that leads to another page once it is done. */
const InDialog = ({ run }: { readonly run: () => Promise<unknown> }) => {
  const navigate = useNavigate()
  return (
    <ReasonDialog
      title="Restrict"
      action="Do it"
      run={async () => {
        await run()
        void navigate('/done')
      }}
      onClose={() => undefined}
    />
  )
}
async function typed(run: () => Promise<unknown>) {
  const page = renderConsolePage(<InDialog run={run} />, { role: 'owner', answers: () => undefined })
  await page.navigate('/dialog')
  expect(asksToStay()).toBe(false)
  await page.user.type(await screen.findByLabelText('Reason'), 'Spam')
  return page
}

it('the back button asks before a dialog in which something was typed is lost with its page', async () => {
  const { navigate, path, user } = await typed(() => Promise.resolve())
  expect(asksToStay()).toBe(true)
  await navigate(-1)
  await leaveQuestion()
  await user.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(path()).toBe('/dialog')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam')
  await navigate(-1)
  await leaveQuestion()
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(path()).toBe('/'))
})

it('what is being saved is not asked about, what was refused is', async () => {
  let answer = (): void => undefined
  let refuse = (): void => undefined
  const { navigate, path, user } = await typed(
    () =>
      new Promise<void>((resolve, reject) => {
        answer = resolve
        refuse = () => reject(new Error('refused'))
      }),
  )
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  expect(asksToStay()).toBe(false)
  refuse()
  await waitFor(() => expect(asksToStay()).toBe(true))
  await navigate('/elsewhere')
  await leaveQuestion()
  await user.click(screen.getByRole('button', { name: 'Stay here' }))
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  answer()
  await waitFor(() => expect(path()).toBe('/done'))
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
})

const Text = () => {
  const { kept, keep } = useKept<string>(['test'], 'Winter walks')
  return (
    <>
      <TextField label="Text" value={kept ?? ''} onChange={({ target }) => keep(target.value || null)} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
}

it('what is kept is not asked about within the console, but leads back, and leaving the console from another page asks', async () => {
  const { navigate, path, show, user } = renderConsolePage(<Text />, { role: 'owner', answers: () => undefined })
  await navigate('/text')
  await user.type(screen.getByLabelText('Text'), 'Hello')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(path()).toBe('/elsewhere')
  show(<UnsavedNotice />)
  expect(asksToStay()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Winter walks' }))
  expect(path()).toBe('/text')
  expect(screen.queryByText('Not saved yet:')).toBeNull()
  show(<Text />)
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Hello')
  await user.clear(screen.getByLabelText('Text'))
  expect(asksToStay()).toBe(false)
})
