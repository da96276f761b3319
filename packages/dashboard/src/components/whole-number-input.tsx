import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { countText } from './money-text.ts';
import { caretBefore, type WholeNumber, wholeNumberAfterEdit, wholeNumberOf } from './whole-number-text.ts';

export interface WholeNumberInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: WholeNumber;
  readonly onChange?: (value: WholeNumber) => void;
  /** How the number is written in the field. */
  readonly textOf?: (number: number) => string;
}

/**
 * A field for a whole number, with its thousands apart. Its value is a number, '' while it is empty, or the text that is no
 * whole number: a form refuses that by `wholeNumberProblem` before anything is sent.
 */
export function WholeNumberInput({ value = '', onChange, textOf = countText, ...props }: WholeNumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsRight = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (digitsRight.current === null || input.current === null) return;
    const caret = caretBefore(input.current.value, digitsRight.current);
    input.current.setSelectionRange(caret, caret);
    digitsRight.current = null;
  });
  const shown = typeof value === 'number' ? textOf(value) : value;
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const text = currentTarget.value;
    const next = isPasted(nativeEvent) ? wholeNumberOf(text) : wholeNumberAfterEdit(shown, text);
    if (typeof next === 'number') {
      digitsRight.current = text.slice(currentTarget.selectionEnd ?? text.length).replace(/\D/g, '').length;
    }
    onChange?.(next);
  };
  return <TextInput inputMode="numeric" autoComplete="off" {...props} ref={input} value={shown} onChange={change} />;
}

/** Whether a text was pasted, dropped or put in by a correction: its commas are its own, so that the field is read as a whole. */
function isPasted(event: Event): boolean {
  return event instanceof InputEvent && /^insert(?:FromPaste|FromDrop|FromYank|ReplacementText)/.test(event.inputType);
}
