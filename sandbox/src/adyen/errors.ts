import { newReference } from './references.ts'

/** Adyen's ServiceError, thrown by the stand-in and sent by its routes. */
export class ServiceError extends Error {
  readonly status: number
  readonly errorCode: string
  readonly errorType: 'validation' | 'security' | 'configuration' | 'internal'
  /** The request may be repeated; Adyen says so in a header. */
  readonly transient: boolean

  constructor(
    status: number,
    errorCode: string,
    message: string,
    errorType: ServiceError['errorType'] = 'validation',
    transient = false,
  ) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.errorType = errorType
    this.transient = transient
  }

  toBody(): object {
    const { status, errorCode, message, errorType } = this
    return { status, errorCode, message, errorType, pspReference: newReference() }
  }
}

export const unauthorized = () => new ServiceError(401, '000', 'HTTP Status Response - Unauthorized', 'security')
export const wrongMerchant = () => new ServiceError(403, '901', 'Invalid Merchant Account', 'security')
export const rawCard = () => new ServiceError(403, '905', 'Payment details are not supported', 'configuration')
export const invalid = (errorCode: string, message: string) => new ServiceError(422, errorCode, message)
