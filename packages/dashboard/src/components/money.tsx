import { Text, type TextProps } from '@mantine/core';
import classes from './money.module.css';
import { moneyText } from './money-text.ts';

/** An amount in whole shillings: UGX 1,250,000. `sign` shows the direction before it; null is a dash. */
export function Money(props: { readonly amount: number | bigint | null; readonly sign?: '+' | '−' } & TextProps) {
  const { amount, sign = '', className, ...text } = props;
  return (
    <Text span inherit className={className === undefined ? classes.money : `${classes.money} ${className}`} {...text}>
      {amount === null ? '–' : `${sign}${moneyText(amount)}`}
    </Text>
  );
}
