import { sheetScript } from './sheet-script.ts'

/**
 * A stand-in for Apple's SDK: `ApplePaySession` and its button element, with a sheet that offers the sandbox's cards.
 * @param validationUrl the URL for the merchant validation
 */
export const applePayScript = (validationUrl: string): string => `(() => {
${sheetScript}
class ApplePaySession {
  static STATUS_SUCCESS = 0
  static STATUS_FAILURE = 1
  static canMakePayments() { return true }
  constructor(version, request) {
    if (version < 3 || !request.total || !request.merchantCapabilities.includes('supports3DS')) throw new TypeError('request')
    this.request = request
  }
  begin() {
    this.onvalidatemerchant({ validationURL: ${JSON.stringify(validationUrl)} })
  }
  completeMerchantValidation(session) {
    if (!session.merchantSessionIdentifier) return this.abort()
    const { total, currencyCode } = this.request
    openSheet('Apple Pay', total.amount + ' ' + currencyCode, (number) => this.onpaymentauthorized({
      payment: {
        token: {
          paymentData: {
            version: 'EC_v1',
            data: btoa(JSON.stringify({ card: number, authMethod: 'CRYPTOGRAM_3DS' })),
            signature: 'of-the-sandbox',
            header: { transactionId: '0'.repeat(64), publicKeyHash: 'sandbox', ephemeralPublicKey: 'sandbox' },
          },
          paymentMethod: { displayName: 'Test ' + number.slice(-4), network: 'Visa', type: 'debit' },
          transactionIdentifier: '0'.repeat(64),
        },
      },
    }), () => this.oncancel({}))
  }
  completePayment({ status }) {
    this.status = status
  }
  abort() {}
}
window.ApplePaySession = ApplePaySession
customElements.define('apple-pay-button', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).append(drawButton('Apple Pay', () => undefined))
  }
})
})()
`
