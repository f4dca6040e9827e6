import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameFaultOf } from './names.ts'

const brands = ['incontro', 'Incontro', 'Dolce Luna']
const faultOf = (name: string) => nameFaultOf(name, brands)

describe('a name', () => {
  it.each([
    'www.evil.example',
    'x@y.it',
    '+39 333 1234567',
    '３３３１２３４５６７',
    'Nome 333 1234567',
    'WhatsApp+39333123',
    't.me/nome',
    '@nome88',
    'nome chiocciola gmail',
    'Anna Telegram',
    'Insta: anna',
    'On1yFans',
    'Only.Fans',
    'tele gram',
    'w h a t s a p p',
    'ig annarossi',
    'Anna FB',
  ])('holds no contact: %s', (name) => expect(faultOf(name)).toBe('name_contacts'))

  it.each([
    'Admin',
    'Staff Incontro',
    'StaffIncontro',
    'Incontro',
    'Incontrο',
    'Dolce Luna',
    'dolceluna',
    'Assistenza',
    'Assistente automatico',
    'Аssistente automatico',
    'Asistente automático',
    'Assistant automatique',
    'Automated assistant',
    'Moderatore',
    'M0derator',
    '4dm1n',
    'A d m i n',
    'S.t.a.f.f',
    'Ｓｔａｆｆ',
    'ΑDMIN',
    'Аdmіn',
    'In\u200bcontro',
    'Admin88',
    'ADMlN',
    'lncontro',
    '🅰️dmin',
    '🅢taff',
    'Soporte oficial',
    'Service client',
    'Il team',
    'Équipe Incontro',
  ])('is not that of the service or its people: %s', (name) => expect(faultOf(name)).toBe('name_reserved'))

  it.each(['Anna ✔️', '🛡️ Moderatore', 'Marco ✅', 'Ada ☑', 'Luca ✓', 'Rosa ™', 'Anna 🔒', 'Anna ✪'])(
    'has no marks like ours: %s',
    (name) => expect(faultOf(name)).toBe('name_marks'),
  )

  it.each([
    'Al',
    'Anna',
    'Marco88',
    'Luca 1985',
    'Anna-Maria',
    'D’Angelo',
    'Anna ⭐',
    'Sara ❤️',
    'Marie-Ève',
    'Falstaff',
    'Modesto',
    'Roberta',
    'Serena',
    '张伟',
    'Аня',
    'Δημήτρης',
    'null',
    '{name}',
    'J.R.',
    'Mr.T',
    'Dr. House',
    'María del Mar',
    'lunarossa',
    'Lola Lilli',
    'Iglesias',
    'Wanda Tik',
    'Anna 🇮🇹',
    '👨‍👩‍👧‍👦'.repeat(40),
    'e\u0301'.repeat(40),
    'é'.repeat(40),
  ])('may be %s', (name) => expect(faultOf(name)).toBeUndefined())

  it('has two to forty letters as people count them', () => {
    for (const letter of ['a', 'é', 'e\u0301', '👩‍🦰', '🇮🇹']) {
      const lengths = [1, 2, 40, 41].map((length) => faultOf(letter.repeat(length)))
      expect(lengths).toEqual(['name_length', undefined, undefined, 'name_length'])
    }
  })

  it('is read through signs and letters of other scripts', () => {
    const signs: Readonly<Record<string, readonly string[]>> = {
      a: ['a', 'A', 'а', 'Α', '4', '@', 'á', 'ａ'],
      d: ['d', 'D', 'ԁ', '𝐝'],
      m: ['m', 'M', 'М', 'ｍ'],
      i: ['i', 'I', 'і', '1', 'í', 'ι'],
      n: ['n', 'N', 'Ν', 'ñ'],
    }
    const spelt = fc.tuple(...[...'admin'].map((letter) => fc.constantFrom(...(signs[letter] ?? []))))
    const joined = fc.constantFrom('', ' ', '.', '-', '\u200b')
    fc.assert(fc.property(spelt, joined, (letters, between) => faultOf(letters.join(between)) !== undefined))
  })
})
