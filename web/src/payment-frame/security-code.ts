const length = 3

export const formatCode = (text: string): string => text.replace(/\D/g, '').slice(0, length)

/** What is wrong with a security code, or null. */
export const codeFault = (text: string): 'codeIncomplete' | null =>
  formatCode(text).length === length ? null : 'codeIncomplete'
