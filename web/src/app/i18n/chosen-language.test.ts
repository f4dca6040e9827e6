import type { PublicBrand } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { languageCookie } from './chosen-language.ts'

const site = { brand: { languages: ['it', 'es'] } as unknown as PublicBrand, origin: 'http://localhost:3000' }
const ask = (path: string, method = 'GET') =>
  languageCookie(new Request(`http://localhost:3000${path}`, { method }), site)

describe('languageCookie', () => {
  it('stores the language', () =>
    expect(ask('/legal/terms?tid=1&lang=es')).toMatch(/^locale=es; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/))
  it.each(['/', '/?lang=fr', '/?lang=', '/?lang=es%0d'])('sets nothing for %s', (path) =>
    expect(ask(path)).toBeUndefined(),
  )
  it('ignores a form', () => expect(ask('/?lang=es', 'POST')).toBeUndefined())
})
