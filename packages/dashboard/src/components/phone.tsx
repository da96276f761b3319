import { Text, type TextProps } from '@mantine/core';
import classes from './money.module.css';
import { phoneText } from './phone-text.ts';

/** A phone number: +256 772 000 001; null is a dash. */
export function Phone({ phone, ...text }: { readonly phone: string | null } & TextProps) {
  return (
    <Text span inherit className={classes.money} {...text}>
      {phone === null ? '–' : phoneText(phone)}
    </Text>
  );
}
