import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { AlbumCard } from './album-card.tsx'

componentTests()

const photoOf = (name: string, at: number) => ({
  name,
  path: `/media/${name}/card`,
  predefinita: at === 0,
  state: 'approved',
  refusal: null,
  thumbhash: null,
})
const albumOf = (names: readonly string[]) => ({ album: names.map(photoOf), most: 6 })

/** An album whose requests that change it wait until the test answers them, oldest first. */
const openAlbum = async () => {
  const waiting: (() => void)[] = []
  let stored = ['a', 'b', 'c', 'd']
  const page = renderMemberPage(<AlbumCard />, {
    answers: async (what, data) => {
      if (!what.includes('/api/photos/tracker') || what.includes('verification')) return undefined
      if (what.startsWith('GET')) return albumOf(stored)
      await new Promise<void>((resolve) => waiting.push(resolve))
      const removed = /^DELETE .*\/(\w)$/.exec(what)?.[1]
      stored = removed === undefined ? (data as { order: string[] }).order : stored.filter((one) => one !== removed)
      return albumOf(stored)
    },
  })
  await screen.findByAltText('Photo 1')
  return {
    ...page,
    waiting,
    answerNext: async () => {
      await waitFor(() => expect(waiting).not.toEqual([]))
      await act(async () => waiting.shift()?.())
    },
    shown: () => screen.getAllByAltText(/^Photo/).map((one) => /media\/(\w)/.exec(one.getAttribute('src') ?? '')?.[1]),
  }
}

it('quick moves of a photo are all kept, in order, and the photo never jumps back', async () => {
  const { user, sent, waiting, answerNext, shown } = await openAlbum()
  for (const place of [4, 3, 2]) await user.click(screen.getByRole('button', { name: `Move photo ${place} earlier` }))
  const moved = ['d', 'a', 'b', 'c']
  expect(shown()).toEqual(moved)
  await waitFor(() => expect(waiting).toHaveLength(1))
  const seen: unknown[] = []
  for (let n = 0; n < 3; n += 1) {
    await answerNext()
    seen.push(shown())
  }
  expect(seen).toEqual([moved, moved, moved])
  const orders = sent.filter(([what]) => what.startsWith('PUT')).map(([, body]) => (body as { order: string[] }).order)
  expect(orders).toEqual([['a', 'b', 'd', 'c'], ['a', 'd', 'b', 'c'], moved])
})

it('a photo is deleted once, however often the button is pressed', async () => {
  const { user, sent, answerNext, shown } = await openAlbum()
  await user.dblClick(screen.getByRole('button', { name: 'Delete photo 2' }))
  expect(screen.getByRole('button', { name: 'Delete photo 2' }).getAttribute('aria-disabled')).toBe('true')
  await answerNext()
  await screen.findByText('Photo deleted.')
  expect(shown()).toEqual(['a', 'c', 'd'])
  expect(sent.filter(([what]) => what.startsWith('DELETE'))).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Delete photo 2' }).getAttribute('aria-disabled')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
