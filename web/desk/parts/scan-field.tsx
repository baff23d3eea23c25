import { TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

/** Takes a barcode or SKU from a scanner or the keyboard; Enter ends it, as scanners send it. */
export function ScanField(props: {
  label: string;
  description?: string;
  error?: string;
  autoFocus?: boolean;
  onScan: (code: string) => void;
}): ReactNode {
  const { onScan, autoFocus = false, ...input } = props;
  const [text, setText] = useState('');
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The field may stand in a form, which a scan must not send.
    event.preventDefault();
    const code = text.trim();
    setText('');
    if (code !== '') onScan(code);
  };
  return (
    <TextInput
      leftSection={<IconBarcode size={18} />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="done"
      data-autofocus={autoFocus || undefined}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
      onKeyDown={press}
      {...input}
    />
  );
}
