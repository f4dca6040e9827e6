import { expect, it } from 'vitest'
import { Failure } from './problem.ts'

it.each([
  [400, 'Bad request'],
  [401, 'Not signed in'],
  [403, 'Not allowed'],
  [404, 'Not found'],
  [409, 'Conflict'],
  [413, 'Too large'],
  [415, 'Unsupported type'],
  [429, 'Too many requests'],
  [500, 'Something went wrong'],
  [503, 'Not ready'],
  [418, 'Failed'],
])('a failure with %d alone says: %s', (status, title) =>
  expect(new Failure(status).toProblem()).toEqual({ type: 'about:blank', title, status, message: title }),
)

it('says all it was given, with its code at the end of the message', () => {
  const given = { field: 'altcha', message: 'Solve it', redirect: 'https://a.example', difficulty: 0 }
  expect(new Failure(403, 'challenge_required', given).toProblem()).toEqual({
    type: 'about:blank',
    title: 'Not allowed',
    status: 403,
    ...given,
    message: 'Solve it -challenge_required',
    code: 'challenge_required',
  })
})
