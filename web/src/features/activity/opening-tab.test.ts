import { expect, it } from 'vitest'
import { openingTab } from './opening-tab.ts'

const like = { type: 'like', isRead: true }
const newLike = { type: 'like', isRead: false }
const visit = { type: 'visita', isRead: true }
const newVisit = { type: 'visita', isRead: false }
const none = { likes: 0, visits: 0 }

it.each([
  ['nothing', [], none, 'like'],
  ['old likes and visits', [like, visit], none, 'like'],
  ['a new visit', [like, newVisit], none, 'visita'],
  ['a new visit that only the count knows', [like, visit], { likes: 0, visits: 1 }, 'visita'],
  ['a new visit that only the count knows, and no tab for it', [like], { likes: 0, visits: 1 }, 'like'],
  ['a new like beside a new visit', [newLike, newVisit], none, 'like'],
  ['a new like that only the count knows', [like, newVisit], { likes: 1, visits: 1 }, 'like'],
  ['old visits and no likes', [visit], none, 'visita'],
  ['an old visit beside a new like', [newLike, visit], none, 'like'],
] as const)('%s', (_, items, unread, tab) => expect(openingTab(items, unread)).toBe(tab))
