/** A file that came in base64, as an address of the browser. */
export const addressOfFile = ({ type, data }: { readonly type: string; readonly data: string }): string =>
  URL.createObjectURL(new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], { type }))
