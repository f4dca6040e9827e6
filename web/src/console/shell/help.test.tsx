import type { MemberFile } from '@incontro/contract/admin'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import { ToastProvider } from '#components/feedback/toast.tsx'
import { type Me, MeProvider } from '#console/base/me.tsx'
import { type Shortcut, ShortcutProvider, useShortcuts } from '#console/base/shortcuts.tsx'
import { FileActions } from '#console/features/members/actions/file-actions.tsx'
import { List } from '#console/parts/list.tsx'
import { UndoBar } from '#console/parts/undo-bar.tsx'
import { Frame } from './frame.tsx'

componentTests()
beforeEach(() => {
  // What the page asks for never comes: the keys are there before.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

const me = {
  name: 'Ada',
  locale: 'en',
  roles: [{ brand: 'battito', role: 'owner' }],
  brands: [{ key: 'battito', title: 'Battito' }],
} as unknown as Me
const file = { id: 'x', name: 'Marta', state: 'active', emailConfirmedAt: null, hold: null } as unknown as MemberFile

let registered: () => readonly Shortcut[] = () => []
const Registered = () => {
  const all = useShortcuts()
  useEffect(() => {
    registered = all
  }, [all])
  return null
}

const openPage = () => {
  const user = userEvent.setup()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/battito/members/x']}>
            <MeProvider me={me}>
              <ShortcutProvider>
                <Registered />
                <Routes>
                  <Route element={<Frame />}>
                    <Route
                      path="*"
                      element={
                        <main>
                          <FileActions brand="battito" file={file} onDone={() => undefined} />
                          <UndoBar
                            until={new Date(Date.now() + 60_000).toISOString()}
                            done="Done"
                            help="Take it back"
                            onUndo={() => undefined}
                            onOver={() => undefined}
                          />
                          <List
                            label="Rows"
                            columns={[{ name: 'What', cell: (row: string) => <button type="button">{row}</button> }]}
                            rows={['One', 'Two']}
                            keyOf={(row) => row}
                            empty={{ icon: Users, title: '' }}
                          />
                        </main>
                      }
                    />
                  </Route>
                </Routes>
              </ShortcutProvider>
            </MeProvider>
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return user
}

const keyTexts = (keys: string) =>
  keys
    .split(' ')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join('')

it('the help sheet has every key that works on the page, and no other', async () => {
  const user = openPage()
  const all = registered()
  // Of the frame, the file, its menu, a bar and a table.
  expect(all.map(({ keys }) => keys)).toEqual(
    expect.arrayContaining(['Ctrl k', '?', 'g a', 'c', 's', 'm', 'a n', 'a d', 'z', 'j', '1']),
  )
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keys' })
  const shown = within(sheet)
    .getAllByRole('definition')
    .map((one) => [one.previousElementSibling?.textContent, one.textContent])
  expect(shown).toEqual(all.map(({ keys, label }) => [keyTexts(keys), label]))
})

it('each key of the help does what it says: of two, the innermost', async () => {
  const user = openPage()
  await user.keyboard('an')
  expect(await screen.findByRole('dialog', { name: 'Correct the name' })).toBeTruthy()
})

it('keys go through rows, and press what is in them', async () => {
  const user = openPage()
  await user.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Two')
  let pressed = ''
  document.activeElement?.addEventListener('click', () => (pressed = 'Two'))
  await user.keyboard('1')
  expect(pressed).toBe('Two')
})

it('the palette shows the keys of each command, and runs those of the page', async () => {
  const user = openPage()
  const acts = registered().filter(({ kind }) => kind === 'act')
  await user.keyboard('/')
  const palette = await screen.findByRole('dialog', { name: 'Search and commands' })
  for (const { keys, label } of acts) {
    const item = within(palette).getByRole('menuitem', { name: label })
    expect([label, item.querySelector('kbd kbd')?.parentElement?.textContent]).toEqual([label, keyTexts(keys)])
  }
  await user.keyboard('legal')
  await user.click(await within(palette).findByRole('menuitem', { name: 'Legal hold' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Place a legal hold?' })).toBeTruthy())
})
