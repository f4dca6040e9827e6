import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { usePrerendering, whenVisible } from './prerendering.ts'

const setDocument = (values: Partial<Record<'visibilityState' | 'prerendering', unknown>>) => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(document, name, { value, configurable: true })
}
afterEach(() => {
  for (const name of ['visibilityState', 'prerendering']) Reflect.deleteProperty(document, name)
})

it('runs what needs a reader when the page comes on screen, once, and not at all if it was cancelled', () => {
  const runs: string[] = []
  whenVisible(() => runs.push('at once'))
  setDocument({ visibilityState: 'hidden' })
  whenVisible(() => runs.push('later'))
  const cancel = whenVisible(() => runs.push('never'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(runs).toEqual(['at once'])
  cancel()
  setDocument({ visibilityState: 'visible' })
  for (let n = 0; n < 2; n += 1) document.dispatchEvent(new Event('visibilitychange'))
  expect(runs).toEqual(['at once', 'later'])
})

it('says that a page was loaded in advance until it is opened', () => {
  const Probe = () => (usePrerendering() ? 'in advance' : 'opened')
  setDocument({ prerendering: true })
  render(<Probe />)
  expect(screen.getByText('in advance')).toBeTruthy()
  setDocument({ prerendering: false })
  act(() => void document.dispatchEvent(new Event('prerenderingchange')))
  expect(screen.getByText('opened')).toBeTruthy()
})
