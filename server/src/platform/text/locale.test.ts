import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { chooseLocale, type Languages } from './locale.ts'

const all: Languages = { languages: ['it', 'es', 'fr', 'en'], defaultLanguage: 'it' }
const two: Languages = { languages: ['es', 'en'], defaultLanguage: 'es' }
interface Asked {
  lang?: unknown
  cookie?: string
  header?: string
}
const choose = ({ lang, cookie, header }: Asked, brand = all) =>
  chooseLocale(
    {
      query: { lang },
      cookies: { ...(cookie && { locale: cookie }) },
      headers: { 'accept-language': header },
    } as unknown as FastifyRequest,
    brand,
  )

it.each<[Asked, string, Languages?]>([
  [{}, 'it'],
  [{ lang: 'fr', cookie: 'es', header: 'en' }, 'fr'],
  [{ lang: 'de', cookie: 'es', header: 'en' }, 'es'],
  [{ lang: ['fr'], cookie: 'es' }, 'es'],
  [{ cookie: 'de', header: 'en-GB,fr' }, 'en'],
  [{ header: 'de-AT,de;q=0.9,FR;q=0.8,en;q=0.7' }, 'fr'],
  [{ header: 'de' }, 'it'],
  [{ header: 'it,fr,en' }, 'en', two],
  [{ lang: 'it', cookie: 'fr' }, 'es', two],
])('a request with %j gets %s', (asked, locale, brand = all) => expect(choose(asked, brand)).toBe(locale))
