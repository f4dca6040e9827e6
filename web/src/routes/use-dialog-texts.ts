import { useEffect } from 'react'

/** Loads the texts of dialogs once the page is there, so that the first one opens without waiting for them. */
export const useDialogTexts = (): void => {
  // If it fails, the dialog loads them.
  useEffect(() => void import('#app/i18n/dialog-texts.ts').catch(() => undefined), [])
}
