import { describe, expect, it } from 'vitest'
import { ApiProblem } from '#app/api/api.ts'
import { elsewhereOf } from './elsewhere.ts'

const problem = (code: string, redirect?: string) =>
  new ApiProblem(409, code, 'Another site of ours serves this country', {
    field: 'country',
    ...(redirect === undefined ? {} : { redirect }),
  })

describe('code 1006', () => {
  it('leads to the other brand with the visit’s parameters and no personal data', () => {
    expect(elsewhereOf(problem('1006', 'https://cercame.example/signup'), '')).toBe('https://cercame.example/signup')
    expect(
      elsewhereOf(problem('1006', 'http://cercame.localhost:3000/signup'), '?campid=7&token=secret&mail=a%40b.c'),
    ).toBe('http://cercame.localhost:3000/signup?campid=7')
  })

  it.each([
    [problem('1000', 'https://cercame.example/signup')],
    [problem('1006')],
    [problem('1006', 'javascript:alert(1)')],
    [problem('1006', '//evil.example')],
    [new Error('1006')],
    [undefined],
  ])('no other error leads anywhere: %s', (error) => expect(elsewhereOf(error, '?campid=7')).toBeUndefined())
})
