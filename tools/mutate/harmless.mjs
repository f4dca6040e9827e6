/**
 * Faults that change nothing anybody could see, each read and with its reason: they are not planted.
 * `at` is a part of the line where it begins.
 * @type {Readonly<Record<string, readonly { at: string, change: string, because: string }[]>>}
 */
const harmless = {
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
    { at: '.limit(50)', change: '50 → 51', because: 'a bound that nobody buys their way to within fourteen days' },
  ],
  'server/src/modules/subscriptions/period.ts': [
    { at: 'n < 2000', change: '< → <=', because: 'the bound of a search that always ends before' },
    { at: 'n < 2000', change: '2000 → 2001', because: 'the same' },
  ],
  'server/src/modules/credits/ledger.ts': [
    { at: 'amount > 0 ?', change: '> → >=', because: 'a movement of nothing has returned before' },
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
