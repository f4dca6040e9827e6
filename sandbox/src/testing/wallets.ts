import { SANDBOX_APPLE_MERCHANT_ID } from '../credentials.ts'

/** The options with which the server uses the sandbox in place of Google and Apple. */
export const sandboxWallets = (origin: string) => ({
  google: { scriptUrl: `${origin}/googlepay/pay.js` },
  apple: {
    scriptUrl: `${origin}/applepay/apple-pay-sdk.js`,
    merchantId: SANDBOX_APPLE_MERCHANT_ID,
    certificate: 'none',
    key: 'none',
    gatewayOrigin: origin,
  },
})

/** Google's PaymentData for a card of the sandbox. */
export const googlePaymentData = (card: string, authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS' = 'CRYPTOGRAM_3DS') => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: {
    type: 'CARD',
    description: `Test •••• ${card.slice(-4)}`,
    info: { cardNetwork: 'VISA', cardDetails: card.slice(-4) },
    tokenizationData: {
      type: 'PAYMENT_GATEWAY',
      token: JSON.stringify({
        protocolVersion: 'ECv2',
        signature: 'of-the-sandbox',
        signedMessage: JSON.stringify({ encryptedMessage: btoa(JSON.stringify({ card, authMethod })) }),
      }),
    },
  },
})

/** Apple's payment for a card of the sandbox. */
export const applePayment = (card: string) => ({
  token: {
    paymentData: {
      version: 'EC_v1',
      data: btoa(JSON.stringify({ card, authMethod: 'CRYPTOGRAM_3DS' })),
      signature: 'of-the-sandbox',
      header: { transactionId: '0'.repeat(64), publicKeyHash: 'sandbox', ephemeralPublicKey: 'sandbox' },
    },
    paymentMethod: { displayName: `Test ${card.slice(-4)}`, network: 'Visa', type: 'debit' },
    transactionIdentifier: '0'.repeat(64),
  },
})
