/** Its name in its colours. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="24" viewBox="0 0 50 24"><g font-family="Arial, Helvetica, sans-serif" font-size="13" font-weight="600"><text x="5" y="16.5" textLength="10" lengthAdjust="spacingAndGlyphs" fill="#4285f4">G</text><text x="19" y="16.5" textLength="25" lengthAdjust="spacingAndGlyphs" fill="#3c4043">Pay</text></g></svg>'
