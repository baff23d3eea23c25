import { type DragEvent, type ReactNode, useState } from 'react';

/** Takes files that are dropped on it. A button inside does the same for the keyboard. */
export function DropArea(props: {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}): ReactNode {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    props.onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard
    <div
      className="desk-drop"
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {props.children}
    </div>
  );
}
