/** Normalises a statement: list lengths and white space do not matter. */
export function kindOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\(\$\d+(?:, ?(?:\$\d+|default|null))*\)(?:, ?\(\$\d+(?:, ?(?:\$\d+|default|null))*\))*/g, '($…)')
    .replace(/\$\d+(?:::\w+)?(?:, ?\$\d+(?:::\w+)?)+/g, '$…')
    .replace(/\$\d+/g, '$n')
    .trim()
}

/** Whether it reads or writes our own tables: not transactions, settings, catalogues or other schemas. */
export function isStatement(text: string): boolean {
  return (
    /^\s*(?:with|select|insert|update|delete|merge|values)\b/i.test(text) &&
    !/(?:\b(?:from|join)\s+(?:pg_|information_schema)|\bpg_(?:sleep|notify)\b|"?graphile_worker"?\.)/i.test(text) &&
    /\b(?:from|into|update|join)\b/i.test(text)
  )
}
