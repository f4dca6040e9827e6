import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { InstallHint } from './install-hint.tsx'
import './install-prompt.ts'

// Tests of components are in English, whose texts are in the code.
vi.mock('../i18n/i18n.client.ts', () => ({ loadTexts: () => Promise.resolve() }))
componentTests()
const prompt = vi.fn(async () => undefined)
beforeEach(() => {
  localStorage.clear()
  prompt.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

/** As Chromium offers it. */
const offered = () => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  window.dispatchEvent(event)
  // The browser makes no offer of its own.
  expect(event.defaultPrevented).toBe(true)
}
const isAnotherDay = () => localStorage.setItem('installHint', new Date(0).toDateString())
/** A member comes out of a conversation. */
async function afterConversation() {
  const page = renderMemberPage(<InstallHint />)
  await page.navigate('/chats/ada')
  await page.navigate('/chats')
  return page
}
const hint = () => screen.queryByText(/can be on your home screen/)

describe('the hint that the site can be installed', () => {
  // The first test: the page keeps an offer that it got.
  it('says on an iPhone, which offers nothing, where to find it, and stays away once it was closed', async () => {
    isAnotherDay()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
    const { user } = await afterConversation()
    await screen.findByText(/tap Share, then “Add to Home Screen”/)
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(hint()).toBeNull())
    expect(localStorage.getItem('installHint')).toBe('made')
    vi.restoreAllMocks()
  })

  it('comes on another day after a conversation, asks the browser, and never again', async () => {
    isAnotherDay()
    offered()
    const { user, navigate } = await afterConversation()
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    expect(prompt).toHaveBeenCalledOnce()
    await waitFor(() => expect(hint()).toBeNull())
    isAnotherDay()
    localStorage.setItem('installHint', 'made')
    await navigate('/chats/ada')
    await navigate('/chats')
    expect(hint()).toBeNull()
  })

  it('does not come on arrival, nor on the first day', async () => {
    offered()
    await afterConversation()
    expect(hint()).toBeNull()
    expect(localStorage.getItem('installHint')).toBe(new Date().toDateString())
  })

  it('does not come on another day before a conversation, nor in the installed app', async () => {
    isAnotherDay()
    offered()
    const page = renderMemberPage(<InstallHint />)
    await page.navigate('/find')
    expect(hint()).toBeNull()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await page.navigate('/chats/ada')
    await page.navigate('/chats')
    expect(hint()).toBeNull()
  })
})
