import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkSender, publicKeyOf, type SetupToCheck } from './check-setup.ts'

const pem = () =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const [key, other] = [pem(), pem()]
const good: Readonly<Record<string, readonly string[]>> = {
  'mail.example': ['v=spf1 include:relay.example -all', 'google-site-verification=x'],
  'relay.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  's1._domainkey.mail.example': [`v=DKIM1; k=rsa; p=${publicKeyOf(key)}`],
  '_dmarc.mail.example': ['v=DMARC1; p=reject; rua=mailto:dmarc@mail.example'],
}
const check = async (change: Readonly<Record<string, readonly string[]>> = {}, more: Partial<SetupToCheck> = {}) => {
  const records = { ...good, ...change }
  const found = await checkSender({
    domain: 'mail.example',
    returnDomain: 'mail.example',
    dkim: { selector: 's1', privateKey: key },
    textsOf: async (name) => records[name] ?? [],
    ...more,
  })
  return found.filter(({ state }) => state !== 'ok').map(({ state, says }) => `${state} ${says}`)
}

it('finds nothing wrong where all is published', async () => {
  expect(await check()).toEqual([])
})

it.each([
  ['no SPF', { 'mail.example': [] }, /^wrong SPF of mail.example: none/],
  ['two SPF records', { 'mail.example': ['v=spf1 -all', 'v=spf1 mx -all'] }, /^wrong SPF .* 2 records/],
  ['everyone', { 'mail.example': ['v=spf1 +all'] }, /^wrong SPF .* allows everyone/],
  ['no end', { 'mail.example': ['v=spf1 mx'] }, /^look SPF .* without -all/],
  ['too many look-ups', { 'relay.example': [`v=spf1 ${'mx a ptr '.repeat(4)} -all`] }, /^wrong SPF .* 13 look-ups/],
  [
    'a circle',
    { 'relay.example': ['v=spf1 include:mail.example include:relay.example a a a a a a a a -all'] },
    /^wrong SPF/,
  ],
  ['no key', { 's1._domainkey.mail.example': [] }, /^wrong DKIM .* publish at s1._domainkey.mail.example .*p=MIG/],
  ['another key', { 's1._domainkey.mail.example': [`v=DKIM1; p=${publicKeyOf(other)}`] }, /^wrong DKIM .* another key/],
  [
    'two keys',
    { 's1._domainkey.mail.example': [...(good['s1._domainkey.mail.example'] ?? []), 'v=DKIM1; p='] },
    /^wrong DKIM .* 2 texts/,
  ],
  ['no DMARC', { '_dmarc.mail.example': [] }, /^wrong DMARC of mail.example: none/],
  [
    'two DMARC records',
    { '_dmarc.mail.example': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] },
    /^wrong DMARC .* 2 records/,
  ],
  [
    'a DMARC record without a policy',
    { '_dmarc.mail.example': ['v=DMARC1; rua=mailto:x@y.example'] },
    /^wrong DMARC .* no policy/,
  ],
  [
    'a policy that asks for nothing',
    { '_dmarc.mail.example': ['v=DMARC1;p=none;rua=mailto:x@y.example'] },
    /^look DMARC .* p=none/,
  ],
])('finds %s', async (_name, change, says) => {
  const found = await check(change)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(says)
})

it('takes the DMARC record of the domain above, and a key in several parts', async () => {
  const change = {
    '_dmarc.post.mail.example': [],
    's1._domainkey.post.mail.example': [`v=DKIM1; p=${publicKeyOf(key).replace(/(.{40})/, '$1 ')}`],
  }
  expect(await check(change, { domain: 'post.mail.example' })).toEqual([])
})

it('says when only a signature makes a mail pass', async () => {
  const found = await check(
    { 'bounces.example': ['v=spf1 -all'] },
    { dkim: undefined, returnDomain: 'bounces.example' },
  )
  expect(found).toEqual([
    expect.stringMatching(/^look DKIM of mail.example: we do not sign/),
    expect.stringMatching(/^look DMARC: the return path is at bounces.example/),
  ])
  // A strict record wants the very domain.
  const strict = {
    '_dmarc.mail.example': ['v=DMARC1; p=reject; aspf=s; rua=mailto:x@y.example'],
    'b.mail.example': ['v=spf1 -all'],
  }
  expect(await check(strict, { dkim: undefined, returnDomain: 'b.mail.example' })).toHaveLength(2)
})

it('says when the name servers do not answer, and checks the rest', async () => {
  const found = await check(
    {},
    {
      textsOf: async (name) => {
        if (name.startsWith('_dmarc')) throw new Error('queryTxt ESERVFAIL')
        return good[name] ?? []
      },
    },
  )
  expect(found).toEqual(['wrong the name servers do not answer: queryTxt ESERVFAIL'])
})
