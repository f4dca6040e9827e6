/** Its name in its colours. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="24" viewBox="0 0 50 24"><text x="25" y="16.5" text-anchor="middle" textLength="42" lengthAdjust="spacingAndGlyphs" font-family="Arial, Helvetica, sans-serif" font-size="13" font-style="italic" font-weight="800" fill="#003087">Pay<tspan fill="#0070ba">Pal</tspan></text></svg>'
