import { expect, it } from 'vitest'
import { isFewEmoji } from './few-emoji.ts'

it.each(['😀', '❤️', '👍🏽 👍🏽', '👩‍❤️‍💋‍👨👨‍👩‍👧‍👦🇮🇹', '1️⃣', ' 🔥\n🔥 🔥 ', '👩‍❤️‍💋‍👨👩‍❤️‍💋‍👨👩‍❤️‍💋‍👨'])('shows %j large', (text) => {
  expect(isFewEmoji(text)).toBe(true)
})

it.each([
  '',
  ' ',
  'Ciao',
  'Ciao 😀',
  '😀😀😀😀',
  '123',
  '#',
  '©',
  '❤',
  '🔥'.repeat(4),
  '🔥a',
  'a🔥',
  '🔥 1',
  '🔥'.repeat(2000),
])('shows %j as it is', (text) => {
  expect(isFewEmoji(text)).toBe(false)
})
