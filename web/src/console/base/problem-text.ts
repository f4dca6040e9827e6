import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiProblem } from './api.ts'

/** What a person reads about a failure, by its code. */
const texts: Readonly<Record<string, MessageDescriptor>> = {
  offline: msg`There is no network. Try again once it is back.`,
  401: msg`You are signed out. Sign in again.`,
  403: msg`Your role doesn’t allow this.`,
  404: msg`This doesn’t exist any more.`,
  429: msg`Too many attempts. Wait an hour, then try again.`,
  503: msg`The database doesn’t answer. Try again in a minute.`,
  staff_unknown: msg`Address or password is wrong.`,
  factor_wrong: msg`This doesn’t fit, or was used before. Try the next code.`,
  password_weak: msg`At least 12 characters, and none of the common passwords.`,
  password_errata: msg`The password is wrong.`,
  errore_email: msg`Mail couldn’t reach this address.`,
  staff_known: msg`This person works at the brand already.`,
  last_owner: msg`The brand would have no owner. Name another one first.`,
  last_factor: msg`Add another factor before you remove the last one.`,
  elsewhere: msg`This person also works at a brand that you don’t own.`,
  granted_before: msg`This reference granted the member something before.`,
  closed: msg`The account isn’t open.`,
  open_already: msg`The account is open already.`,
  suspended_by_same: msg`You have suspended this account. Another person has to look at it.`,
  own_account: msg`This is your own account as a member. A colleague has to do it.`,
  restricted_already: msg`This, or more, is in force already.`,
  restriction_over: msg`This decision is over already.`,
  decided_by_same: msg`You decided this, and the member was promised another person.`,
  appealed: msg`The member has appealed. Decide the appeal in the queue: that answers them.`,
  confirmed_already: msg`The address is confirmed already.`,
  bounces: msg`Mail to this address bounces. The member needs another one.`,
  unchanged: msg`This is what is there already.`,
  name_length: msg`A name has 2 to 40 letters.`,
  name_contacts: msg`A name holds no links, addresses, numbers or accounts elsewhere.`,
  name_marks: msg`A name holds no ticks, shields or marks like those of the service.`,
  name_reserved: msg`This name reads like that of the service or its staff.`,
  errore_citta: msg`There is no such place in the member’s country. Check the spelling.`,
  erasing: msg`The erasing of this member began already.`,
  not_held: msg`Nothing holds this member.`,
  not_yours: msg`This is a colleague’s. Write your own, or talk to them.`,
  own_request: msg`You asked for this. Another person decides it.`,
  request_over: msg`This was decided or withdrawn meanwhile.`,
  request_changed: msg`The request was changed meanwhile. Read it again.`,
  requester_left: msg`The person who asked may not do so any more. Refuse it.`,
  id_taken: msg`This was sent before with other values. Close the window and look at the result first.`,
  never_charged: msg`This order never reached a provider. Nothing was paid.`,
  more_than_left: msg`This is more than is left of the order.`,
  too_late: msg`A note can be changed for 15 minutes. Add another one.`,
  too_many_notes: msg`A file has at most 200 notes.`,
  proof_needed: msg`Show your second factor again for this.`,
  passkey_expired: msg`This took too long. Try again.`,
  passkey_invalid: msg`This passkey can’t be accepted. Try another one.`,
  passkey_known: msg`This passkey is stored already.`,
}
const other = msg`Something went wrong. Nothing was changed.`

export const problemText = (error: unknown): MessageDescriptor =>
  error instanceof ApiProblem ? (texts[error.code] ?? texts[error.status] ?? other) : other
