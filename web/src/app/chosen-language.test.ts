import type { PublicBrand } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { chosenLanguage } from './chosen-language.ts'

const site = { brand: { languages: ['it', 'es'] } as unknown as PublicBrand, origin: 'http://localhost:3000' }
const ask = (path: string, method = 'GET') => chosenLanguage(new Request(`http://localhost:3000${path}`, { method }), site)

describe('chosenLanguage', () => {
  it('keeps the language and goes on without it', () => {
    const response = ask('/legal/terms?tid=1&lang=es')
    expect(response?.status).toBe(303)
    expect(response?.headers.get('location')).toBe('/legal/terms?tid=1')
    expect(response?.headers.get('set-cookie')).toMatch(/^locale=es; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/)
  })
  it.each(['/', '/?lang=fr', '/?lang=', '/?lang=es%0d'])('has nothing to do for %s', (path) => expect(ask(path)).toBeUndefined())
  it('leaves a form alone', () => expect(ask('/?lang=es', 'POST')).toBeUndefined())
  it('never leads to another host', () => expect(ask('//evil.example/?lang=es')?.headers.get('location')).toBe('/'))
})
