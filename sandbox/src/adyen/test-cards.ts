/**
 * The test cards of the sandbox. Approving and 3DS cards have the numbers that Adyen publishes for tests;
 * the others are `4100 0000 000`, Adyen's refusal code and the digits that make them pass the Luhn check.
 */
export type Behaviour =
  | { readonly kind: 'approve' }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'refuse'; readonly refusal: number }
  /** Approves payments that the shopper starts, and refuses those that the merchant starts with the stored card. */
  | { readonly kind: 'refuse renewals'; readonly refusal: number }
  | { readonly kind: 'invalid'; readonly errorCode: string; readonly message: string }

export interface TestCard {
  readonly number: string
  readonly brand: 'visa' | 'mc'
  /** The outcome as our payment catalogue names it. */
  readonly outcome: string
  readonly behaviour: Behaviour
  readonly note: string
}

export const TEST_CVC = '737'

const visa = (number: string, outcome: string, behaviour: Behaviour, note = ''): TestCard => ({
  number,
  brand: 'visa',
  outcome,
  behaviour,
  note,
})
const refuse = (refusal: number): Behaviour => ({ kind: 'refuse', refusal })
const BAD_EXPIRY = 'Invalid expiryMonth[1..12] / expiryYear[>2000]'

export const TEST_CARDS: readonly TestCard[] = [
  visa(
    '4111111111111111',
    'success',
    { kind: 'approve' },
    'cvc 737, any expiry to come (03/30); another cvc is refused',
  ),
  { ...visa('5555444433331111', 'success', { kind: 'approve' }, 'as above'), brand: 'mc' },
  visa('4212345678901237', '3DS', { kind: 'challenge' }, 'asks on the 3DS page: approve, or decline = warning'),
  { ...visa('5212345678901234', '3DS', { kind: 'challenge' }, 'as above'), brand: 'mc' },
  visa('4100000000000241', 'invalid_cvc', refuse(24)),
  visa('4100000000000126', 'insufficient_funds', refuse(12)),
  visa('4100000000000050', 'lost_or_stolen', refuse(5)),
  visa(
    '4100000000001413',
    'invalid_expiry_month',
    { kind: 'invalid', errorCode: '141', message: BAD_EXPIRY },
    'so does a month out of 1 to 12',
  ),
  visa(
    '4100000000001405',
    'invalid_expiry_year',
    { kind: 'invalid', errorCode: '140', message: `${BAD_EXPIRY}, or before now` },
    'so does a year before 2001',
  ),
  visa('4100000000000068', 'expired_card', refuse(6), 'so does a past expiry on an approving card'),
  visa('4100000000000464', 'card_already_declined', refuse(46)),
  visa('4100000000000290', 'change_method', refuse(29)),
  visa('4100000000000043', 'processing_error', refuse(4)),
  visa('4100000000000027', 'card_declined', refuse(2), 'so does any number not in this table'),
  visa('4100000000000118', 'warning', refuse(11), '3DS failed'),
  visa('4100000000000084', 'invalid_number', refuse(8), 'a number that fails the Luhn check is error 101'),
  visa('4100000000000209', 'blacklisted', refuse(20)),
  visa('4100000000000092', 'retry', refuse(9)),
  visa('4100000000000381', 'authentication_required', refuse(38)),
  visa('4100000000000274', 'generic', refuse(27)),
  visa('4100000000013004', 'pending', { kind: 'pending' }, 'authorised by webhook a little later'),
  visa(
    '4100000000504002',
    'time-out',
    { kind: 'slow' },
    'taken at once, answered too late; a repeat with the same key answers',
  ),
  visa('4100000000201203', 'success, renewals insufficient_funds', { kind: 'refuse renewals', refusal: 12 }),
  visa('4100000000203803', 'success, renewals authentication_required', { kind: 'refuse renewals', refusal: 38 }),
]

export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}
