import { TEST_CARDS } from '../adyen/test-cards.ts'

const cards = TEST_CARDS.filter(({ behaviour }) => behaviour.kind !== 'invalid').map(({ number, outcome }) => ({
  number,
  label: `•••• ${number.slice(-4)} · ${outcome}`,
}))

/**
 * JavaScript of the sheet that both stand-ins open inside their frame: choose a card, pay or cancel. The page provides
 * no markup or styles for a wallet's script, so the script creates them itself.
 */
export const sheetScript = `
function openSheet(name, total, onPay, onLeave) {
  const sheet = document.createElement('dialog')
  // In the flow, so that the frame grows with it; a real one opens outside.
  Object.assign(sheet.style, { position: 'static', boxSizing: 'border-box', width: '100%', margin: '8px 0 0', font: '16px/1.4 system-ui', border: '1px solid #888', borderRadius: '12px', padding: '16px' })
  const title = document.createElement('p')
  title.textContent = name + ' · sandbox · ' + total
  const select = document.createElement('select')
  select.setAttribute('aria-label', 'Card')
  Object.assign(select.style, { display: 'block', width: '100%', minHeight: '44px', font: 'inherit' })
  for (const { number, label } of ${JSON.stringify(cards)}) select.append(new Option(label, number))
  const isKnown = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = true
  isKnown.append(box, ' recognised by the device')
  const button = (text, then) => {
    const made = document.createElement('button')
    made.textContent = text
    Object.assign(made.style, { minHeight: '44px', marginRight: '8px', font: 'inherit' })
    made.addEventListener('click', () => { sheet.remove(); then() })
    return made
  }
  const row = document.createElement('p')
  row.append(button('Pay', () => onPay(select.value, box.checked)), button('Cancel', onLeave))
  sheet.append(title, select, isKnown, row)
  sheet.addEventListener('cancel', () => { sheet.remove(); onLeave() })
  document.body.append(sheet)
  sheet.show()
}
function drawButton(name, onClick) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Buy with ' + name
  Object.assign(button.style, { width: '100%', height: '50px', border: '0', borderRadius: '8px', background: '#000', color: '#fff', font: '600 17px system-ui', cursor: 'pointer' })
  button.addEventListener('click', onClick)
  return button
}
`
