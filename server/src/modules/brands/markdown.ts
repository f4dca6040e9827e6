import MarkdownIt from 'markdown-it'

// Raw HTML in a page is shown as text, and markdown-it refuses javascript:, vbscript:, file: and data: links itself.
const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Takes `{#anchor}` off the end of headings and makes it their id. */
renderer.core.ruler.push('heading_anchor', (state) => {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const inline = state.tokens[index + 1]
    const last = inline?.children?.at(-1)
    const [whole, anchor] = /\s*\{#([A-Za-z][\w-]*)\}$/.exec(last?.content ?? '') ?? []
    if (!last || whole === undefined || anchor === undefined) return
    last.content = last.content.slice(0, -whole.length)
    token.attrSet('id', anchor)
  })
})

/** The page's one `# heading` is its title and stands apart from the rest; empty when there is none. */
export function splitTitle(source: string): { readonly title: string; readonly body: string } {
  const [, title = '', body = source] = /^\s*# (.+)\n([\s\S]*)$/.exec(source) ?? []
  return { title: title.trim(), body }
}

/** Markdown as safe HTML. */
export const renderMarkdown = (body: string): string => renderer.render(body)
