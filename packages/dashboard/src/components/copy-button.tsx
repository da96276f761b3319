import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const shownMs = 1500;

/** Copies the text. `label` says what: "Copy the reference". */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'refused');
  const said = { idle: label, copied: 'Copied', refused: 'The browser does not allow copying' }[state];
  return (
    <Tooltip label={said} opened={state === 'idle' ? undefined : true}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={said} onClick={() => void copy()}>
        {state === 'copied' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
