export type Theme = 'light' | 'dark' | 'system'
const key = 'console-theme'

export const storedTheme = (): Theme => {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function showTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
