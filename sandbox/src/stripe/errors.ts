/** An error in Stripe's format. */
export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  constructor(status: number, message: string, code?: string, type = 'invalid_request_error') {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
  toBody(): object {
    return {
      error: { type: this.type, message: this.message, ...(this.code === undefined ? {} : { code: this.code }) },
    }
  }
}

export const missing = (what: string, id: string): StripeError =>
  new StripeError(404, `No such ${what}: '${id}'`, 'resource_missing')
