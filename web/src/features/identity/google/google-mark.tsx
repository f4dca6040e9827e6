/** Google's logo in its own colours on every background, because Google's brand guidelines allow no others. */
export const GoogleMark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden focusable="false">
    <path fill="#ea4335" d="M2.2 7.01A11 11 0 0 1 19.91 4.36L16.68 7.48A6.5 6.5 0 0 0 6.21 9.05Z" />
    <path fill="#fbbc05" d="M2.2 16.99A11 11 0 0 1 2.2 7.01L6.21 9.05A6.5 6.5 0 0 0 6.21 14.95Z" />
    <path fill="#34a853" d="M19.07 20.43A11 11 0 0 1 2.2 16.99L6.21 14.95A6.5 6.5 0 0 0 16.18 16.98Z" />
    <path fill="#4285f4" d="M12 9.9H22.8A11 11 0 0 1 19.07 20.43L16.18 16.98A6.5 6.5 0 0 0 18.08 14.3H12Z" />
  </svg>
)
