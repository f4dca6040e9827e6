import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { fillPlaceholders } from './placeholders.ts'

const page = (source: string, company: string) =>
  renderMarkdown(fillPlaceholders(source, { values: { company }, parts: { sharedPool: false } })).html

describe('Markdown of legal pages', () => {
  it('shows raw HTML as text and refuses links that run script', () => {
    expect(renderMarkdown('# T\n<img src=x onerror=alert(1)>').html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>\n')
    expect(renderMarkdown('# T\n[a](javascript:alert(1))').html).not.toContain('href')
  })

  it('gives a heading the id it asks for', () => {
    expect(renderMarkdown('# T\n## Prices {#billingPolicy}').html).toBe('<h2 id="billingPolicy">Prices</h2>\n')
  })

  it('never lets a value of a brand become markup', () => {
    expect(page('# T\n{{company}}', '*Ciao* [x](y) <b> & {{company}}')).toBe(
      '<p>*Ciao* [x](y) &lt;b&gt; &amp; {{company}}</p>\n',
    )
    expect(page('# T\n[m](mailto:{{company}})', 'a_b@c.example')).toBe('<p><a href="mailto:a_b@c.example">m</a></p>\n')
  })

  it('drops a part that does not stand', () => {
    expect(page('# T\na\n{{#sharedPool}}\nb\n{{/sharedPool}}\nc', '')).toBe('<p>a\nc</p>\n')
  })
})
