/** A QR code from its rows of 0 and 1, always black on white: cameras do not read it otherwise. */
export const QrCode = ({ modules, label }: { readonly modules: readonly string[]; readonly label: string }) => {
  const path = modules
    .flatMap((row, y) => [...row].flatMap((dark, x) => (dark === '1' ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
