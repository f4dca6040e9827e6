import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { answersTo, questions } from './questions.mjs'
import { settingsOf, settingsText } from './settings-text.mjs'

const known = { domains: ['www.sirena.example'], isContained: false }
const flags = {
  console: 'staff.sirena.example',
  database: 'postgres://u:p@h/d',
  smtp: 'smtps://u:p%23@h',
  data: '/srv/incontro',
  proxies: '127.0.0.1, 10.0.0.0/8',
  owner: 'olga@sirena.example',
  'owner-name': 'Olga',
}
/** Answers in the order of the questions, and what was printed. */
const asking = (/** @type {string[]} */ answers, before = {}) => {
  /** @type {string[]} */
  const asked = []
  /** @type {string[]} */
  const printed = []
  const ask = async (/** @type {string} */ question) => {
    asked.push(question)
    return answers.shift() ?? 'no answer is left'
  }
  const given = answersTo(questions(known), {}, before, ask, (line) => void printed.push(line))
  return { given, asked, printed }
}

test('takes flags, without a terminal, and names the first that is missing or wrong', async () => {
  const silent = (/** @type {Record<string, string | undefined>} */ some) =>
    answersTo(questions(known), some, {}, undefined, () => undefined)
  expect(await silent(flags)).toEqual({
    CONSOLE_HOST: 'staff.sirena.example',
    DATABASE_URL: 'postgres://u:p@h/d',
    SMTP_URL: 'smtps://u:p%23@h',
    DATA_DIR: '/srv/incontro',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    OWNER_EMAIL: 'olga@sirena.example',
    OWNER_NAME: 'Olga',
  })
  for (const [change, says] of /** @type {[Record<string, string | undefined>, RegExp][]} */ ([
    [{ database: undefined }, /^--database: is missing\. PostgreSQL 18/],
    [{ database: 'mysql://u:p@h/d' }, /^--database: It looks like postgres/],
    [{ database: 'postgres://u:$(id)@h/d' }, /^--database/],
    [{ smtp: 'https://h' }, /^--smtp: It looks like smtps/],
    [{ console: 'www.sirena.example' }, /^--console: A brand has that host/],
    [{ console: 'https://console.example' }, /^--console: It is a host name/],
    [{ console: '' }, /^--console/],
    [{ data: 'relative' }, /^--data: It is an absolute path/],
    [{ proxies: 'proxy.example' }, /^--proxies: They are addresses/],
    [{ owner: 'olga' }, /^--owner: It is an email address/],
    [{ owner: 'a@b.c\nX=1' }, /^--owner/],
  ]))
    await expect(silent({ ...flags, ...change })).rejects.toThrow(says)
  // What has a usual answer need not be given.
  const { CONSOLE_HOST, DATA_DIR } = await silent({ ...flags, console: undefined, data: undefined })
  expect([CONSOLE_HOST, DATA_DIR]).toEqual(['console.sirena.example', '/var/lib/incontro'])
})

test('asks on a terminal until an answer is right, and shows no password of an earlier run', async () => {
  const { given, asked, printed } = asking(['', 'nonsense', '', 'embedded', 'smtp://h', '', '', 'o@s.example', 'Olga'])
  expect(await given).toMatchObject({ CONSOLE_HOST: 'console.sirena.example', DATABASE_URL: 'embedded' })
  expect(asked[0]).toContain('[console.sirena.example]')
  expect(printed).toEqual([expect.stringMatching(/It looks like postgres/), '  An answer is needed.'])
  const before = { DATABASE_URL: 'postgres://u:hidden@h/d', SMTP_URL: 'smtps://u:hidden@h' }
  const again = asking(['', '', '', '', '', 'o@s.example', 'Olga'], before)
  expect(await again.given).toMatchObject(before)
  expect(again.asked.join()).not.toContain('hidden')
  expect(again.asked[1]).toContain('[as before]')
})

test('makes secrets once, keeps what else was set, and can be read back', () => {
  const answers = {
    CONSOLE_HOST: 'c.example',
    DATABASE_URL: 'embedded',
    OWNER_EMAIL: 'o@s.example',
    OWNER_NAME: 'Olga',
  }
  const first = settingsOf(answers, {}, known)
  expect(first).not.toHaveProperty('OWNER_EMAIL')
  expect(first['SECRET_KEY']).toMatch(/^[\w-]{43}$/)
  expect(parseEnv(settingsText(first))).toEqual(first)
  const changed = { ...first, STRIPE_SECRET_KEY: 'rk_live_x', MAIL_DKIM_SELECTOR: 's1' }
  const second = settingsOf({ ...answers, CONSOLE_HOST: 'other.example' }, changed, known)
  expect(second).toEqual({ ...changed, CONSOLE_HOST: 'other.example' })
})

test('for containers it asks for no database, and says which hosts the proxy serves', () => {
  const contained = { ...known, isContained: true }
  expect(
    questions(contained)
      .filter(({ applies = () => true }) => applies({}))
      .map(({ flag }) => flag),
  ).toEqual(['console', 'smtp', 'owner', 'owner-name'])
  const settings = settingsOf({ CONSOLE_HOST: 'c.example' }, {}, contained)
  expect(settings['HOSTS']).toBe('www.sirena.example, c.example')
  expect(settings['POSTGRES_PASSWORD']).not.toBe(settings['BROKER_PASSWORD'])
})
