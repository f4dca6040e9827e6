import { sheetScript } from './sheet-script.ts'

/**
 * A stand-in for Google's pay.js: the part of `google.payments.api` that a shop calls, with a sheet that offers the
 * sandbox's cards.
 */
export const googlePayScript = `(() => {
${sheetScript}
const refuse = (statusCode) => Promise.reject(Object.assign(new Error(statusCode), { statusCode }))
class PaymentsClient {
  constructor({ environment }) {
    if (environment !== 'TEST' && environment !== 'PRODUCTION') throw new Error('environment')
  }
  async isReadyToPay({ apiVersion, allowedPaymentMethods }) {
    const card = allowedPaymentMethods.find(({ type }) => type === 'CARD')
    return { result: apiVersion === 2 && card.parameters.allowedCardNetworks.length > 0 }
  }
  createButton({ onClick }) {
    return drawButton('Google Pay', onClick)
  }
  loadPaymentData({ allowedPaymentMethods, transactionInfo, merchantInfo }) {
    const [card] = allowedPaymentMethods
    const { gateway, gatewayMerchantId } = card.tokenizationSpecification.parameters
    if (!gateway || !gatewayMerchantId || !merchantInfo.merchantName) return refuse('DEVELOPER_ERROR')
    return new Promise((resolve, reject) => openSheet(
      'Google Pay',
      transactionInfo.totalPrice + ' ' + transactionInfo.currencyCode,
      (number, isKnown) => resolve({
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: 'CARD',
          description: 'Test •••• ' + number.slice(-4),
          info: { cardNetwork: number[0] === '5' ? 'MASTERCARD' : 'VISA', cardDetails: number.slice(-4) },
          tokenizationData: {
            type: 'PAYMENT_GATEWAY',
            token: JSON.stringify({
              protocolVersion: 'ECv2',
              signature: 'of-the-sandbox',
              signedMessage: JSON.stringify({
                encryptedMessage: btoa(JSON.stringify({ card: number, authMethod: isKnown ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY' })),
              }),
            }),
          },
        },
      }),
      () => refuse('CANCELED').catch(reject),
    ))
  }
}
window.google = { payments: { api: { PaymentsClient } } }
})()
`
