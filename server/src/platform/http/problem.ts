import type { Problem, WaitingOrder } from '@incontro/contract'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported type',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not ready',
}

/** A failure reported to the caller as a problem document (RFC 9457). Only the fields below are sent. */
export class Failure extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined
  /** Where to send the browser instead: a path of this installation. */
  readonly redirect: string | undefined
  /** With `challenge_required`: the minimum difficulty of the challenge to solve. */
  readonly difficulty: number | undefined
  /** With `order_open` and `order_paid`: the other order. */
  readonly order: WaitingOrder | undefined

  /** @param code a code of the specification; numeric ones are also appended to the message (`… -1007`) */
  constructor(
    status: number,
    code?: string,
    options: { field?: string; message?: string; redirect?: string; difficulty?: number; order?: WaitingOrder } = {},
  ) {
    super(options.message ?? titles[status] ?? 'Failed')
    this.status = status
    this.code = code
    this.field = options.field
    this.redirect = options.redirect
    this.difficulty = options.difficulty
    this.order = options.order
  }

  toProblem(): Problem {
    return {
      type: 'about:blank',
      title: titles[this.status] ?? 'Failed',
      status: this.status,
      message: this.code === undefined ? this.message : `${this.message} -${this.code}`,
      ...(this.code === undefined ? {} : { code: this.code }),
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.redirect === undefined ? {} : { redirect: this.redirect }),
      ...(this.difficulty === undefined ? {} : { difficulty: this.difficulty }),
      ...(this.order === undefined ? {} : { order: this.order }),
    }
  }
}

/** What the caller may not see answers like what does not exist. */
export const notFound = (): Failure => new Failure(404)
export const notSignedIn = (): Failure => new Failure(401)
export const notVerified = (): Failure => new Failure(403, 'not_verified', { message: 'Confirm your email first' })
