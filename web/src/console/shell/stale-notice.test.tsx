import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Users } from 'lucide-react'
import { expect, it } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import { ShortcutProvider } from '#console/base/shortcuts.tsx'
import { List } from '#console/parts/list.tsx'
import { StaleNotice } from './stale-notice.tsx'

componentTests()

it('a list stays when it cannot be fetched again, and says so until it can', async () => {
  const user = userEvent.setup()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let answer: () => Promise<readonly string[]> = async () => ['Ada']
  const Names = () => {
    const { data, error } = useQuery({ queryKey: ['names'], queryFn: () => answer() })
    return (
      <List
        label="Names"
        columns={[{ name: 'Name', cell: (name: string) => name }]}
        rows={data}
        keyOf={(name) => name}
        error={error}
        empty={{ icon: Users, title: 'Nobody' }}
      />
    )
  }
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ShortcutProvider>
          <StaleNotice />
          <Names />
        </ShortcutProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  await screen.findByText('Ada')
  const notice = () => screen.queryByText(/may be out of date/)
  expect(notice()).toBeNull()

  answer = async () => {
    throw new Error('no network')
  }
  await act(() => queries.invalidateQueries({ queryKey: ['names'] }))
  await waitFor(() => expect(notice()).toBeTruthy())
  screen.getByText('Ada')

  answer = async () => ['Bea']
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Bea')
  expect(notice()).toBeNull()
})
