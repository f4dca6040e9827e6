import { expect, it } from 'vitest'
import type { PostbackName } from '@incontro/contract/admin/campaign-words'
import { filled, templateFault } from './postback-template.ts'

it.each([
  ['https://t.example/pb?cid={clickid}&a={amount}&c={currency}&id={event_id}'],
  ['https://t.example:8443/a/b?x'],
  ['https://t.example/'],
])('takes %s', (url) => expect(templateFault(url)).toBeUndefined())

it.each([
  ['http://t.example/?a={clickid}', /https/],
  ['https://t.example', /https/],
  ['https://user:secret@t.example/', /https/],
  ['https://{clickid}/', /query only/],
  ['https://{source}.t.example/', /query only/],
  ['https://t.example/{campid}/x', /query only/],
  ['https://t.example/?a={email}', /\{email\} is none of/],
  ['https://t.example/?a={constructor}', /is none of/],
  ['https://t.example/?a={}', /is none of/],
  ['https://t.example/?a={clickid', /bracket/],
  ['https://t.example/?a={{clickid}}', /bracket/],
  ['https://t.example/?a=1#{clickid}', /#/],
  ['javascript:alert(1)', /https/],
  ['//t.example/?a', /https/],
  ['https://t.example/?a=1\r\nHost: evil.example', /line break/],
  ['https://t.example/?a=1&b= {clickid}', /space/],
  ['https://t.example/a\u200bb?a=1', /space/],
  ['https://t.exa\tmple/?a=1', /space/],
])('refuses %s', (url, says) => expect(templateFault(url)).toMatch(says))

it('takes http for a stand-in on this machine only', () => {
  const url = 'http://localhost:4900/tracker?e={event}'
  expect(templateFault(url)).toMatch(/https/)
  expect(templateFault(url, { allowsHttp: true })).toBeUndefined()
  expect(templateFault('ftp://localhost/?e={event}', { allowsHttp: true })).toMatch(/https/)
})

it('encodes each value, so that none can add another', () => {
  const values = Object.fromEntries(
    ['event', 'event_id', 'clickid', 'source', 'campid', 'flow', 'country', 'amount', 'currency', 'time'].map((name) => [name, 'x']),
  ) as Record<PostbackName, string>
  const url = filled('https://t.example/?s={source}&c={campid}', {
    ...values,
    source: 'a&c=evil#?/../\r\nHost: x',
    campid: '{clickid}',
  })
  expect(url).toBe('https://t.example/?s=a%26c%3Devil%23%3F%2F..%2F%0D%0AHost%3A%20x&c=%7Bclickid%7D')
  expect([...new URL(url).searchParams.keys()]).toEqual(['s', 'c'])
})
