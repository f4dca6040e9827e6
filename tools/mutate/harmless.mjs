/**
 * Faults that change nothing anybody could see, each read and with its reason: they are not planted.
 * @type {Readonly<Record<string, readonly { change: string, because: string }[]>>}
 */
const harmless = {
  'server/src/modules/credits/ledger.ts': [{ change: '> → >=', because: 'a movement of nothing has returned before' }],
  'server/src/modules/credits/replay.ts': [
    { change: '2000 → 2001', because: 'how many wallets one statement compares: the report is the same' },
    { change: '500 → 501', because: 'the same' },
    { change: '|| → &&', because: 'the last range is then followed by an empty one: one statement more' },
    { change: '< → <=', because: 'the last range is then followed by an empty one: one statement more' },
  ],
}

/** @param {string} file @param {string} change as the tool prints it @returns {boolean} */
export function isHarmless(file, change) {
  return harmless[file]?.some((one) => one.change === change) ?? false
}
