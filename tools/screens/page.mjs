import { devices, screens, usualDevices } from './list.mjs'

const head = `# Screens

Screens of members and staff beside their mock-ups: phone (390 × 844), tablet (820 × 1180), 1280 × 800 and desktop
(1440 × 900), light and dark. \`npm run screens\` takes the pictures from a running demo; all people in them are
illustrations and marked as samples.
`

/** @returns the text of docs/screens/README.md */
export const screensPage = () => `${[head, ...screens.map(section)].join('\n')}`

/** @param {import('./list.mjs').Screen} screen */
function section({ name, title, path, mockups, devices: sizes = usualDevices }) {
  const tables = sizes.map((device) => {
    const cells = /** @type {const} */ (['light', 'dark']).flatMap((theme) => [
      ...(mockups[device]?.[theme] === undefined
        ? []
        : [{ head: `mock-up, ${theme}`, file: `mockup.${name}.${device}.${theme}.webp` }]),
      { head: `${devices[device].words}, ${theme}`, file: `${name}.${device}.${theme}.webp` },
    ])
    return [
      `| ${cells.map((cell) => cell.head).join(' | ')} |`,
      `| ${cells.map(() => '---').join(' | ')} |`,
      `| ${cells.map((cell) => `![${title}: ${cell.head}](${cell.file})`).join(' | ')} |`,
    ].join('\n')
  })
  return `## ${title} (\`${path.replace('OTHER', '{id}')}\`)\n\n${tables.join('\n\n')}\n`
}
