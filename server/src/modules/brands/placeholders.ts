export interface PlaceholderValues {
  readonly values: Readonly<Record<string, string>>
  /** Which `{{#name}}…{{/name}}` parts stand. */
  readonly parts: Readonly<Record<string, boolean>>
}

/** A page names a placeholder or a part that brands do not have. */
export class UnknownPlaceholder extends Error {
  readonly placeholder: string
  constructor(placeholder: string) {
    super(`{{${placeholder}}} is unknown`)
    this.placeholder = placeholder
  }
}

/** A value of a brand is words, never markup. */
const asText = (value: string) => value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')

/**
 * Fills `{{name}}` into Markdown, and keeps or drops `{{#part}}…{{/part}}`.
 * @throws UnknownPlaceholder
 */
export function fillPlaceholders(source: string, { values, parts }: PlaceholderValues): string {
  const kept = source.replace(/\{\{#(\w+)\}\}\n?([\s\S]*?)\{\{\/\1\}\}\n?/g, (_, name: string, inner: string) => {
    const stands = parts[name]
    if (stands === undefined) throw new UnknownPlaceholder(`#${name}`)
    return stands ? inner : ''
  })
  return kept.replace(/\{\{([^}]*)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new UnknownPlaceholder(name)
    return asText(value)
  })
}
