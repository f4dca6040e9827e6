/** Milliseconds after the last key press, and between attempts. */
const pauseMs = 1200
const retryMs = 5_000

export interface DraftKeeper {
  /**
   * Stores the newest text now, if it is not stored. While an older one is on its way the newer one waits for it, so
   * that the server cannot get them in the other order; `leaving`, as the page goes away, it does not wait.
   */
  save(leaving?: boolean): void
  /** Stores a text shortly after the last change. */
  later(text: string): void
}

/**
 * Stores a draft on the server, and again until the server has the newest text.
 *
 * @param store resolves with whether the server has stored the text
 * @param unsaved has a mark as long as it has not
 */
export const createDraftKeeper = (
  store: (text: string) => Promise<boolean>,
  unsaved: Pick<Set<object>, 'add' | 'delete'>,
): DraftKeeper => {
  const mark = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What the server may not have; undefined when it has everything. */
  let newest: { readonly text: string } | undefined
  let onItsWay: typeof newest
  const save = (leaving = false) => {
    clearTimeout(timer)
    timer = undefined
    const sent = newest
    if (sent === undefined || sent === onItsWay || (onItsWay && !leaving)) return
    onItsWay = sent
    void store(sent.text).then((isStored) => {
      if (onItsWay !== sent) return
      onItsWay = undefined
      if (newest !== sent) {
        // Newer letters have a time of their own, unless it has passed meanwhile.
        if (timer === undefined) save()
      } else if (isStored) {
        newest = undefined
        unsaved.delete(mark)
      } else timer = setTimeout(save, retryMs)
    })
  }
  return {
    save,
    later(text) {
      newest = { text }
      unsaved.add(mark)
      clearTimeout(timer)
      timer = setTimeout(save, text === '' ? 0 : pauseMs)
    },
  }
}
