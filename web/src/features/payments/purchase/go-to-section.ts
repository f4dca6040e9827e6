/** Scrolls to a part of the page and moves the focus there, so that a screen reader and the keyboard go on from it. */
export const goToSection = (id: string): void => {
  const section = document.getElementById(id)
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}
