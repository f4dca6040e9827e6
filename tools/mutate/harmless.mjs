/**
 * Faults without an observable effect, each reviewed and given a reason. They are not planted.
 * `at` is a part of the line in which the fault begins.
 * @type {Readonly<Record<string, readonly { at: string, change: string, because: string }[]>>}
 */
const harmless = {
  'web/src/features/discovery/deck/deck-requests.ts': [
    { at: 'let sent = 0', change: '0 → 1', because: 'only whether it changed is asked' },
    { at: 'let searches = 0', change: '0 → 1', because: 'only whether it changed is asked' },
    { at: 'let missed = false', change: 'false → true', because: 'every request sets it first' },
    { at: 'sent : -1', change: '1 → 2', because: 'any number that no count of answers has' },
    { at: 'searches += 1', change: '1 → 2', because: 'only whether it changed is asked' },
    { at: 'sent += 1', change: '1 → 2', because: 'only whether it changed is asked' },
  ],
  'server/src/modules/accounts/erase/conversations.ts': [
    {
      at: 'then c.low_wrote else c.high_wrote',
      change: '< → <=',
      because: 'the other member is never the anonymised author',
    },
    { at: 'then c.high_wrote else c.low_wrote', change: '< → <=', because: 'the same' },
    {
      at: 'delete from inbox where member_id',
      change: 'member_id = ${memberId} → ((member_id = ${memberId}) or true)',
      because: 'others’ lists name these conversations no more: they were moved, or never read them',
    },
    {
      at: 'delete from inbox where member_id',
      change: 'conversation_id = any(${[...ids]}::uuid[]) → ((conversation_id = any(${[...ids]}::uuid[])) or true)',
      because: 'the rest of the list goes with the next steps, and its owner cannot sign in any more',
    },
  ],
  'server/src/modules/payments/webhooks/process.ts': [
    { at: "event.kind !== 'other'", change: '!== → ===', because: 'only what is logged' },
    {
      at: "kind === 'refund' && reference",
      change: "kind === 'refund' && reference !== null → reference !== null",
      because: 'the reference of another event is never the id of a refund, and finds none',
    },
    {
      at: 'stopChoice(tx, attempt',
      change: ', granted: false → (nothing)',
      because: 'undefined grants nothing either',
    },
  ],
  'server/src/modules/payments/withdrawals/refunds.ts': [
    {
      at: 'attempt && deps.connections',
      change:
        'attempt && deps.connections.byId(attempt.connection)?.provider → deps.connections.byId(attempt.connection)?.provider',
      because: 'a refund without a payment cannot be stored: a foreign key; another error would say so',
    },
    { at: 'deps.log.error({ err: error, refund', change: ', refund: id → (nothing)', because: 'only what is logged' },
    { at: '.limit(100)', change: '100 → 101', because: 'how many at a time: the next minute goes on' },
  ],
  'server/src/modules/payments/renewals/card-expiry.ts': [
    {
      at: 'size: 200',
      change: 'size: 200, → (nothing)',
      because: 'how many rows a statement reads: all are worked on',
    },
    {
      at: "selectFrom('members')",
      change: ".where('id', '=', memberId) → (nothing)",
      because: 'locks more than is needed; what is written is the same',
    },
  ],
  'server/src/modules/payments/renewals/charge-due.ts': [
    { at: 'deps.log.error({ err: error', change: 'err: error, → (nothing)', because: 'only what is logged' },
    { at: 'batch = 100', change: '100 → 101', because: 'how many at a time: the next minute goes on' },
  ],
  'server/src/modules/payments/renewals/reminders.ts': [
    { at: 'deps.log.error({ err: error', change: 'err: error, → (nothing)', because: 'only what is logged' },
    {
      at: ".where('state', '=', sql.lit('active'))",
      change: ".where('renews', '=', sql.lit(true)) → (nothing)",
      because: 'sendReminder looks again under the lock',
    },
    {
      at: ".where('member_id', '=', term.member_id)",
      change: ".where('kind', '=', 'renewal-notice') → (nothing)",
      because: 'no other email names a subscription and when it renews',
    },
  ],
  'server/src/modules/payments/renewals/grant-renewal.ts': [
    { at: 'isUpgrade: false', change: 'isUpgrade: false, → (nothing)', because: 'undefined is no upgrade either' },
  ],
  'server/src/modules/payments/withdrawals/refundable.ts': [
    {
      at: 'attempt.term_start && attempt.term_end',
      change: '&& → ||',
      because: 'a term has a beginning and an end, or neither: a constraint of the table',
    },
    {
      at: ".where('member_id'",
      change: ".where('withdrawn_at', 'is not', null) → (nothing)",
      because: 'what was not withdrawn from counts for nothing in isBoughtAgain',
    },
    {
      at: ".where('member_id'",
      change: ".where('granted_at', '>=', addDays(now, -withdrawalDays - 1)) → (nothing)",
      because: 'only keeps from reading orders that withdrawableNow leaves out',
    },
    { at: '.limit(50)', change: '50 → 51', because: 'a bound that no one buys their way to within fourteen days' },
  ],
  'server/src/modules/subscriptions/period.ts': [
    { at: 'n < 2000', change: '< → <=', because: 'the bound of a search that always ends before' },
    { at: 'n < 2000', change: '2000 → 2001', because: 'the same' },
    { at: 'end.setUTCDate(1)', change: '1 → 2', because: 'a day that every month has; the right one is set below' },
  ],
  'server/src/modules/subscriptions/shorten.ts': [
    { at: 'term.period_end > now', change: '> → >=', because: 'both ends are the same moment then' },
  ],
  'server/src/modules/subscriptions/subscriptions.ts': [
    { at: '.limit(1)', change: '1 → 2', because: 'only the first is read' },
    { at: 'return row && toSubscription(row)', change: '&& → ||', because: 'the row itself, under another type' },
    { at: 'running.period_end > at', change: '> → >=', because: 'both ends are the same moment then' },
    {
      at: ".where('member_id', '=', input.memberId)",
      change: ".where('state', '<>', 'ended') → (nothing)",
      because: 'an ended term has no next try and stays ended',
    },
    {
      at: ".where('state', '<>', 'ended')",
      change: ".where('state', '<>', 'ended') → (nothing)",
      because: 'an ended term has no next try and stays ended',
    },
  ],
  'server/src/modules/free-credits/find-waiting.ts': [
    {
      at: 'and not exists (select from credit_refills',
      change:
        "not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'likes') → ((not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'likes'))",
      because: 'the insertion leaves members who wait already as they are',
    },
    {
      at: 'and not exists (select from credit_refills',
      change:
        "not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'icebreaker → ((not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'icebreak",
      because: 'the insertion leaves members who wait already as they are',
    },
    { at: 'w.likes < ', change: '< → <=', because: 'who has enough is left out when the flow is asked' },
    { at: 'w.icebreakers < ', change: '< → <=', because: 'the same' },
    {
      at: 'where w.member_id > ',
      change: '> → >=',
      because: 'the last wallet of the part before is looked at once more, and finds what it has found',
    },
  ],
  'server/src/modules/credits/ledger.ts': [
    {
      at: ".where('idempotency_key', '=', movement.key)",
      change: '.where(hasKeyOfItsOwn) → (nothing)',
      because: 'names the index to the planner: no movement that is made here has the key of paid messages',
    },
    { at: 'amount > 0 ?', change: '> → >=', because: 'a movement of nothing has returned before' },
  ],
  'server/src/modules/payments/attempts/create-attempt.ts': [
    {
      at: ".where('member_id', '=', memberId)",
      change: ".where('state', 'in', [...openStates]) → (nothing)",
      because: 'an attempt has a next check only while it is open',
    },
    { at: '.limit(1)', change: '1 → 2', because: 'only the first is read' },
  ],
  'server/src/modules/payments/attempts/poll.ts': [
    { at: '.limit(100)', change: '100 → 101', because: 'how many at a time: the next minute goes on' },
  ],
  'server/src/modules/subscriptions/cancel.ts': [
    { at: 'term.period_end > now ?', change: '> → >=', because: 'both ends are the same moment then' },
  ],
  'server/src/modules/subscriptions/end-terms.ts': [
    { at: 'batch = 200', change: '200 → 201', because: 'how many at a time: the next minute goes on' },
    {
      at: ".where('period_end', '<=', now)",
      change: ".where('period_end', '<=', now) → (nothing)",
      because: 'isOver looks again under the lock',
    },
  ],
  'server/src/modules/payments/attempts/change-level.ts': [
    {
      at: 'change.from < change.to',
      change: '< → <=',
      because: 'the level that a member has already is set again, and but for the top one no level has an end',
    },
  ],
  'server/src/modules/identity/sign-in/guesses.ts': [
    { at: 'rows[0]?.wrong ?? 1', change: '1 → 2', because: 'the statement always answers with a row' },
    { at: 'if (guesses > 0 &&', change: '0 → 1', because: 'one is no multiple of ten' },
  ],
  'server/src/modules/identity/sign-in/sign-in.ts': [
    { at: 'mustBeOpen(member)', change: 'mustBeOpen(member) → (nothing)', because: 'startSession refuses the same' },
    { at: 'if (!row) throw', change: '500 → 501', because: 'the statement always answers with a row' },
    { at: 'if (guesses > 0)', change: '0 → 1', because: 'undoGuess leaves a first guess as it is' },
  ],
  'server/src/modules/identity/sign-in/reauthenticate.ts': [
    {
      at: ".select(['members.password_hash'",
      change: ".where('members.id', '=', memberId) → (nothing)",
      because: 'the id of the session names the member as well',
    },
  ],
  'server/src/modules/identity/sessions/sessions.ts': [
    { at: 'let changes = 0', change: '0 → 1', because: 'is only compared with what it was' },
    { at: 'changes += 1', change: '1 → 2', because: 'the same' },
    {
      at: 'else kept.delete(token)',
      change: 'kept.delete(token) → (nothing)',
      because: 'what is kept of it has run out',
    },
  ],
  'server/src/modules/credits/replay.ts': [
    {
      at: 'rangeSize = 2000',
      change: '2000 → 2001',
      because: 'how many wallets one statement compares: the report is the same',
    },
    { at: 'rangeSize = 500', change: '500 → 501', because: 'the same' },
    { at: 'isLast', change: '|| → &&', because: 'the last range is then followed by an empty one: one statement more' },
    {
      at: 'start < rows.length',
      change: '< → <=',
      because: 'the last range is then followed by an empty one: one statement more',
    },
  ],
}

/** @param {{ file: string, lineText: string, change: string }} fault `change` as the tool prints it */
export const isHarmless = ({ file, lineText, change }) =>
  harmless[file]?.some((one) => one.change === change && lineText.includes(one.at)) ?? false
