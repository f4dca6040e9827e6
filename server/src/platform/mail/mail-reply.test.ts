import { expect, it } from 'vitest'
import { classOfReply, withoutAddresses } from './mail-reply.ts'

/** What servers say, collected from the public documents of mail providers. */
it.each([
  ['hard', 550, '550 5.1.1 The email account that you tried to reach does not exist.'],
  ['hard', 550, '550 no such person'],
  ['hard', 550, '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['hard', 550, '550 5.4.1 Recipient address rejected: Access denied.'],
  ['hard', 550, '550 5.2.1 The mailbox is disabled'],
  ['hard', 551, '551 User not local'],
  ['hard', 553, '553 mailbox name not allowed'],
  ['hard', 554, '554 delivery error: dd Sorry, your message cannot be delivered. This mailbox is disabled (554.30)'],
  ['hard', 554, "554 delivery error: dd This user doesn't have a yahoo.com account"],
  ['soft', 452, '452 4.2.2 The recipient is over quota'],
  ['soft', 552, '552 5.2.2 mailbox full'],
  ['soft', 550, '550 Mailbox quota exceeded'],
  ['soft', 451, '451 4.7.1 Greylisted, try again'],
  ['policy', 550, '550 5.7.1 Unable to relay'],
  ['policy', 550, '550 relay not permitted'],
  [
    'policy',
    550,
    '550-5.7.1 [192.0.2.7 12] Our system has detected that this message is\n550 5.7.1 likely unsolicited mail.',
  ],
  ['policy', 550, "550 5.7.26 Unauthenticated email from example.org is not accepted due to domain's DMARC policy"],
  ['policy', 553, "553 sorry, that domain isn't in my list of allowed rcpthosts"],
  ['policy', 553, '553 5.1.8 Sender address rejected: Domain not found'],
  ['policy', 554, '554 5.7.1 Service unavailable; client host blocked using a block list'],
  ['policy', 530, '530 5.7.0 Authentication required'],
  ['policy', 554, '554 not taken'],
  ['policy', 552, '552 5.3.4 message size exceeds fixed limit'],
] as const)('%s: %i %s', (meaning, code, text) => {
  expect(classOfReply({ code, enhanced: null, text })).toBe(meaning)
})

it('believes the extended code more than the code', () => {
  expect(classOfReply({ code: 550, enhanced: '5.7.1', text: 'no such user' })).toBe('policy')
  expect(classOfReply({ code: 550, enhanced: '4.2.2', text: 'x' })).toBe('soft')
  expect(classOfReply({ code: null, enhanced: null, text: '5.1.1 unknown' })).toBe('hard')
})

it('keeps no address and no control character of what a server says', () => {
  expect(withoutAddresses('550 <Anna.Rossi+x@example.org>: no\r\n\u0000such user (anna@example.org)')).toBe(
    '550 <…>: no such user (…)',
  )
  expect(withoutAddresses('x'.repeat(300))).toHaveLength(200)
})
