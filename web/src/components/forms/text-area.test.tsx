import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { TextArea } from './text-area.tsx'

componentTests()

const Controlled = () => {
  const [text, setText] = useState('Dear ')
  return <TextArea label="Message" maxLength={20} value={text} onChange={(event) => setText(event.target.value)} />
}

it.each([
  ['of a form', <TextArea key="form" label="Message" name="message" maxLength={20} defaultValue="Dear " />],
  ['of a page', <Controlled key="page" />],
])('what is pasted beyond the length of a field %s is said to be cut, and can be copied', async (_, area) => {
  const { user } = renderMemberPage(area)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await user.click(field)
  await user.paste('support team, I lost my key')
  expect(field.value).toBe('Dear support team, I')
  expect((await screen.findByRole('alert')).textContent).toContain('room for 20 characters')
  await user.click(screen.getByRole('button', { name: 'Copy the rest' }))
  expect(await navigator.clipboard.readText()).toBe(' lost my key')
  await user.click(screen.getByRole('button', { name: 'Discard the rest' }))
  expect(screen.queryByRole('alert')).toBeNull()
  // A letter too many is not taken, as in every field with a length.
  await user.type(field, '!')
  expect(field.value).toBe('Dear support team, I')
  expect(screen.queryByRole('alert')).toBeNull()
})
