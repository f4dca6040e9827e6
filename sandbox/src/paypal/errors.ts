import { randomBytes } from 'node:crypto'

const messages: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RESOURCE_CONFLICT: 'The server has detected a conflict while processing this request.',
}

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
}

/** An error in PayPal's format: `issue` names the problem. */
export class PayPalError extends Error {
  readonly status: number
  readonly issue: string
  constructor(status: number, issue: string, description: string = issue) {
    super(description)
    this.status = status
    this.issue = issue
  }
  toBody(): object {
    const name = names[this.status] ?? 'UNPROCESSABLE_ENTITY'
    return {
      name,
      message: messages[name] ?? name,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      details: [{ issue: this.issue, description: this.message }],
      links: [
        {
          href: `https://developer.paypal.com/docs/api/orders/v2/#error-${this.issue}`,
          rel: 'information_link',
          method: 'GET',
        },
      ],
    }
  }
}
