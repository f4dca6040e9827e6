import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { untranslated } from './catalogue.ts'
import { readDocument } from './document.ts'
import { visitorPages } from './paths.ts'
import { isFull } from './variants.ts'
import { webBuild } from './web-build.ts'

/* Every page in every language, as delivered before any script runs. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const variants = checkedInBrands()
  .list.filter(({ key }) => isFull || key === 'local' || key === 'battito')
  .flatMap(({ hosts: [host = ''], languages }) => languages.map((language) => ({ host, language })))

function expectInLanguage(html: string, language: string, path: string): void {
  const { words, lang, headings, mains } = readDocument(html)
  expect({ lang, headings, mains }, path).toEqual({ lang: language, headings: 1, mains: 1 })
  expect(words, path).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
  const source = language === 'it' ? [] : untranslated(language as 'es')
  expect(
    source.filter((text) => words.includes(text)),
    `${language} ${path}`,
  ).toEqual([])
}

test.each(variants)('every page of a visitor to $host reads in $language', async ({ host, language }) => {
  for (const path of visitorPages) {
    const { status, body } = await testServer.call(path, { host, headers: { 'accept-language': language } })
    expect(status, path).toBe(200)
    expectInLanguage(body, language, path)
  }
})

test('an untranslated text is detected', () => {
  const [text = ''] = untranslated('en')
  expect(() => expectInLanguage(`<html lang="en"><main><h1>Hello</h1><p>${text}</p></main></html>`, 'en', '/')).toThrow(
    /en \//,
  )
  // Not in parts that no browser shows.
  expectInLanguage(`<html lang="en"><main><h1>Hello</h1><script>${text}</script></main></html>`, 'en', '/')
})

/** Routes that redirect visitors, and their targets. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['/paymentPage', '/'],
  ['/rate_plan', '/'],
  ['/chats', '/'],
  ['/profile', '/'],
  ['/settings', '/'],
  ['/purchases', '/'],
  ['/vip_plan/cred', '/'],
  ['/legal/other', '/'],
  ['/no/such/page', '/'],
  ['/asignup', '/find'],
  ['/autologin', '/find'],
  ['/external_email', '/find'],
  ['/autologin?token=short', '/find'],
  ['/external_email?token=short', '/find'],
  ['/external_email?red=%25', '/find'],
]
test.each(['localhost', 'battito.localhost'])('every other path of %s redirects home or to the form', async (host) => {
  for (const [path, end] of elsewhere) {
    const { status, headers } = await testServer.call(path, { host })
    expect([status, new URL(headers.get('location') ?? '', testServer.url).pathname], path).toEqual([302, end])
  }
})
