import { screens } from './list.mjs'

const head = `# Screens

A member's screens beside their mock-ups, phone (390 × 844) and desktop (1440 × 900), light and dark. \`npm run screens\`
takes the pictures from a running demo; all people in them are illustrations and marked as samples.
`

const devices = /** @type {const} */ (['phone', 'desktop'])
const words = { phone: 'Phone', desktop: 'Desktop', light: 'light', dark: 'dark' }

/** @returns the text of docs/screens/README.md */
export const screensPage = () => `${[head, ...screens.map(section)].join('\n')}`

/** @param {import('./list.mjs').Screen} screen */
function section({ name, title, path, mockups }) {
  const tables = devices.map((device) => {
    const cells = /** @type {const} */ (['light', 'dark']).flatMap((theme) => [
      ...(mockups[device]?.[theme] === undefined
        ? []
        : [{ head: `mock-up, ${theme}`, file: `mockup.${name}.${device}.${theme}.webp` }]),
      { head: `${words[device]}, ${words[theme]}`, file: `${name}.${device}.${theme}.webp` },
    ])
    return [
      `| ${cells.map((cell) => cell.head).join(' | ')} |`,
      `| ${cells.map(() => '---').join(' | ')} |`,
      `| ${cells.map((cell) => `![${title}: ${cell.head}](${cell.file})`).join(' | ')} |`,
    ].join('\n')
  })
  return `## ${title} (\`${path.replace('OTHER', '{id}')}\`)\n\n${tables.join('\n\n')}\n`
}
