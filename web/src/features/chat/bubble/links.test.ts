import { expect, it } from 'vitest'
import { linkParts } from './links.ts'

const link = (words: string, href = words) => ({ words, href })

it.each([
  ['nothing to open', ['nothing to open']],
  ['https://x.example/a', [link('https://x.example/a')]],
  ['See https://x.example/a, then call.', ['See ', link('https://x.example/a'), ', then call.']],
  ['Here (https://x.example/a).', ['Here (', link('https://x.example/a'), ').']],
  ['https://x.example/Name_(film)!', [link('https://x.example/Name_(film)'), '!']],
  ['«https://x.example/a»', ['«', link('https://x.example/a'), '»']],
  ['HTTPS://X.example', [link('HTTPS://X.example', 'https://x.example/')]],
  ['https://a.example/ https://b.example/', [link('https://a.example/'), ' ', link('https://b.example/')]],
  ['line\nhttp://x.example/?q=è', ['line\n', link('http://x.example/?q=è', 'http://x.example/?q=%C3%A8')]],
])('finds the addresses in %j', (text, parts) => expect(linkParts(text)).toEqual(parts))

it.each([
  'javascript:alert(1)//https',
  'https://',
  'https://localhost/a',
  'https://bank.example@evil.example/',
  'https://me:pass@evil.example/',
  'ftp://x.example/a',
  'x.example/a',
])('leaves %s as words', (text) => expect(linkParts(text)).toEqual([text]))
