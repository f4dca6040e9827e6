import { afterEach, expect, it, vi } from 'vitest'
import { isConversation, pageBeforePurchase, rememberPageBeforePurchase } from './purchase-origin.ts'
import { isPurchasePage } from './purchase-page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['/purchase', true],
  ['/purchase/pay', true],
  ['/vip_plan/cred', true],
  ['/ok', true],
  ['/ko', true],
  ['/paymentCheck/stripe', true],
  ['/ageCheck', true],
  ['/okay', false],
  ['/profile/ok', false],
  ['/find', false],
])('%s is a page of a purchase: %s', (path, is) => expect(isPurchasePage(path)).toBe(is))

it('a purchase leads back only to one of the member pages', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  expect(pageBeforePurchase()).toBeNull()
  const conversation = `/chats/${'a'.repeat(64)}`
  for (const path of ['/find', '/match', '/notifications', '/profile', '/credits', '/chats', conversation]) {
    rememberPageBeforePurchase(path)
    expect(pageBeforePurchase()).toBe(path)
  }
  for (const path of [
    `${conversation}a`,
    '/chats/',
    '/find/x',
    '/find?x',
    '//evil.example',
    'https://evil.example',
    '',
  ]) {
    rememberPageBeforePurchase(path)
    expect(pageBeforePurchase()).toBeNull()
  }
  expect([conversation, '/chats', null].map(isConversation)).toEqual([true, false, false])
})
