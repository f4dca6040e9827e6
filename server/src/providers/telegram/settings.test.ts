import { expect, it } from 'vitest'
import { readTelegramSettings } from './settings.ts'

const [one, other] = [`123456789:${'a'.repeat(35)}`, `987654321:${'b'.repeat(35)}`]

it('a brand’s bot is at Telegram', () => {
  const { brands } = readTelegramSettings({ TELEGRAM_BOT_TOKEN__DOLCE_LUNA: one }, 'production')
  expect([...brands]).toEqual([
    ['DOLCE_LUNA', { token: one, apiUrl: 'https://api.telegram.org', appUrl: 'https://t.me' }],
  ])
  expect(readTelegramSettings({}, 'production').brands.size).toBe(0)
})

it.each([
  ['without a brand', { TELEGRAM_BOT_TOKEN: one }, /^TELEGRAM_BOT_TOKEN: belongs to one brand/],
  ['that is none', { TELEGRAM_BOT_TOKEN__A: 'secret' }, /^TELEGRAM_BOT_TOKEN__A: must be the token/],
  ['of two brands', { TELEGRAM_BOT_TOKEN__A: one, TELEGRAM_BOT_TOKEN__B: one }, /^TELEGRAM_BOT_TOKEN__B: is another/],
  [
    'sent elsewhere',
    { TELEGRAM_BOT_TOKEN__A: other, TELEGRAM_API_URL: 'https://elsewhere.example' },
    /^TELEGRAM_API_URL: is for the demo only/,
  ],
])('refuses a token %s', (_, env, fault) => {
  expect(() => readTelegramSettings(env, 'production')).toThrow(fault)
})
