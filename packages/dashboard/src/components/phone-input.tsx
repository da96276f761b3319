import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for a phone number, in any way that people write it. Send `phoneDigits` of its value. */
export function PhoneInput(props: TextInputProps) {
  return <TextInput type="tel" inputMode="tel" autoComplete="off" placeholder="0772 000 001" {...props} />;
}
