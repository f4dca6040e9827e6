import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** The first picture; if there is none, the first file, which the dialog refuses with its reason. */
const pictureIn = ([...files]: FileList): File | undefined =>
  files.find(({ type }) => type.startsWith('image/')) ?? files[0]
const hasFiles = ({ dataTransfer: { types } }: DragEvent): boolean => types.includes('Files')

/** The photo that a member chose, pasted or dropped, or that they want to speak; `tooEarly` while they may send neither. */
export type ChosenMedia = File | 'voice' | 'tooEarly'

/** Takes a photo from the file picker, the clipboard or a drop. */
export const useMediaChoice = ({ isOpen, isAllowed }: { isOpen: boolean; isAllowed: boolean }) => {
  const [chosen, setChosen] = useState<ChosenMedia | null>(null)
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const found = pictureIn(files)
    if (!isOpen || !found) return
    event.preventDefault()
    setChosen(isAllowed ? found : 'tooEarly')
  }
  return {
    chosen,
    setChosen,
    /** Event handlers of the element that takes drops and pastes. */
    receiver: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
      // Otherwise the browser would open the dropped file in place of the page.
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault()
        take(event, event.dataTransfer.files)
      },
    },
  }
}
