export interface PlaceholderValues {
  readonly values: Readonly<Record<string, string>>
  /** Which conditional parts `{{#name}}…{{/name}}` are kept. */
  readonly parts: Readonly<Record<string, boolean>>
}

/** A page names a placeholder or a conditional part that does not exist. */
export class UnknownPlaceholder extends Error {
  readonly placeholder: string
  constructor(placeholder: string) {
    super(`{{${placeholder}}} is unknown`)
    this.placeholder = placeholder
  }
}

/** A brand's values are plain text: escapes Markdown. */
const asText = (value: string) => value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')

/**
 * Replaces `{{name}}` in Markdown, and keeps or drops `{{#part}}…{{/part}}`.
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
