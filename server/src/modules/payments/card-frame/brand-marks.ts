const word = (name: string, text: string, colour: string) =>
  `<svg class="${name}" width="38" height="24" viewBox="0 0 38 24" aria-hidden="true"><text x="19" y="15.5" text-anchor="middle" textLength="30" lengthAdjust="spacingAndGlyphs" font-family="Arial, Helvetica, sans-serif" font-size="10" font-weight="800" fill="${colour}">${text}</text></svg>`

/** Simple marks of the networks: their names in their colours. */
export const brandMarks = [
  word('visa', 'VISA', '#1a3a8f'),
  '<svg class="mastercard" width="26" height="16" viewBox="0 0 26 16" aria-hidden="true"><circle cx="9.5" cy="8" r="7" fill="#eb001b"/><circle cx="16.5" cy="8" r="7" fill="#f79e1b"/><path d="M13 2.7a7 7 0 0 1 0 10.6 7 7 0 0 1 0-10.6z" fill="#ff5f00"/></svg>',
  word('amex', 'AMEX', '#0b6bb0'),
  word('diners', 'Diners', '#004a87'),
  word('discover', 'Discover', '#a84300'),
  word('jcb', 'JCB', '#0f5b2c'),
].join('')
