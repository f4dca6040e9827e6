/** Normalises a statement: list lengths, white space, moments and random names do not matter. */
export function kindOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/'\d{4}-\d\d-\d\dT[\d:.]+Z'/g, "'…'")
    .replace(/\b(partitions"?\."?\w+?)_(?:\d{6}|before|tests)\b/g, '$1_…')
    .replace(/\(\$\d+(?:, ?(?:\$\d+|default|null))*\)(?:, ?\(\$\d+(?:, ?(?:\$\d+|default|null))*\))*/g, '($…)')
    .replace(/\$\d+(?:::\w+)?(?:, ?\$\d+(?:::\w+)?)+/g, '$…')
    .replace(/\$\d+/g, '$n')
    .trim()
}

/** Whether it reads or writes tables: not transactions, settings or catalogues. */
export function isStatement(text: string): boolean {
  return (
    /^\s*(?:with|select|insert|update|delete|merge|values)\b/i.test(text) &&
    !/(?:\b(?:from|join)\s+(?:pg_|information_schema)|\bpg_(?:sleep|notify)\b)/i.test(text) &&
    (/\b(?:from|into|update|join)\b/i.test(text) || /\bgraphile_worker\b/i.test(text))
  )
}
