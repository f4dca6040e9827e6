import type { MemberPage } from '@incontro/contract/domain'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { expect, it, vi } from 'vitest'
import { componentTests } from '#app/testing/member-page.tsx'
import type { ChoiceTexts } from '#features/choices/index.ts'

componentTests()

const ada = {
  age: 30,
  city: 'Roma',
  region: 'Lazio',
  intent: null,
  genderShown: null,
  hairColor: null,
  height: null,
  weight: null,
  facts: { work: 'Baker', children: null, smoking: null, languages: [], faith: null },
} as unknown as MemberPage

/** The facts as another run of the page's script has them: the server's, or a browser's. */
async function factsOfAnotherRun() {
  vi.resetModules()
  const { Facts } = await import('./facts.tsx')
  return (otherMember: MemberPage) => (
    <I18nProvider i18n={i18n}>
      <Facts otherMember={otherMember} texts={{} as ChoiceTexts} />
    </I18nProvider>
  )
}

it('what the document says of a life stays when the page renders again while it is hydrated', async () => {
  const { prelude } = await prerender((await factsOfAnotherRun())(ada))
  const place = document.createElement('div')
  place.innerHTML = await new Response(prelude).text()
  expect(place.textContent).toContain('Baker')
  const inBrowser = await factsOfAnotherRun()
  // Neither waits: a file on demand would not be there yet.
  let root: Root | undefined
  act(() => void (root = hydrateRoot(place, inBrowser(ada))))
  act(() => root?.render(inBrowser({ ...ada, age: 31 })))
  expect(place.textContent).toContain('31')
  expect(place.textContent).toContain('Baker')
  act(() => root?.unmount())
})
