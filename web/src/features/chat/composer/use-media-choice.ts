import { type ClipboardEvent, type DragEvent, useState } from 'react'

const pictureIn = (files: FileList): File | undefined => [...files].find(({ type }) => type.startsWith('image/'))
const hasFiles = ({ dataTransfer: { types } }: DragEvent): boolean => types.includes('Files')

/** The photo that a member chose, pasted or dropped, or that they want to speak; `tooEarly` while they may send neither. */
export type ChosenMedia = File | 'voice' | 'tooEarly'

/** Takes a photo from a press, from the clipboard or from what is dropped. */
export const useMediaChoice = (isOpen: boolean) => {
  const [chosen, setChosen] = useState<ChosenMedia | null>(null)
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const found = pictureIn(files)
    if (!isOpen || !found) return
    event.preventDefault()
    setChosen(found)
  }
  return {
    chosen,
    setChosen,
    /** For what takes drops and pastes. */
    receiver: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
      // Without it the browser would leave the page for the file.
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault()
        take(event, event.dataTransfer.files)
      },
    },
  }
}
