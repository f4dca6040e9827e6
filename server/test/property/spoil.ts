import fc from 'fast-check'

/** A way to make a valid value invalid, with a name for the failure message. */
export interface Spoiling {
  readonly how: string
  readonly value: unknown
}

const deep = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown
const wrong = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  [],
  {},
  [[]],
  { $gt: '' },
  deep,
  '1',
  'null',
  '0',
] as const
const texts = [
  'x'.repeat(20_000),
  'nul \u0000 byte',
  '\u0000',
  'half \ud800 pair',
  '\udfff',
  '\u0007\u001b[31m',
  '\r\nSet-Cookie: a=b',
  '\u202Eright',
  '%00',
  '%s%n',
  "'; drop table members; --",
  "' or 1=1 --",
  '${7*7}',
  '{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '$1',
  '\\',
  '%',
  '_',
  '🙂'.repeat(600),
  'İ',
  'ﷺ',
] as const
const unknownFields = ['extra', '__proto__', 'constructor', 'premiumLevel2', 'memberId', 'brandId', 'price'] as const

/**
 * Ways to make an object invalid: a field missing, of another type, with hostile text, one too many, or not an object.
 */
export function spoil(good: unknown): fc.Arbitrary<Spoiling> {
  const fields = isObject(good) ? Object.keys(good) : []
  const whole = fc.constantFrom(...wrong).map((value) => ({ how: 'another value altogether', value }))
  if (!isObject(good)) return whole
  const one = { weight: 1, arbitrary: whole }
  const more = {
    weight: 2,
    arbitrary: fc
      .constantFrom(...unknownFields)
      .map((name) => ({ how: `unknown ${name}`, value: withField(good, name, 1) })),
  }
  if (fields.length === 0) return fc.oneof(one, more)
  const field = fc.constantFrom(...fields)
  return fc.oneof(
    one,
    more,
    { weight: 3, arbitrary: field.map((name) => ({ how: `without ${name}`, value: withoutField(good, name) })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(field, fc.constantFrom(...wrong))
        .map(([name, value]) => ({ how: `${name} of another type`, value: withField(good, name, value) })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(field, fc.constantFrom(...texts))
        .map(([name, value]) => ({ how: `${name} hostile`, value: withField(good, name, value) })),
    },
  )
}

/** Hostile texts for part of a path or query. */
export const hostileText: fc.Arbitrary<string> = fc.constantFrom(
  ...texts.map((text) => text.slice(0, 3000)),
  'x'.repeat(190),
  '-',
  '.',
  '..',
  'null',
  '0',
  '00000000-0000-0000-0000-000000000000',
)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As in JSON: `__proto__` becomes an ordinary field. */
function withField(good: Record<string, unknown>, name: string, value: unknown): unknown {
  return JSON.parse(
    `{${[...Object.entries(good).filter(([key]) => key !== name), [name, value] as const].map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one) ?? 'null'}`).join(',')}}`,
  )
}

function withoutField(good: Record<string, unknown>, name: string): unknown {
  return Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
}
